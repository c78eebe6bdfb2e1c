"""What is refused when a graph is validated or compiled, and the sentence for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stepgraph.constants import BRANCH_CHANNEL_PREFIX, END, JOIN_CHANNEL_PREFIX, RESERVED, START, TASKS
from stepgraph.errors import sync_timeout
from stepgraph.graph.definition import GraphDefinition
from stepgraph.types import All


def check_structure(definition: GraphDefinition, interrupt: Sequence[str]) -> None:
    """Refuse edges and branches from or to unknown nodes, a missing entry point, and unknown nodes to interrupt at."""
    sources = list(_sources(definition))
    for source in sources:
        if source not in definition.nodes and source != START:
            raise ValueError(f"Found edge starting at unknown node '{source}'")
    if START not in sources:
        raise ValueError("Graph must have an entrypoint: add at least one edge from START to another node")
    _check_branch_maps(definition)
    for target in _targets(definition):
        if target not in definition.nodes and target != END:
            raise ValueError(f"Found edge ending at unknown node `{target}`")
    for node in interrupt:
        if node not in definition.nodes:
            raise ValueError(f"Interrupt node `{node}` not found")


def check_timeouts(definition: GraphDefinition) -> None:
    """Refuse a timeout on a node that cannot be cancelled."""
    for name, spec in definition.nodes.items():
        if spec.timeout is not None and not spec.action.is_async:
            raise sync_timeout(name)


def check_names(definition: GraphDefinition) -> None:
    """Refuse names of channels, managed values and nodes that the engine keeps for itself."""
    if TASKS in definition.channels:
        raise ValueError(f"Channel '{TASKS}' is reserved and cannot be used in the graph.")
    kinds: dict[str, Iterable[str]] = {
        "Channel": definition.channels,
        "Managed": definition.managed,
        "Node": definition.nodes,
    }
    for kind, names in kinds.items():
        for name in names:
            if name in RESERVED:
                raise ValueError(f"{kind} name '{name}' is reserved")


def check_reads(definition: GraphDefinition) -> None:
    """Refuse a node that reads a key which no channel holds.

    That happens when a schema was refused half way and the builder is used nevertheless.
    """
    for name, spec in definition.nodes.items():
        for key in definition.schemas[spec.input_schema]:
            if key not in definition.channels and key not in definition.managed:
                known = sorted(_channel_names(definition))
                raise ValueError(f"Node {name} reads channel '{key}' not in known channels: '{known}'")


def check_breakpoints(definition: GraphDefinition, breakpoints: Iterable[str] | All) -> None:
    """Refuse a breakpoint at a node that the compiled graph, which has START as a node, does not have."""
    for node in () if breakpoints == "*" else breakpoints:
        if node not in definition.nodes and node != START:
            raise ValueError(f"Node {node} not in nodes")


def _channel_names(definition: GraphDefinition) -> set[str]:
    """Return the names of all channels that the compiled graph will have."""
    triggers = {f"{BRANCH_CHANNEL_PREFIX}{name}" for name in definition.nodes}
    joins = {f"{JOIN_CHANNEL_PREFIX}{'+'.join(starts)}:{end}" for starts, end in definition.waiting_edges if end != END}
    return {*definition.channels, *definition.managed, START, TASKS} | triggers | joins


def _sources(definition: GraphDefinition) -> Iterator[str]:
    for start, _ in definition.edges:
        yield start
    for starts, _ in definition.waiting_edges:
        yield from starts
    yield from definition.branches
    yield from (name for name, spec in definition.nodes.items() if spec.ends)


def _targets(definition: GraphDefinition) -> Iterator[str]:
    for _, end in definition.edges:
        yield end
    for _, end in definition.waiting_edges:
        yield end
    for spec in definition.nodes.values():
        yield from spec.ends


def _check_branch_maps(definition: GraphDefinition) -> None:
    for source, branches in definition.branches.items():
        for name, branch in branches.items():
            for target in (branch.ends or {}).values():
                if target not in definition.nodes and target != END:
                    raise ValueError(f"At '{source}' node, '{name}' branch found unknown target '{target}'")
