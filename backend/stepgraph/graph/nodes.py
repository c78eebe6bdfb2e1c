"""What a builder keeps of one node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stepgraph.pregel.actions import Action
from stepgraph.types import CachePolicy, RetryPolicy, TimeoutPolicy, TracePolicy


@dataclass(slots=True)
class StateNodeSpec:
    """One node: what it runs, what it reads, and how it is run.

    `ends` are the nodes that its commands may go to, for checks and for the drawing only: names, or names with labels.
    `has_hinted_ends` says that nobody gave them: they are what the hint of the function's result says.
    """

    action: Action
    input_schema: Any
    metadata: dict[str, Any] | None = None
    defer: bool = False
    retry_policy: RetryPolicy | Sequence[RetryPolicy] | None = None
    cache_policy: CachePolicy | None = None
    timeout: TimeoutPolicy | None = None
    trace_policy: TracePolicy | None = None
    ends: Sequence[str] | Mapping[str, str] = ()
    has_hinted_ends: bool = False
    is_error_handler: bool = False
    error_handler_node: str | None = None

    @property
    def runnable(self) -> Any:
        """What the user gave for the node; the reference's name."""
        return self.action.source
