"""The values that a graph file and its callers exchange with the engine."""

from __future__ import annotations

from stepgraph.interrupts import Interrupt
from stepgraph.types.commands import Command, Overwrite, Send
from stepgraph.types.policies import CacheKey, CachePolicy, RetryPolicy, TimeoutPolicy, TracePolicy, omit_payload
from stepgraph.types.questions import interrupt
from stepgraph.types.savers import Checkpointer, ensure_valid_checkpointer
from stepgraph.types.snapshots import GraphOutput, PregelExecutableTask, PregelTask, StateSnapshot, StateUpdate
from stepgraph.types.streams import (
    All,
    CheckpointPayload,
    CheckpointStreamPart,
    CheckpointTask,
    CustomStreamPart,
    DebugPayload,
    DebugStreamPart,
    Durability,
    MessagesStreamPart,
    StreamMode,
    StreamPart,
    StreamWriter,
    TaskPayload,
    TaskResultPayload,
    TasksStreamPart,
    UpdatesStreamPart,
    ValuesStreamPart,
)

__all__ = [
    "All",
    "CacheKey",
    "CachePolicy",
    "CheckpointPayload",
    "CheckpointStreamPart",
    "CheckpointTask",
    "Checkpointer",
    "Command",
    "CustomStreamPart",
    "DebugPayload",
    "DebugStreamPart",
    "Durability",
    "GraphOutput",
    "Interrupt",
    "MessagesStreamPart",
    "Overwrite",
    "PregelExecutableTask",
    "PregelTask",
    "RetryPolicy",
    "Send",
    "StateSnapshot",
    "StateUpdate",
    "StreamMode",
    "StreamPart",
    "StreamWriter",
    "TaskPayload",
    "TaskResultPayload",
    "TasksStreamPart",
    "TimeoutPolicy",
    "TracePolicy",
    "UpdatesStreamPart",
    "ValuesStreamPart",
    "ensure_valid_checkpointer",
    "interrupt",
    "omit_payload",
]
