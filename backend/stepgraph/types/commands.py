"""What a node can say beside its state update: where to go, what to send, what to replace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any, ClassVar, Generic, Literal

from typing_extensions import TypeVar

from stepgraph.constants import OVERWRITE, PARENT
from stepgraph.types.policies import TimeoutPolicy

NodeName = TypeVar("NodeName", bound=str, default=str)


class Send:
    """A packet for one node: it runs in the next superstep with `arg` as its whole input."""

    __slots__ = ("arg", "node", "timeout")

    node: str
    arg: Any  # the user's value
    timeout: TimeoutPolicy | None

    def __init__(self, /, node: str, arg: Any, *, timeout: float | timedelta | TimeoutPolicy | None = None) -> None:
        self.node = node
        self.arg = arg
        self.timeout = TimeoutPolicy.coerce(timeout)

    def __hash__(self) -> int:
        return hash((self.node, self.arg, self.timeout))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Send)
            and self.node == other.node
            and self.arg == other.arg
            and self.timeout == other.timeout
        )

    def __repr__(self) -> str:
        limit = "" if self.timeout is None else f", timeout={self.timeout!r}"
        return f"Send(node={self.node!r}, arg={self.arg!r}{limit})"


# Not slotted: Python 3.11 cannot build `Command[Literal["a"]](...)` of a frozen class with slots.
@dataclass(frozen=True, kw_only=True, repr=False)
class Command(Generic[NodeName]):
    """An update and a destination in one, for this graph or for the one that called it."""

    PARENT: ClassVar[Literal["__parent__"]] = PARENT

    graph: str | None = None
    update: Any | None = None
    resume: dict[str, Any] | Any | None = None
    goto: Send | Sequence[Send | NodeName] | NodeName = ()

    def __repr__(self) -> str:
        told = ((field.name, getattr(self, field.name)) for field in fields(self))
        return f"Command({', '.join(f'{name}={value!r}' for name, value in told if value)})"


@dataclass(slots=True)
class Overwrite:
    """A write that replaces the value of a reducer's channel instead of being folded into it."""

    value: Any
    type: Literal["__overwrite__"] = OVERWRITE
