"""The builders of both libraries side by side, and all that is observed of one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import langgraph.channels
import langgraph.graph
import langgraph.managed
import langgraph.types

import stepgraph.channels
import stepgraph.graph
import stepgraph.managed
import stepgraph.types


@dataclass(frozen=True)
class Library:
    """What the definition of a graph imports."""

    graph: ModuleType
    channels: ModuleType
    managed: ModuleType
    types: ModuleType


REFERENCE = Library(langgraph.graph, langgraph.channels, langgraph.managed, langgraph.types)
OURS = Library(stepgraph.graph, stepgraph.channels, stepgraph.managed, stepgraph.types)


def shown(value: Any) -> Any:
    """A value by its class's name where each library has a class of its own."""
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, (list, tuple)):
        return [shown(item) for item in value]
    if isinstance(value, dict):
        return {key: shown(item) for key, item in value.items()}
    return value


def contents(builder: Any) -> dict[str, Any]:
    """Everything that a builder has been told."""
    return {
        "nodes": {
            name: (
                shown(spec.input_schema),
                shown(spec.ends),
                spec.defer,
                spec.metadata,
                spec.error_handler_node,
                spec.is_error_handler,
                repr(spec.timeout),
                spec.retry_policy is None,
                spec.cache_policy is None,
            )
            for name, spec in builder.nodes.items()
        },
        "edges": sorted(map(repr, builder.edges)),
        "joins": sorted(map(repr, builder.waiting_edges)),
        "branches": {
            source: {name: (branch.ends, shown(branch.input_schema)) for name, branch in branches.items()}
            for source, branches in builder.branches.items()
        },
        "channels": {key: (type(channel).__name__, channel.key) for key, channel in builder.channels.items()},
        "managed": {key: manager.__name__ for key, manager in builder.managed.items()},
        "schemas": [shown(schema) for schema in builder.schemas],
        "compiled": builder.compiled,
    }


def said(error: Exception) -> tuple[str, str]:
    """The class and text of an error, without what differs between the packages or their runs."""
    text = str(error).replace("langgraph.", "").replace("stepgraph.", "")
    # Which of several unknown nodes is named depends on the reference's hash seed.
    return type(error).__name__, re.sub(r"^(Found edge \w+ at unknown node) .*", r"\1", text)


def compiled_contents(compiled: Any) -> dict[str, Any]:
    """The observable parts of a compiled graph."""
    kinds = [
        (name, held.__name__ if isinstance(held, type) else type(held).__name__)
        for name, held in compiled.channels.items()
    ]
    return {
        # Which of two joins comes first depends on the reference's hash seed.
        "channels": [kind for kind in kinds if not kind[0].startswith("join:")],
        "joins": sorted(kind for kind in kinds if kind[0].startswith("join:")),
        "nodes": list(compiled.nodes),
        "input": compiled.input_channels,
        "output": compiled.output_channels,
        "name": compiled.get_name(),
    }
