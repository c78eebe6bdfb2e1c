"""Every error that the engine raises at its callers, with the reference's classes and texts.

A leaf: who, what and which channel ride on attributes, so that no caller has to read a text.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from stepgraph.interrupts import PLACEHOLDER_ID, Interrupt
from stepgraph.warnings import LangGraphDeprecatedSinceV10


class ErrorCode(Enum):
    """The faults that have a page of their own in the reference's manual."""

    GRAPH_RECURSION_LIMIT = "GRAPH_RECURSION_LIMIT"
    INVALID_CONCURRENT_GRAPH_UPDATE = "INVALID_CONCURRENT_GRAPH_UPDATE"
    INVALID_GRAPH_NODE_RETURN_VALUE = "INVALID_GRAPH_NODE_RETURN_VALUE"
    MULTIPLE_SUBGRAPHS = "MULTIPLE_SUBGRAPHS"
    INVALID_CHAT_HISTORY = "INVALID_CHAT_HISTORY"


def create_error_message(*, message: str, error_code: ErrorCode) -> str:
    """Return `message` with the second line that callers of coded errors know."""
    # The link is part of the text that callers match on, so it is kept to the letter.
    page = f"https://docs.langchain.com/oss/python/langgraph/errors/{error_code.value}"
    return f"{message}\nFor troubleshooting, visit: {page}"


class EmptyChannelError(Exception):
    """A channel was read that has no value yet."""


class EmptyInputError(Exception):
    """A run was started without an input, and there was nothing to go on with."""


class TaskNotFound(Exception):
    """A task that should be run elsewhere is unknown there."""


class GraphRecursionError(RecursionError):
    """A run used up its supersteps before it came to an end."""

    def __init__(self, *args: object, limit: int | None = None) -> None:
        super().__init__(*args)
        self.limit = limit


class InvalidUpdateError(Exception):
    """A channel or a node's return value was refused.

    `code` names the fault when it has one; `channel` and `values` say what was refused where.
    """

    def __init__(
        self,
        *args: object,
        code: ErrorCode | None = None,
        channel: str | None = None,
        values: Sequence[object] = (),
    ) -> None:
        super().__init__(*args)
        self.code = code
        self.channel = channel
        self.values = tuple(values)


class GraphBubbleUp(Exception):
    """The base of what leaves a node without being a failure of it."""


class GraphDrained(GraphBubbleUp):
    """A run was asked to stop between supersteps, and did."""

    def __init__(self, reason: str = "shutdown") -> None:
        self.reason = reason
        super().__init__(f"Graph drained: {reason}")


class GraphInterrupt(GraphBubbleUp):
    """A task asks its caller something and waits; `args[0]` holds the questions."""

    def __init__(self, interrupts: Sequence[Interrupt] = ()) -> None:
        super().__init__(interrupts)


class NodeInterrupt(GraphInterrupt):
    """The given-up way to ask: raised by the node itself, without a place for an answer."""

    def __init__(self, value: object, id: str | None = None) -> None:
        warnings.warn(
            LangGraphDeprecatedSinceV10("NodeInterrupt is deprecated. Please use `langgraph.types.interrupt` instead."),
            stacklevel=2,
        )
        super().__init__([Interrupt(value, PLACEHOLDER_ID if id is None else id)])


class ParentCommand(GraphBubbleUp):
    """A node of a nested graph has a command for the graph that called it; it is `args[0]`."""

    def __init__(self, command: object) -> None:
        super().__init__(command)


class UnknownInterruptError(Exception):
    """An answer was given to a question that is not open."""

    def __init__(
        self,
        message: str,
        *,
        reason: Literal["not_pending", "empty_map", "ambiguous"],
        interrupt_ids: Sequence[str] = (),
        pending_ids: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.interrupt_ids = tuple(interrupt_ids)
        self.pending_ids = tuple(pending_ids)


class NodeCancelledError(Exception):
    """A node ended itself by raising the event loop's cancellation."""

    def __init__(self, node: str, message: str | None = None) -> None:
        self.node = node
        super().__init__(f"Node {node!r} raised asyncio.CancelledError" if message is None else message)


class NodeTimeoutError(Exception):
    """An attempt at a node took longer, or was silent for longer, than its policy allows."""

    def __init__(
        self,
        node: str,
        elapsed: float,
        *,
        kind: Literal["idle", "run"],
        idle_timeout: float | None = None,
        run_timeout: float | None = None,
    ) -> None:
        limit = idle_timeout if kind == "idle" else run_timeout
        if limit is None:
            raise ValueError(f"{kind}_timeout is missing: the timeout of kind {kind!r} that node {node!r} exceeded")
        self.node = node
        self.elapsed = elapsed
        self.kind = kind
        self.idle_timeout = idle_timeout
        self.run_timeout = run_timeout
        self.timeout = limit
        silence = " without making progress" if kind == "idle" else ""
        super().__init__(
            f"Node {node!r} exceeded its {kind} timeout of {limit:.3f}s{silence} (elapsed: {elapsed:.3f}s)."
        )


class ExecutorError(RuntimeError):
    """A node cannot run, or could not be run, on the executor that its graph was compiled with.

    `code` names the kind; `node` is whose function it is, and `field` what of its input or result cannot travel.
    """

    def __init__(self, code: str, sentence: str, *, node: str = "", field: str = "") -> None:
        # Both, so that the error can be made anew in the process that asked for a run.
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.node = node
        self.field = field

    def __str__(self) -> str:
        return self.sentence


class RaisedElsewhere(Exception):
    """The cause of an error that a node raised in another process: the traceback there.

    `places` are the file, line and function of each frame, innermost last.
    """

    def __init__(self, text: str, places: Sequence[tuple[str, int, str]] = ()) -> None:
        super().__init__(text)
        self.places = tuple(places)


def sync_timeout(name: str, *, kind: Literal["Node", "Task"] = "Node") -> ValueError:
    """Return the refusal of a timeout for a node or a task that cannot be cancelled."""
    return ValueError(
        "Node timeouts are only supported for async nodes because sync Python execution cannot be safely "
        f"cancelled in-process. {kind} '{name}' is sync."
    )


@dataclass(frozen=True, slots=True)
class NodeError:
    """What an error handler is told: the node that failed, and with what."""

    node: str
    error: BaseException


_INVALID_RESUME = "_stepgraph_invalid_resume"


def mark_invalid_resume(error: BaseException) -> None:
    """Note on `error` that it refuses an answer, so that a tool around the question does not take it for its own."""
    setattr(error, _INVALID_RESUME, True)


def is_invalid_resume(error: BaseException) -> bool:
    """Tell whether `error` was raised because an answer did not fit the question's `response_schema`."""
    return getattr(error, _INVALID_RESUME, False) is True
