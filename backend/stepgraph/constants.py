"""The reserved names of the graph model, and the sentinel for a channel without a value."""

from __future__ import annotations

import importlib
import warnings
from enum import Enum
from typing import Any, Final


class Missing(Enum):
    """The type of `MISSING`; an enum of one member, so that type checkers narrow on `is`."""

    MISSING = "missing"

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing.MISSING
"""A channel's "no value"; `None` is a value like any other."""

# Public names, importable by a graph file.
START: Final = "__start__"
"""The node that takes the run's input; also the channel that holds it."""
END: Final = "__end__"
"""The target that ends a path; no node has this name."""
TASKS: Final = "__pregel_tasks"
"""The channel that holds the packets sent for the next superstep."""
TAG_HIDDEN: Final = "langsmith:hidden"
"""A node with this tag is left out of task events and of breakpoints on every node."""
TAG_NOSTREAM: Final = "nostream"
"""A model with this tag is left out of the messages stream."""
CONF: Final = "configurable"
"""The part of a config that a caller fills with thread, checkpoint and own keys."""
CONFIG_KEY_CHECKPOINTER: Final = "__pregel_checkpointer"
"""The configurable key under which a run hands its saver to the graphs it calls."""

CONFIG_KEY_RUNTIME: Final = "__pregel_runtime"
"""The configurable key under which whoever runs a graph hands it a runtime."""
CONFIG_KEY_STRICT_RESUME: Final = "__pregel_strict_resume"
"""The configurable key under which a caller asks that answers to questions that do not wait are refused."""

# Channels and writes of the engine.
ROOT: Final = "__root__"
"""The only state key of a schema that is not a class with fields."""
INPUT: Final = "__input__"
INTERRUPT: Final = "__interrupt__"
RESUME: Final = "__resume__"
ERROR: Final = "__error__"
ERROR_SOURCE_NODE: Final = "__error_source_node__"
NO_WRITES: Final = "__no_writes__"
RETURN: Final = "__return__"
PREVIOUS: Final = "__previous__"
SCHEDULED: Final = "__scheduled__"
PUSH: Final = "__pregel_push"
PULL: Final = "__pregel_pull"
OVERWRITE: Final = "__overwrite__"
COPY: Final = "__copy__"
PARENT: Final = "__parent__"
METADATA: Final = "__metadata__"

NULL_TASK_ID: Final = "00000000-0000-0000-0000-000000000000"
"""The task that stands for writes of the caller rather than of a node."""

NAMESPACE_SEPARATOR: Final = "|"
"""Stands between the levels of a nested graph's namespace."""
NAMESPACE_END: Final = ":"
"""Stands between a node's name and its task id in a namespace."""

BRANCH_CHANNEL_PREFIX: Final = "branch:to:"
JOIN_CHANNEL_PREFIX: Final = "join:"
ERROR_HANDLER_PREFIX: Final = "__error_handler__"
DEFAULT_ERROR_HANDLER: Final = "__default_error_handler__"

CHECKPOINT_ID: Final = "checkpoint_id"
CHECKPOINT_NS: Final = "checkpoint_ns"
CHECKPOINT_MAP: Final = "checkpoint_map"
THREAD_ID: Final = "thread_id"

RESERVED: Final = frozenset(
    {
        TAG_HIDDEN,
        INPUT,
        INTERRUPT,
        RESUME,
        ERROR,
        ERROR_SOURCE_NODE,
        NO_WRITES,
        PUSH,
        PULL,
        NAMESPACE_SEPARATOR,
        NAMESPACE_END,
        CONF,
        CHECKPOINT_ID,
        CHECKPOINT_NS,
        CHECKPOINT_MAP,
        CONFIG_KEY_CHECKPOINTER,
        CONFIG_KEY_STRICT_RESUME,
        "__pregel_send",
        "__pregel_read",
        "__pregel_stream",
        "__pregel_stream_messages_v2",
        "__pregel_resuming",
        "__pregel_resume_map",
        "__pregel_replay_state",
        "__pregel_task_id",
        "__pregel_timed_attempt_observer",
        "__snapshot_bumps__",
    }
)
"""Names that neither a channel nor a node may have, checked when a graph is compiled.

Files of the reference are refused these names, most of which this engine has no use for; they stay refused so that
a graph that builds here builds there.
"""


def __getattr__(name: str) -> Any:
    """Return what older files import from here; it stands in `types` now."""
    if name not in ("Send", "Interrupt"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    instead = f"Please use 'from langgraph.types import {name}' instead."
    text = f"Importing {name} from langgraph.constants is deprecated. {instead}"
    # Both modules stand above this one, so they are asked for only by who uses the old name.
    warned: Any = importlib.import_module("stepgraph.warnings").LangGraphDeprecatedSinceV10
    warnings.warn(warned(text), stacklevel=2)
    return getattr(importlib.import_module("stepgraph.types"), name)
