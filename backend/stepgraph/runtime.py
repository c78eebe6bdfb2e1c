"""What a run hands to its nodes beside the state: context, store, writer and facts about the attempt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol

from typing_extensions import TypeVar

from stepgraph.constants import CONFIG_KEY_RUNTIME
from stepgraph.scope import require_scope

ContextT = TypeVar("ContextT", default=None)


def no_stream_writer(_event: object) -> None:
    """Drop what a node streams when nobody listens."""


def no_heartbeat() -> None:
    """Do nothing when a node without an idle timeout says that it is alive."""


class BaseUser(Protocol):
    """The caller as a server has authenticated it."""

    @property
    def is_authenticated(self) -> bool:
        """Whether the caller proved who it is."""

    @property
    def display_name(self) -> str:
        """The caller's name for people."""

    @property
    def identity(self) -> str:
        """The caller's name for programs."""

    @property
    def permissions(self) -> Sequence[str]:
        """What the caller may do."""


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """Under which names a server runs the graph, and for whom."""

    assistant_id: str
    graph_id: str
    user: BaseUser | None = None


@dataclass(frozen=True, slots=True)
class ExecutionInfo:
    """Where one attempt at a node stands: checkpoint, task, thread, and which attempt it is."""

    checkpoint_id: str
    checkpoint_ns: str
    task_id: str
    thread_id: str | None = None
    run_id: str | None = None
    node_attempt: int = 1
    node_first_attempt_time: float | None = None

    def patch(self, **overrides: Any) -> ExecutionInfo:
        """Return the same facts with some of them replaced."""
        return replace(self, **overrides)


class RunControl:
    """A handle with which another thread asks a run to stop between two supersteps."""

    __slots__ = ("_drain_reason",)

    def __init__(self) -> None:
        self._drain_reason: str | None = None

    def request_drain(self, reason: str = "shutdown") -> None:
        """Ask the run to stop before its next superstep, and say why."""
        self._drain_reason = reason

    @property
    def drain_requested(self) -> bool:
        """Whether somebody asked."""
        return self._drain_reason is not None

    @property
    def drain_reason(self) -> str | None:
        """Why the run should stop, or None."""
        return self._drain_reason


# Not slotted: Python 3.11 cannot build `Runtime[Context](...)` of a frozen class with slots.
@dataclass(frozen=True, kw_only=True)
class Runtime(Generic[ContextT]):
    """Everything of a run that a node may take as its `runtime` parameter."""

    context: ContextT = None  # type: ignore[assignment]  # the default of ContextT is None
    store: Any = None  # a store of any kind; the reference's interface is called on it
    stream_writer: Callable[[Any], None] = no_stream_writer
    heartbeat: Callable[[], None] = no_heartbeat
    previous: Any = None  # the user's value
    execution_info: ExecutionInfo | None = None
    server_info: ServerInfo | None = None
    control: RunControl | None = None

    @property
    def drain_requested(self) -> bool:
        """Whether the run was asked to stop between supersteps."""
        return self.control is not None and self.control.drain_requested

    @property
    def drain_reason(self) -> str | None:
        """Why the run should stop, or None."""
        return None if self.control is None else self.control.drain_reason

    def merge(self, other: Runtime[ContextT]) -> Runtime[ContextT]:
        """Return this runtime with everything that `other` sets put over it."""
        return replace(
            self,
            context=other.context or self.context,
            store=other.store or self.store,
            stream_writer=self.stream_writer if other.stream_writer is no_stream_writer else other.stream_writer,
            heartbeat=self.heartbeat if other.heartbeat is no_heartbeat else other.heartbeat,
            previous=self.previous if other.previous is None else other.previous,
            execution_info=other.execution_info or self.execution_info,
            server_info=other.server_info or self.server_info,
            control=other.control or self.control,
        )

    def override(self, **overrides: Any) -> Runtime[ContextT]:
        """Return the same runtime with some of its parts replaced."""
        return replace(self, **overrides)

    def patch_execution_info(self, **overrides: Any) -> Runtime[ContextT]:
        """Return the same runtime with some facts about the attempt replaced."""
        if self.execution_info is None:
            raise RuntimeError("Cannot patch execution_info before it has been set")
        return replace(self, execution_info=self.execution_info.patch(**overrides))


DEFAULT_RUNTIME: Runtime[Any] = Runtime()
"""The runtime of a run for which the caller set nothing."""


def server_info_of(configurable: Mapping[str, Any]) -> ServerInfo | None:
    """Return what a server says of itself in a config, None if it says nothing."""
    assistant_id, graph_id = configurable.get("assistant_id"), configurable.get("graph_id")
    user = configurable.get("langgraph_auth_user")
    # Users of servers answer to what they have through `__getattr__`, which no check of a protocol sees.
    known = user if hasattr(user, "identity") else None
    if assistant_id is None and graph_id is None and known is None:
        return None
    return ServerInfo(str(assistant_id or ""), str(graph_id or ""), known)


def handed_runtime(configurable: Mapping[str, Any]) -> Runtime[Any]:
    """Return the runtime that a config hands over; of an object of another class, its context and store."""
    given = configurable.get(CONFIG_KEY_RUNTIME)
    if given is None:
        return DEFAULT_RUNTIME
    if isinstance(given, Runtime):
        # What an earlier run saved is of that run's thread.
        return given.override(previous=None)
    return Runtime(context=getattr(given, "context", None), store=getattr(given, "store", None))


def get_runtime(
    context_schema: type[ContextT] | None = None,  # noqa: ARG001  # only types the result
) -> Runtime[ContextT]:
    """Return the runtime of the task whose code calls this; `context_schema` says which context it has."""
    runtime: Runtime[ContextT] = require_scope().runtime
    return runtime
