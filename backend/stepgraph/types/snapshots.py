"""What a caller sees of a thread: snapshots, their tasks, and the updates that a caller makes."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from stepgraph.constants import INTERRUPT
from stepgraph.interrupts import Interrupt
from stepgraph.scope import RunnableConfig
from stepgraph.types.policies import CacheKey, RetryPolicy, TimeoutPolicy
from stepgraph.warnings import LangGraphDeprecatedSinceV11

OutputT = TypeVar("OutputT")


class PregelTask(NamedTuple):
    """A task as a caller sees it: what it is, and how far it came."""

    id: str
    name: str
    path: tuple[str | int | tuple[Any, ...], ...]
    error: Exception | None = None
    interrupts: tuple[Interrupt, ...] = ()
    state: RunnableConfig | StateSnapshot | None = None
    result: Any | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PregelExecutableTask:
    """A task as the reference's extensions see it: with the code that runs it."""

    name: str
    input: Any
    proc: Any
    writes: deque[tuple[str, Any]]
    config: RunnableConfig
    triggers: Sequence[str]
    retry_policy: Sequence[RetryPolicy]
    cache_key: CacheKey | None
    id: str
    path: tuple[str | int | tuple[Any, ...], ...]
    writers: Sequence[Callable[..., Any]] = ()
    subgraphs: Sequence[Any] = ()
    timeout: TimeoutPolicy | None = None


class StateSnapshot(NamedTuple):
    """A thread at one checkpoint: its values, what is next, and where it came from."""

    values: dict[str, Any] | Any
    next: tuple[str, ...]
    config: RunnableConfig
    metadata: dict[str, Any] | None
    created_at: str | None
    parent_config: RunnableConfig | None
    tasks: tuple[PregelTask, ...]
    interrupts: tuple[Interrupt, ...]


class StateUpdate(NamedTuple):
    """One update of a thread from outside, in the name of one node."""

    values: dict[str, Any] | None
    as_node: str | None = None
    task_id: str | None = None


@dataclass(frozen=True)
class GraphOutput(Generic[OutputT]):
    """What a run gives back: the output, and the questions it waits for."""

    value: OutputT
    interrupts: tuple[Interrupt, ...] = ()

    def __getitem__(self, key: str) -> Any:
        _warn_of_access("result[key]")
        value: Any = self.value  # a dict, in a caller that still reads this way
        return self.interrupts if key == INTERRUPT else value[key]

    def __contains__(self, key: object) -> bool:
        _warn_of_access("key in result")
        value: Any = self.value
        return bool(self.interrupts) if key == INTERRUPT else key in value


def _warn_of_access(form: str) -> None:
    text = (
        f"Accessing GraphOutput via `{form}` is deprecated. Use `result.value` to access the output value directly, "
        "or `result.interrupts` for interrupts."
    )
    warnings.warn(LangGraphDeprecatedSinceV11(text), stacklevel=3)
