"""The worker: what the server asks of it, and the run that it has."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from functools import partial

from stepgraph.debugger.input_check import InputRefused, check_context, check_input, read_json
from stepgraph.debugger.traced_run import Over, RunOrder, TracedRun, Watch
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
from stepgraph.worker.opened import Lines, Opened, compiled, open_graph

Job = Callable[[], None]


class Worker:
    """Answers frames in the thread that reads them; imports, runs and edits in the main thread, one after the other.

    The main thread, because Ctrl-C's signal reaches only that one, and user code may expect it.
    """

    def __init__(self, line: FrameSocket, lines: Lines, interrupts: Interrupts) -> None:
        self._line = line
        self._lines = lines
        self._outbox = lines.outbox
        self._interrupts = interrupts
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._opened: Opened | None = None
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
            Tell: lines.desk.told,
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
        opened = self._opened
        try:
            if opened is None:
                raise InputRefused("document.not_loaded", "No graph is loaded, so there is nothing to run.")
            order = _order(frame, opened)
        except InputRefused as refusal:
            self._refuse(frame.id, refusal.code, str(refusal))
            return
        if not self._make_way():
            self._refuse(frame.id, "run.running", "The run is at work: pause or stop it first.")
            return
        self._jobs.put(lambda: self._begin(frame.id, opened, order))

    def _take_edit(self, frame: Edit) -> None:
        opened = self._opened
        run = self._run
        paused_at = None if run is None else run.gate.paused_at
        if opened is None:
            self._refuse(frame.id, "document.not_loaded", "No graph is loaded, so there is no state to edit.")
        elif run is not None and paused_at is None:
            self._refuse(frame.id, "run.running", "The run is at work: pause or stop it first.")
        elif paused_at is not None and paused_at.phase == "channel":
            sentence = "The run is held in the middle of a superstep's updates: step to its end first."
            self._refuse(frame.id, "run.inside_apply", sentence)
        elif frame.dry:
            # In a thread of its own: a held run keeps the main one, and a router that hangs must not keep this one.
            threading.Thread(target=self._preview, args=(frame, opened), daemon=True).start()
        else:
            self._make_way()
            self._jobs.put(lambda: self._edit(frame, opened))

    def _take_go(self, frame: Go) -> None:
        with self._lock:
            run, waiting, opened = self._run, self._waiting, self._opened
            self._waiting = None
        if run is not None:
            run.gate.go(frame.until)
            self._line.send(Waits(()))
            self._done(frame.id)
        elif waiting is not None and opened is not None:
            order = RunOrder(
                run=waiting.run,
                thread=waiting.thread,
                kind="resume",
                context=waiting.context,
                recursion_limit=waiting.recursion_limit,
                until=frame.until,
            )
            self._jobs.put(lambda: self._begin(frame.id, opened, order))
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
        self._opened = None
        self._interrupts.allow()
        try:
            source_hash = read_document(frame.path).hash
            chosen = choose(frame.path, frame.graph)
            opened = open_graph(chosen, self._lines)
            if frame.known_hash != source_hash:
                changed = frame.known_hash is not None
                self._outbox.tell(
                    compiled(opened, chosen, document=frame.path, source_hash=source_hash, changed=changed)
                )
            self._opened = opened
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

    def _begin(self, number: int, opened: Opened, order: RunOrder) -> None:
        watch = Watch(held=lambda: self._line.send(Waits(())), over=partial(self._over, order))
        run = TracedRun(opened.graph, opened.scene, order, saver=opened.saver, values=opened.values, watch=watch)
        self._lines.printed.run = order.run
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

    def _edit(self, frame: Edit, opened: Opened) -> None:
        try:
            self._waiting = edit(frame, opened)
        except InputRefused as refusal:
            self._refuse(frame.id, refusal.code, str(refusal))
            return
        self._outbox.finish()
        self._done(frame.id)

    def _preview(self, frame: Edit, opened: Opened) -> None:
        try:
            found: Preview = preview(frame, opened)
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


def _order(frame: Begin, opened: Opened) -> RunOrder:
    """Return what a Begin asks for, its input read and checked. Raises InputRefused."""
    value: object = None
    undeclared: tuple[str, ...] = ()
    if frame.kind == "input":
        value = None if frame.input is None else read_json(frame.input, name="input")
        undeclared = check_input(value, opened.schema)
    context = None if frame.context is None else read_json(frame.context, name="context")
    check_context(context, opened.context_schema)
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
    )
