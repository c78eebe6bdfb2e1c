"""Stepping a compiled graph in one's own process: for tests, notebooks and scripts."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Mapping
from typing import Any

from stepgraph.debugger.desk import CheckpointDesk
from stepgraph.debugger.gate import Until
from stepgraph.debugger.graph_picture import Graph
from stepgraph.debugger.outlet import Collected
from stepgraph.debugger.shelf import Shelf
from stepgraph.debugger.stage import set_stage
from stepgraph.debugger.traced_run import Over, RunOrder, TracedRun, Watch
from stepgraph.protocol.events import AnyEvent


class NothingHeld(RuntimeError):
    """There is no run that could go on."""

    code = "run.not_paused"

    def __init__(self) -> None:
        super().__init__("There is no run to go on with: start one with an input.")


class Debugger:
    """Runs a graph in a thread of its own and holds it between supersteps or phases.

    Every method that lets the run go on returns when it is held again or over, with the events of the time between.
    All of them are in `events`.
    """

    def __init__(self, graph: Graph, *, thread: str = "1", path: str = "", shelf: Shelf | None = None) -> None:
        self.shelf = Shelf() if shelf is None else shelf
        self._outlet = Collected(self.shelf.keep)
        desk: CheckpointDesk = self.shelf
        self._stage = set_stage(graph, path=path, outlet=self._outlet, desk=desk)
        self._thread = thread
        self._runs = itertools.count(1)
        self._run: TracedRun | None = None
        self._waiting: RunOrder | None = None
        self._settled = threading.Event()

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """Everything that was told, in order."""
        return tuple(self._outlet.events)

    @property
    def is_held(self) -> bool:
        """Whether a run waits to go on."""
        return self._run is not None or self._waiting is not None

    def start(
        self,
        input: Any,  # noqa: A002  the word of the graph model; Any, since it is whatever the graph takes
        *,
        context: Any = None,
        recursion_limit: int | None = None,
        until: Until = "superstep",
    ) -> tuple[AnyEvent, ...]:
        """Start a run with an input."""
        self.stop()
        order = RunOrder(
            run=self._name(),
            thread=self._thread,
            kind="input",
            input=input,
            context=context,
            recursion_limit=recursion_limit,
            until=until,
        )
        return self._begin(order)

    def fork(
        self, checkpoint: str, *, recursion_limit: int | None = None, until: Until = "superstep"
    ) -> tuple[AnyEvent, ...]:
        """Go on from an earlier checkpoint, as a second child of it."""
        self.stop()
        order = RunOrder(
            run=self._name(),
            thread=self._thread,
            kind="fork",
            recursion_limit=recursion_limit,
            checkpoint=checkpoint,
            until=until,
        )
        return self._begin(order)

    def resume(self, *, recursion_limit: int | None = None, until: Until = "superstep") -> tuple[AnyEvent, ...]:
        """Go on from the thread's newest checkpoint, after a run that failed or was stopped."""
        self.stop()
        order = RunOrder(
            run=self._name(), thread=self._thread, kind="resume", recursion_limit=recursion_limit, until=until
        )
        return self._begin(order)

    def step(self) -> tuple[AnyEvent, ...]:
        """Go on to the end of the next superstep."""
        return self._go("superstep")

    def step_phase(self) -> tuple[AnyEvent, ...]:
        """Go on to the next phase, or inside apply to the next channel."""
        return self._go("phase")

    def run(self) -> tuple[AnyEvent, ...]:
        """Go on to the end."""
        return self._go("end")

    def answer(self, answers: Mapping[str, Any], *, until: Until = "superstep") -> tuple[AnyEvent, ...]:
        """Answer questions that wait, by their ids; every node that asks runs again from its start."""
        waiting = self._waiting
        if waiting is None:
            raise NothingHeld
        return self._begin(waiting.going_on(until, answers))

    def stop(self) -> tuple[AnyEvent, ...]:
        """End the run that is held, if there is one, at its last checkpoint."""
        run, self._waiting = self._run, None
        if run is None:
            return ()
        return self._settle(run.gate.halt)

    def _go(self, until: Until) -> tuple[AnyEvent, ...]:
        run, waiting = self._run, self._waiting
        if run is not None:
            return self._settle(lambda: run.gate.go(until))
        if waiting is None:
            raise NothingHeld
        return self._begin(waiting.going_on(until))

    def _begin(self, order: RunOrder) -> tuple[AnyEvent, ...]:
        stage = self._stage

        def over(how: Over) -> None:
            self._run = None
            self._waiting = order if how == "waits" else None

        watch = Watch(held=self._settled.set, over=over)
        run = TracedRun(stage.graph, stage.scene, order, saver=stage.saver, values=stage.values, watch=watch)
        self._run = run

        def work() -> None:
            run.run()
            self._settled.set()

        return self._settle(threading.Thread(target=work, daemon=True).start)

    def _settle(self, let_go: Callable[[], None]) -> tuple[AnyEvent, ...]:
        before = len(self._outlet.events)
        self._settled.clear()
        let_go()
        self._settled.wait()
        return tuple(self._outlet.events[before:])

    def _name(self) -> str:
        return f"run-{next(self._runs)}"
