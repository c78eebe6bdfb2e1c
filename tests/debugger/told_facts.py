"""A translator with a clock that counts, and facts made by hand."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import msgspec

from stepgraph.constants import MISSING
from stepgraph.debugger.blobs import Blobs
from stepgraph.debugger.gate import RunGate
from stepgraph.debugger.outlet import Collected
from stepgraph.debugger.previews import Previews
from stepgraph.debugger.scene import ChannelFacts, RunTold, Scene
from stepgraph.debugger.shelf import Shelf
from stepgraph.debugger.tracebacks import Tracebacks
from stepgraph.debugger.translate import Translator
from stepgraph.debugger.values import Values
from stepgraph.pregel import facts
from stepgraph.pregel.program import Program
from stepgraph.protocol.events import AnyEvent

CHANNELS = {"log": ChannelFacts("BinaryOperatorAggregate", "list"), "plan": ChannelFacts("LastValue", "str")}


class Telling:
    """Takes facts and holds the events that they became. Each look at the clock is one millisecond later."""

    def __init__(
        self,
        channels: Mapping[str, ChannelFacts] = CHANNELS,
        *,
        unstorable: Mapping[str, str] | None = None,
        document: str = __file__,
        inner: Mapping[str, Program] | None = None,
    ) -> None:
        self.shelf = Shelf()
        self._outlet = Collected(self.shelf.keep)
        previews = Previews(Blobs(self._outlet.keep))
        ticks = itertools.count()
        self.printed: list[str] = []
        scene = Scene(
            outlet=self._outlet,
            previews=previews,
            tracebacks=Tracebacks(document),
            channels=channels,
            take_unstorable=lambda _checkpoint: dict(unstorable or {}),
            take_output=self.printed.append,
            clock_s=lambda: next(ticks) / 1000,
            inner=inner or {},
        )
        self.gate = RunGate("end", on_pause=lambda _point, _reason: None)
        self.values = Values(previews)
        self.translator = Translator(
            scene, RunTold("run", "thread", "input", {"plan": "p"}, None), self.gate, self.values
        )

    @property
    def events(self) -> list[AnyEvent]:
        return self._outlet.events

    def tell(self, *told: facts.Fact) -> list[AnyEvent]:
        """Tell facts, and return the events of these alone."""
        before = len(self.events)
        for fact in told:
            self.translator(fact)
        return self.events[before:]


def planned(*names: str, step: int = 1, ns: str = "") -> facts.StepPlanned:
    tasks = tuple(
        facts.PlannedTask(f"id-{name}", name, ("__pregel_pull", name), (), {}, {}, restored=False) for name in names
    )
    return facts.StepPlanned(ns, step, tasks)


def finished(node: str, *writes: facts.Write, step: int = 1) -> facts.TaskFinished:
    return facts.TaskFinished("", step, f"id-{node}", node, None, writes, 0.0125, ())


def updated(channel: str, value: object, *writes: facts.ChannelWrite, **fields: Any) -> facts.ChannelUpdated:
    told = facts.ChannelUpdated("", 1, channel, "write", writes, value, MISSING, True, 1, 2, True)
    return msgspec.structs.replace(told, **fields)


def committed(step: int = 1, *due: facts.Due) -> facts.StepCommitted:
    return facts.StepCommitted("", step, "loop", "c2", "c1", ("plan",), due)


def aborted(reason: str, error: BaseException | None = None, *kept: facts.KeptWrites) -> facts.StepAborted:
    return facts.StepAborted("", 1, reason, error, kept)  # type: ignore[arg-type]  # one of the reasons
