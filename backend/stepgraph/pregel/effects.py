"""What the core asks of the outside: few effects, each performed by a thin driver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from stepgraph.pregel.calls import Call
from stepgraph.pregel.context import LiveScope
from stepgraph.pregel.gate import GatePoint
from stepgraph.pregel.tasks import Task


class Abandoned(BaseException):
    """Thrown into the core when nobody waits for the run any longer: it saves what it must, and ends."""


@dataclass(slots=True)
class Start:
    """Begin these tasks; the answer are those that have ended. A driver may end a lone task at once."""

    tasks: Sequence[Task]


class NextEnded(NamedTuple):
    """Wait until at least one more task has ended; the answer are those, none when the superstep's time is up."""


class Settle(NamedTuple):
    """A task failed: start no more, end what runs as this driver can, and answer with the tasks that ended."""


class AskGate(NamedTuple):
    """Wait at the gate; the answer is its verdict."""

    point: GatePoint


class SaverCall(NamedTuple):
    """Call a method of a saver; the answer is what it returns."""

    saver: Any  # a saver of any class
    method: str
    args: tuple[Any, ...]


class SaveBeside(NamedTuple):
    """Call a method of a saver beside what comes next, after all that were asked for before; answered at once."""

    saver: Any
    method: str
    args: tuple[Any, ...]
    is_checkpoint: bool
    """Whether what is saved later hangs on it."""


class AllSaved(NamedTuple):
    """Wait until everything beside the run is saved; the answer is the first error, None when there was none."""


class Deliver(NamedTuple):
    """Hand the queued stream events to whoever consumes the run."""


class ScopedCall(NamedTuple):
    """Call a function of the user's outside of a superstep; the answer is what it returns."""

    call: Call
    scope: LiveScope


StateEffect: TypeAlias = SaverCall | ScopedCall
"""What looking at and changing a thread needs."""

Effect: TypeAlias = Start | NextEnded | Settle | AskGate | SaverCall | SaveBeside | AllSaved | Deliver

NEXT_ENDED = NextEnded()
SETTLE = Settle()
ALL_SAVED = AllSaved()
DELIVER = Deliver()
