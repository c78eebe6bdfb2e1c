"""Facts of the engine to events of the wire: the one place where both are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from stepgraph.constants import ERROR, INTERRUPT
from stepgraph.debugger import told
from stepgraph.debugger.channel_story import ChannelStory
from stepgraph.debugger.gate import RunGate
from stepgraph.debugger.phases import PhaseClock
from stepgraph.debugger.runs_inside import RunsInside, is_listed
from stepgraph.debugger.scene import RunTold, Scene
from stepgraph.debugger.task_story import TaskStory
from stepgraph.debugger.tracebacks import first_line, task_of
from stepgraph.debugger.values import Values
from stepgraph.pregel import facts
from stepgraph.protocol import events
from stepgraph.protocol.values import MISSING

ROOT_NS = ""
AbortReason: TypeAlias = Literal["task_failed", "update_failed", "interrupted", "stopped", "plan_failed", "left"]


class Translator:
    """The observer of one run."""

    def __init__(self, scene: Scene, run: RunTold, gate: RunGate, values: Values) -> None:
        self._scene = scene
        self._run = run
        self._gate = gate
        self._tell = scene.outlet.tell
        self._values = values
        self._phases = PhaseClock(scene.clock_s, lambda: gate.paused_s)
        self._tasks = TaskStory(scene, run.run, values, is_halted=lambda: gate.is_halted)
        self._inside = RunsInside(scene)
        self._channels = ChannelStory(scene, run.run, values, self._inside)
        self.due: tuple[str, ...] = ()
        """The nodes that are due at the root's newest checkpoint."""
        self.ran: tuple[str, ...] = ()
        """The nodes of the root's newest superstep."""
        self.committed_step = -1
        """The root's newest superstep that was committed."""
        self.failure_code = "run.failed"
        """Why the root's last superstep came to nothing, if it did."""
        self.end: facts.RunFinished | None = None
        """How the root's run ended, once it has."""
        self.open_step: int | None = None
        """The root's superstep that is planned and neither committed nor given up."""
        self._by_fact: dict[type, Callable[..., None]] = {
            facts.RunStarted: self._run_started,
            facts.RunFinished: self._run_finished,
            facts.StepPlanned: self._step_planned,
            facts.StepCommitted: self._step_committed,
            facts.StepAborted: self._step_aborted,
            facts.StateEdited: self._state_edited,
            facts.Warned: self._warned,
            **self._tasks.by_fact,
            **self._channels.by_fact,
        }

    @property
    def running(self) -> tuple[str, ...]:
        """The nodes that run now."""
        return tuple(dict.fromkeys(node for node, _, _ in list(self._tasks.running.values())))

    @property
    def asked(self) -> str | None:
        """A node that asks a question in the superstep that came to nothing, if one does."""
        return self._tasks.asked

    @property
    def waits_inside(self) -> str | None:
        """A node of that superstep inside of which a graph waits at a breakpoint, if one does."""
        return self._tasks.waits_inside

    def __call__(self, fact: facts.Fact) -> None:
        """Tell one fact."""
        self._phases.close(fact)
        self._by_fact[type(fact)](fact)
        if type(fact) is facts.RunFinished:
            self._phases.forget(fact.ns)
        else:
            # What telling costs belongs to no phase.
            self._phases.open(fact.ns)

    def _run_started(self, fact: facts.RunStarted) -> None:
        is_root = fact.ns == ROOT_NS
        if not is_root:
            self._inside.begin(fact)
            if not is_listed(fact, self._scene.inner):
                # The picture shows the newest run of the graph that it lists; another one is told, but not shown there.
                return
        show = self._scene.previews.of
        self._tell(
            events.RunStarted(
                run=self._run.run,
                ns=fact.ns,
                kind=self._run.kind if is_root else _KINDS[fact.mode],  # type: ignore[arg-type]  # one of the kinds, checked at the edge
                thread=self._run.thread,
                checkpoint=fact.checkpoint_id,
                step=fact.step,
                recursion_limit=fact.stop - fact.step - 1,
                # What a graph inside is given is the input of its first superstep.
                input=show(self._run.input) if is_root else MISSING,
                context=show(self._run.context) if is_root else MISSING,
            )
        )

    def _run_finished(self, fact: facts.RunFinished) -> None:
        if fact.ns == ROOT_NS:
            self.end = fact
        else:
            self._values.forget(fact.ns)
            self._inside.end(fact.ns)
            self._gate.run_ended(fact.ns)

    def _step_planned(self, fact: facts.StepPlanned) -> None:
        if fact.ns == ROOT_NS:
            self.open_step = fact.step
            self.ran = tuple([task.name for task in fact.tasks])
            self._tasks.superstep_planned([task.id for task in fact.tasks])
        show = self._scene.previews.of
        tasks = [
            events.PlannedTask(
                id=task.id,
                node=task.name,
                path=told.path(task.path),
                wakes=told.wakes(task.wakes),
                managed={name: show(value) for name, value in task.managed.items()},
                restored=task.restored,
            )
            for task in fact.tasks
        ]
        self._tell(events.StepPlanned(run=self._run.run, ns=fact.ns, step=fact.step, tasks=tuple(tasks)))

    def _step_committed(self, fact: facts.StepCommitted) -> None:
        checkpoint = fact.checkpoint_id or ""
        self._tell(
            events.StepCommitted(
                run=self._run.run,
                ns=fact.ns,
                step=fact.step,
                source=fact.source,
                checkpoint=checkpoint,
                parent=fact.parent_id,
                updated=fact.updated,
                next=told.due(fact.due),
                durations=self._phases.durations(fact.ns),
                unstorable=self._scene.take_unstorable(checkpoint),
            )
        )
        self._values.superstep_held(fact.ns)
        if fact.ns != ROOT_NS:
            self._values.went_on_inside(fact.ns, checkpoint)
        else:
            self.open_step = None
            self._values.tip = checkpoint
            self.committed_step = fact.step
            self.due = tuple(item.node for item in fact.due)
        self._gate.superstep_ended(fact.ns, is_last=not fact.due)

    def _step_aborted(self, fact: facts.StepAborted) -> None:
        kept = tuple(self._kept(item) for item in fact.kept if _is_kept(item))
        if fact.ns == ROOT_NS:
            self.failure_code = _FAILURE_CODES[fact.reason]
        reason: AbortReason = "left" if told.leaves(fact.ns, fact.error) else fact.reason
        self._abort(fact.ns, fact.step, reason=reason, sentence=self._sentence(fact, reason), kept=kept)

    def _kept(self, item: facts.KeptWrites) -> events.KeptTask:
        writes = self._tasks.wrote.get(item.task_id)
        if writes is None:
            # Kept from an earlier attempt, so its end was not told in this superstep.
            writes = told.writes(item.writes, self._values.written)
        return events.KeptTask(task=item.task_id, node=item.node, writes=writes)

    def abort_open_step(self, reason: AbortReason, sentence: str) -> None:
        """Tell that the root's open superstep came to nothing, where the engine could not."""
        if self.open_step is not None:
            self._abort(ROOT_NS, self.open_step, reason=reason, sentence=sentence, kept=())

    def fail_running(self, error: BaseException) -> None:
        """Tell that the tasks which run ended with an error that the engine does not catch."""
        self.failure_code = "node.exited"
        self._tasks.fail_running(error)

    def _abort(
        self, ns: str, step: int, *, reason: AbortReason, sentence: str, kept: tuple[events.KeptTask, ...]
    ) -> None:
        self._scene.take_output("")
        self._tell(events.StepAborted(run=self._run.run, ns=ns, step=step, reason=reason, sentence=sentence, kept=kept))
        self._values.superstep_undone(ns)
        self._tasks.give_up(ns)
        if ns == ROOT_NS:
            self.open_step = None
        self._gate.superstep_given_up(ns)

    def _state_edited(self, fact: facts.StateEdited) -> None:
        if fact.ns == ROOT_NS:
            self.open_step = fact.step
        self._tell(
            events.StateEdited(
                run=self._run.run,
                ns=fact.ns,
                step=fact.step,
                parent=fact.parent_id,
                how=fact.how,
                node=fact.node,
                writes=told.writes(fact.writes, self._values.written),
            )
        )

    def _warned(self, fact: facts.Warned) -> None:
        self._tell(
            events.EngineWarned(
                run=self._run.run,
                ns=fact.ns,
                step=fact.step,
                code=fact.code,
                sentence=fact.sentence,
                node=fact.node,
                channel=fact.channel,
            )
        )

    def _sentence(self, fact: facts.StepAborted, reason: AbortReason) -> str:
        """Say why a superstep came to nothing."""
        error = fact.error
        why = _ABORTED[reason]
        if error is None or reason == "left":
            return f"Superstep {fact.step} {why}"
        if reason == "plan_failed" and (node := task_of(error)) is not None:
            why = f'could not be planned, since the input of "{node}" could not be made:'
        return f"Superstep {fact.step} {why} {first_line(error)}{self._scene.tracebacks.where(error)}"


_UNFINISHED = frozenset({ERROR, INTERRUPT})


def _is_kept(item: facts.KeptWrites) -> bool:
    """Tell whether a task need not run again: it ended well before the superstep came to nothing."""
    return not any(write.channel in _UNFINISHED for write in item.writes)


_ABORTED: dict[str, str] = {
    "task_failed": "came to nothing, since a node failed:",
    "update_failed": "came to nothing, since a channel refused its update:",
    "plan_failed": "could not be planned, since the input of a node could not be made:",
    "interrupted": "waits, since a node asks a question.",
    "stopped": "was given up, since the run was stopped.",
    "left": "is this graph's last: a node hands the run to the graph around it.",
}
_KINDS = {"input": "input", "resume": "resume", "replay": "fork"}
_FAILURE_CODES: dict[str, str] = {
    "task_failed": "node.raised",
    "update_failed": "channel.refused",
    "plan_failed": "node.input",
    "interrupted": "run.waits",
    "stopped": "run.stopped",
}
