"""The worker: what the server asks of it, and the run that it has."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from stepgraph.debugger.input_check import InputRefused, read_answers
from stepgraph.debugger.stage import Stage
from stepgraph.debugger.traced_run import Over, RunOrder, TracedRun, Watch
from stepgraph.protocol.compiled import identity_of
from stepgraph.protocol.events import Due, GraphRejected, RunStopped
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import (
    Begin,
    Credit,
    Done,
    Edit,
    Go,
    Halt,
    Hold,
    Load,
    Quit,
    Tell,
    ToWorker,
    Waits,
)
from stepgraph.worker.choosing import choose, read_document
from stepgraph.worker.editing import Preview, edit, preview
from stepgraph.worker.frames import FrameSocket
from stepgraph.worker.importing import Rejected
from stepgraph.worker.interrupts import Interrupts
from stepgraph.worker.opened import Ways, compiled, open_graph

Job = Callable[[], None]


class Worker:
    """Answers frames in the thread that reads them; imports, runs and edits in the main thread, one after the other.

    The main thread, because Ctrl-C's signal reaches only that one, and user code may expect it.
    """

    def __init__(self, line: FrameSocket, ways: Ways, interrupts: Interrupts) -> None:
        self._line = line
        self._ways = ways
        self._outbox = ways.outbox
        self._interrupts = interrupts
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._stage: Stage | None = None
        self._run: TracedRun | None = None
        self._waiting: RunOrder | None = None
        """How a run goes on that waits without a gate: at a breakpoint, for answers, after an edit."""
        self._answers: dict[type, Callable[..., None]] = {
            Load: self._take_load,
            Begin: self._take_begin,
            Edit: self._take_edit,
            Go: self._take_go,
            Hold: self._take_hold,
            Halt: self._take_halt,
            Credit: lambda frame: self._outbox.credit(frame.batches),
            Tell: ways.desk.told,
            Quit: self._take_quit,
        }

    def work(self) -> None:
        """Do what waits to be done, for ever. Called by the main thread."""
        while True:
            self._jobs.get()()

    def take(self, frame: ToWorker) -> None:
        """Take one frame of the server's. Called by the thread that reads them."""
        answer = self._answers.get(type(frame))
        if answer is not None:
            answer(frame)

    # Frames, in the thread that reads them.

    def _take_load(self, frame: Load) -> None:
        self._jobs.put(lambda: self._load(frame))

    def _take_begin(self, frame: Begin) -> None:
        stage = self._stage
        try:
            if stage is None:
                raise InputRefused("document.not_loaded", "No graph is loaded, so there is nothing to run.")
            order = _order(frame, stage)
        except InputRefused as refusal:
            self._refuse(frame.id, refusal.code, str(refusal))
            return
        if not self._make_way():
            self._refuse(frame.id, "run.running", "The run is at work: pause or stop it first.")
            return
        self._jobs.put(lambda: self._begin(frame.id, stage, order))

    def _take_edit(self, frame: Edit) -> None:
        stage = self._stage
        run = self._run
        paused_at = None if run is None else run.gate.paused_at
        if stage is None:
            self._refuse(frame.id, "document.not_loaded", "No graph is loaded, so there is no state to edit.")
        elif run is not None and paused_at is None:
            self._refuse(frame.id, "run.running", "The run is at work: pause or stop it first.")
        elif paused_at is not None and paused_at.phase == "channel":
            sentence = "The run is held in the middle of a superstep's updates: step to its end first."
            self._refuse(frame.id, "run.inside_apply", sentence)
        elif frame.dry:
            # In a thread of its own: a held run keeps the main one, and a router that hangs must not keep this one.
            threading.Thread(target=self._preview, args=(frame, stage), daemon=True).start()
        else:
            self._make_way()
            self._jobs.put(lambda: self._edit(frame, stage))

    def _take_go(self, frame: Go) -> None:
        try:
            answers = read_answers(frame.answers)
        except InputRefused as refusal:
            self._refuse(frame.id, refusal.code, str(refusal))
            return
        with self._lock:
            run, waiting, stage = self._run, self._waiting, self._stage
            self._waiting = None
        if run is not None and frame.answers is None:
            # Answered first: what the run does next may end the process.
            self._line.send(Waits(()))
            self._done(frame.id)
            run.gate.go(frame.until)
        elif waiting is not None and stage is not None:
            self._jobs.put(lambda: self._begin(frame.id, stage, waiting.going_on(frame.until, answers)))
        else:
            self._refuse(frame.id, "run.not_paused", "There is no run to go on with: start one with an input.")

    def _take_hold(self, frame: Hold) -> None:
        run = self._run
        if run is not None:
            run.gate.hold()
            if run.gate.paused_at is None:
                self._line.send(Waits(run.running))
        elif self._waiting is None:
            self._refuse(frame.id, "run.not_running", "No run is at work, so there is nothing to pause.")
            return
        self._done(frame.id)

    def _take_halt(self, frame: Halt) -> None:
        with self._lock:
            run, waiting = self._run, self._waiting
            self._waiting = None
        if run is not None:
            self._interrupts.allow()
            run.gate.halt()
        elif waiting is not None:
            self._outbox.tell(RunStopped(run=waiting.run, ns="", reason="asked", step=None, phase=None))
            self._outbox.finish()
        else:
            self._refuse(frame.id, "run.not_running", "No run is at work, so there is nothing to stop.")
            return
        self._done(frame.id)

    def _take_quit(self, _frame: Quit) -> None:
        self._outbox.finish()
        os._exit(0)

    def _make_way(self) -> bool:
        """End a run that is held, so that another can begin; return False when a run is at work."""
        with self._lock:
            run = self._run
            self._waiting = None
        if run is not None:
            if run.gate.paused_at is None:
                return False
            run.gate.halt()
        return True

    # Jobs, in the main thread.

    def _load(self, frame: Load) -> None:
        self._stage = None
        self._interrupts.allow()
        try:
            source_hash = read_document(frame.path).hash
            if frame.trusted_hash not in (None, source_hash):
                raise _changed_since_trusted(frame.path)
            chosen = choose(frame.path, frame.graph)
            stage = open_graph(chosen, self._ways)
            told = compiled(stage, chosen, document=frame.path, source_hash=source_hash)
            if frame.known_graph != identity_of(told):
                self._outbox.tell(replace(told, changed=frame.known_graph is not None))
            self._stage = stage
        except Rejected as rejected:
            self._outbox.tell(
                GraphRejected(
                    run="",
                    ns="",
                    document=frame.path,
                    problems=(rejected.problem,),
                    candidates=rejected.candidates,
                )
            )
        finally:
            self._interrupts.forbid()
        self._outbox.finish()
        self._done(frame.id)

    def _begin(self, number: int, stage: Stage, order: RunOrder) -> None:
        watch = Watch(held=lambda: self._line.send(Waits(())), over=partial(self._over, order))
        run = TracedRun(stage.graph, stage.scene, order, saver=stage.saver, values=stage.values, watch=watch)
        self._ways.printed.run = order.run
        with self._lock:
            self._run = run
        self._done(number)
        run.run()
        self._outbox.finish()
        self._line.send(Waits(()))

    def _over(self, order: RunOrder, how: Over) -> None:
        # Before the last event is told, since whoever hears of it may ask for the next run at once.
        self._interrupts.forbid()
        with self._lock:
            self._run = None
            self._waiting = order if how == "waits" else None

    def _edit(self, frame: Edit, stage: Stage) -> None:
        try:
            self._waiting = edit(frame, stage)
        except InputRefused as refusal:
            self._refuse(frame.id, refusal.code, str(refusal))
            return
        self._outbox.finish()
        self._done(frame.id)

    def _preview(self, frame: Edit, stage: Stage) -> None:
        try:
            found: Preview = preview(frame, stage)
        except InputRefused as refusal:
            self._refuse(frame.id, refusal.code, str(refusal))
            return
        self._done(frame.id, next_due=found.next, dropped=found.dropped)

    # Answers.

    def _done(
        self, number: int, *, next_due: tuple[Due, ...] | None = None, dropped: tuple[Due, ...] | None = None
    ) -> None:
        self._line.send(Done(id=number, problem=None, next=next_due, dropped=dropped))

    def _refuse(self, number: int, code: str, sentence: str) -> None:
        self._line.send(Done(id=number, problem=Problem(code=code, sentence=sentence)))


def _order(frame: Begin, stage: Stage) -> RunOrder:
    """Return what a Begin asks for, its input read and checked. Raises InputRefused."""
    value, undeclared = stage.read_input(frame.input) if frame.kind == "input" else (None, ())
    context = stage.read_context(frame.context)
    return RunOrder(
        run=frame.run,
        thread=frame.thread,
        kind=frame.kind,
        input=value,
        context=context,
        recursion_limit=frame.recursion_limit,
        checkpoint=frame.checkpoint,
        until=frame.until,
        max_steps=frame.max_steps,
        undeclared=undeclared,
        answers=read_answers(frame.answers),
    )


def _changed_since_trusted(path: str) -> Rejected:
    sentence = f"{Path(path).name} was changed after it was trusted, so nothing of it ran. Read it, and trust it again."
    return Rejected(Problem("document.changed", sentence, path=path))
