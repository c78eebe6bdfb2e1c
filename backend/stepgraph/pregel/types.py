"""Where older files import types of `stepgraph.types` from; importing it says so."""

from __future__ import annotations

import warnings

from stepgraph.types import (
    All,
    CachePolicy,
    PregelExecutableTask,
    PregelTask,
    RetryPolicy,
    StateSnapshot,
    StateUpdate,
    StreamMode,
    StreamWriter,
)
from stepgraph.types.policies import default_retry_on
from stepgraph.warnings import LangGraphDeprecatedSinceV10

__all__ = [
    "All",
    "CachePolicy",
    "PregelExecutableTask",
    "PregelTask",
    "RetryPolicy",
    "StateSnapshot",
    "StateUpdate",
    "StreamMode",
    "StreamWriter",
    "default_retry_on",
]

_TEXT = "Importing from langgraph.pregel.types is deprecated. Please use 'from langgraph.types import ...' instead."
warnings.warn(LangGraphDeprecatedSinceV10(_TEXT), stacklevel=2)
