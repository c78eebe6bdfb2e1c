"""One run under the debugger's eyes: from its order to the event that says how it ended or where it waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from stepgraph.constants import CHECKPOINT_ID, CHECKPOINT_NS, CONF, MISSING, THREAD_ID
from stepgraph.debugger.endings import Endings
from stepgraph.debugger.gate import Reason, RunGate, Until
from stepgraph.debugger.restore import restored
from stepgraph.debugger.runs_inside import is_listed
from stepgraph.debugger.scene import RunTold, Scene
from stepgraph.debugger.translate import Translator
from stepgraph.debugger.values import Values
from stepgraph.pregel.facts import RunStarted, TaskStarted
from stepgraph.pregel.gate import GatePoint
from stepgraph.pregel.pregel import Pregel
from stepgraph.protocol import events
from stepgraph.types import Command

Over: TypeAlias = Literal["ended", "waits"]


@dataclass(frozen=True, slots=True)
class RunOrder:
    """What is to be run: a new input, or on from a checkpoint (None: the thread's newest)."""

    run: str
    thread: str
    kind: Literal["input", "resume", "fork"]
    input: object = None
    context: object = None
    recursion_limit: int | None = None
    checkpoint: str | None = None
    until: Until = "end"
    max_steps: int | None = None
    undeclared: tuple[str, ...] = ()
    """Keys of the input that the schema does not declare."""
    answers: Mapping[str, object] | None = None
    """To questions that wait, by their ids, for a run that goes on."""

    def going_on(self, until: Until, answers: Mapping[str, object] | None = None) -> RunOrder:
        """Return the order by which this run goes on from where it waits, with answers to what it asks."""
        return RunOrder(
            run=self.run,
            thread=self.thread,
            kind="resume",
            context=self.context,
            recursion_limit=self.recursion_limit,
            until=until,
            answers=answers,
        )

    @property
    def given(self) -> object:
        """What the engine is called with: the input, answers, or nothing to go on as it stands."""
        if self.kind == "input":
            return self.input
        return None if self.answers is None else Command(resume=dict(self.answers))


@dataclass(frozen=True, slots=True)
class Watch:
    """Who is called in the run's thread."""

    held: Callable[[], None] = lambda: None
    """The gate holds the run, and that was told."""
    over: Callable[[Over], None] = lambda _how: None
    """The run is over, or it waits to be resumed; that is told next, since whoever hears of it may ask for more."""


class TracedRun:
    """A run that tells events. `run` blocks; `gate` is how another thread steers it meanwhile."""

    def __init__(
        self, graph: Pregel, scene: Scene, order: RunOrder, *, saver: Any, values: Values, watch: Watch = Watch()
    ) -> None:
        # Any: a saver of any class.
        self._watch = watch
        self._telling = threading.RLock()
        self._graph = graph
        self._scene = scene
        self._order = order
        self._saver = saver
        self._values = values
        self.gate = RunGate(order.until, on_pause=self._paused, max_steps=order.max_steps, clock_s=scene.clock_s)
        told = RunTold(order.run, order.thread, order.kind, self._input_shown, order.context)
        self.translator = Translator(scene, told, self.gate, values)

    @property
    def running(self) -> tuple[str, ...]:
        """The nodes that run now."""
        return self.translator.running

    def run(self) -> None:
        """Run to an end, or to a pause that no gate holds, from where it can be resumed."""
        endings = Endings(self._scene, self._order.run, self.translator, self.gate)
        self._restore()
        try:
            output = self._trace()
        except BaseException as error:  # noqa: BLE001  SystemExit of a node must not end the process
            self._watch.over("ended")
            endings.raised(error)
        else:
            self._watch.over("waits" if endings.is_waiting else "ended")
            endings.returned(output, self._graph)
        self._scene.outlet.flush()

    @property
    def _input_shown(self) -> object:
        return self._order.input if self._order.kind == "input" else MISSING

    def _trace(self) -> object:
        order = self._order
        config = run_config(order.thread, order.checkpoint)
        if order.recursion_limit is not None:
            config["recursion_limit"] = order.recursion_limit
        options: dict[str, Any] = {
            "context": order.context,
            "observe": self._observe,
            "gate": self.gate,
            "saver": self._saver,
        }
        if needs_event_loop(self._graph):
            return asyncio.run(self._graph.atrace(order.given, config, **options))
        return self._graph.trace(order.given, config, **options)

    def _observe(self, fact: Any) -> None:
        # Any: the translator takes every fact. Graphs inside tell theirs in the threads of the tasks that call them.
        with self._telling:
            self._tell(fact)

    def _tell(self, fact: Any) -> None:
        self.translator(fact)
        if type(fact) is TaskStarted and self.gate.is_stepping:
            # The node may end the process: what it was about to do must be known by then.
            self._scene.outlet.flush()
        elif type(fact) is RunStarted:
            if fact.ns == "":
                self._tell_undeclared()
            else:
                self._restore_inside(fact)

    def _tell_undeclared(self) -> None:
        for key in self._order.undeclared:
            self._scene.outlet.tell(
                events.EngineWarned(
                    run=self._order.run,
                    ns="",
                    step=None,
                    code="input.undeclared_key",
                    sentence=f'The input has the key "{key}", which the graph\'s input schema does not declare: '
                    "it reaches no channel.",
                    node=None,
                    channel=key,
                )
            )

    def _restore(self) -> None:
        """Tell the state at the checkpoint that the run starts from, unless that is the last that was told."""
        order = self._order
        if order.checkpoint is not None and order.checkpoint == self._values.tip:
            return
        if order.checkpoint is None and self._values.tip is not None:
            return
        tell_restored(
            self._graph,
            self._scene,
            self._values,
            saver=self._saver,
            run=order.run,
            config=run_config(order.thread, order.checkpoint),
        )

    def _restore_inside(self, fact: RunStarted) -> None:
        """Tell the state that a graph inside goes on from, unless that is what was told of it last."""
        program = fact.program
        if program is None or not is_listed(fact, self._scene.inner):
            return
        if self._values.begins_inside(fact.ns, fact.checkpoint_id):
            configurable = {THREAD_ID: self._order.thread, CHECKPOINT_NS: fact.ns, CHECKPOINT_ID: fact.checkpoint_id}
            saved = self._saver.get_tuple({CONF: configurable})
            if saved is not None:
                self._scene.outlet.tell(restored(saved, program, values=self._values, run=self._order.run))

    def _paused(self, point: GatePoint, reason: Reason) -> None:
        with self._telling:
            self._scene.take_output("")
            self._scene.outlet.tell(
                events.RunPaused(
                    run=self._order.run,
                    ns=point.ns,
                    reason=reason,
                    step=point.step,
                    phase=point.phase,
                    channel=point.channel,
                    node=None,
                )
            )
            self._scene.outlet.flush()
        self._watch.held()


def needs_event_loop(graph: Pregel) -> bool:
    """Tell whether code of a graph, or of a graph that one of its nodes is, can only be awaited."""
    if graph.has_async_nodes:
        return True
    sources = (getattr(node.action, "source", None) for node in graph.program.nodes.values())
    # A node that only calls a graph awaits it itself, or cannot.
    return any(needs_event_loop(source) for source in sources if isinstance(source, Pregel))


def run_config(thread: str, checkpoint: str | None) -> Any:
    """Return the config of a call on one thread. Any: the reference's config is a dict with optional keys."""
    configurable = {THREAD_ID: thread, CHECKPOINT_NS: ""}
    if checkpoint is not None:
        configurable[CHECKPOINT_ID] = checkpoint
    return {CONF: configurable}


def tell_restored(graph: Pregel, scene: Scene, values: Values, *, saver: Any, run: str, config: Any) -> None:
    """Tell the state at a checkpoint as the live end, if there is such a checkpoint."""
    saved = saver.get_tuple(config)
    if saved is not None:
        values.tip = saved.checkpoint["id"]
        values.forget_inside()
        scene.outlet.tell(restored(saved, graph.program, values=values, run=run))
