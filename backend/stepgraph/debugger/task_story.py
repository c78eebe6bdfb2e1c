"""What happens to tasks, as events."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Iterable

from stepgraph.constants import NAMESPACE_SEPARATOR
from stepgraph.debugger import told
from stepgraph.debugger.scene import Scene
from stepgraph.debugger.schema_form import answer_form
from stepgraph.debugger.tracebacks import code_of, error_text, first_line
from stepgraph.debugger.values import Values
from stepgraph.pregel import facts
from stepgraph.protocol import events


class TaskStory:
    """Tells the beginning and the end of tasks, and knows which run."""

    def __init__(
        self, scene: Scene, run: str, values: Values, *, is_halted: Callable[[], bool] = lambda: False
    ) -> None:
        self._scene = scene
        self._is_halted = is_halted
        self._run = run
        self._values = values
        self._tell = scene.outlet.tell
        self.running: dict[str, tuple[str, str, int]] = {}
        """Of the tasks that run now: task id -> node, namespace and superstep."""
        self.asked: str | None = None
        """A node of the root that asks a question in the open superstep."""
        self.waits_inside: str | None = None
        """A node of the root in which a graph waits at a breakpoint in the open superstep."""
        self._places: dict[str, int] = {}
        """Where each of the root's planned tasks stands in its plan."""
        self._failed_nodes: dict[str, str] = {}
        """Of the tasks that failed in the root's open superstep: task id -> node."""
        self.wrote: dict[str, tuple[events.Write, ...]] = {}
        """What the tasks that ended well in the root's open superstep wrote."""
        self.by_fact: dict[type, Callable[..., None]] = {
            facts.TaskStarted: self._started,
            facts.TaskFinished: self._finished,
            facts.TaskFailed: self._failed,
            facts.TaskInterrupted: self._interrupted,
        }

    def superstep_planned(self, tasks: Iterable[str]) -> None:
        """Begin with the tasks of the root's next superstep, by their ids."""
        self._places = {task: place for place, task in enumerate(tasks)}
        self.asked = self.waits_inside = None
        self.wrote.clear()
        self._failed_nodes.clear()

    def give_up(self, ns: str) -> None:
        """Forget the tasks that run in a graph whose superstep came to nothing, and in the graphs inside it."""
        inside = f"{ns}{NAMESPACE_SEPARATOR}" if ns else ""
        for task, (_, own, _) in list(self.running.items()):
            if own == ns or own.startswith(inside):
                del self.running[task]

    def _started(self, fact: facts.TaskStarted) -> None:
        if fact.handles is not None:
            self._handled(fact, fact.handles)
        self.running[fact.task_id] = (fact.node, fact.ns, fact.step)
        self._tell(
            events.TaskStarted(
                run=self._run,
                ns=fact.ns,
                step=fact.step,
                task=fact.task_id,
                node=fact.node,
                input=self._scene.previews.of_input(fact.input, f"input:{fact.ns}"),
                called_by=fact.called_by,
            )
        )

    def _finished(self, fact: facts.TaskFinished) -> None:
        self._ended(fact.task_id)
        self._retried(fact)
        self._placed(fact)
        if fact.is_cached:
            self._tell(events.TaskCached(run=self._run, ns=fact.ns, step=fact.step, task=fact.task_id, node=fact.node))
        writes = told.writes(fact.writes, self._values.written)
        if not fact.ns:
            self.wrote[fact.task_id] = writes
        self._tell(
            events.TaskFinished(
                run=self._run,
                ns=fact.ns,
                step=fact.step,
                task=fact.task_id,
                node=fact.node,
                writes=writes,
                ignored=fact.ignored,
                duration_ms=_milliseconds(fact.duration_s),
            )
        )

    def _failed(self, fact: facts.TaskFailed) -> None:
        if told.leaves(fact.ns, fact.error):
            self._finished(_obeyed(fact))
            return
        self._ended(fact.task_id)
        self._retried(fact)
        self._placed(fact)
        if not isinstance(fact.error, CancelledError):
            # A task that is cancelled since another one failed did nothing wrong: the end of the superstep is its own.
            self._tell_failure(fact)

    def _tell_failure(self, fact: facts.TaskFailed) -> None:
        self._failed_nodes[fact.task_id] = fact.node
        tracebacks = self._scene.tracebacks
        self._tell(
            events.TaskFailed(
                run=self._run,
                ns=fact.ns,
                step=fact.step,
                task=fact.task_id,
                node=fact.node,
                error=error_text(fact.error),
                sentence=f'The node "{fact.node}" failed{tracebacks.where(fact.error)}: {first_line(fact.error)}',
                code=code_of(fact.error, _code(fact.error)),
                traceback=tracebacks.frames(fact.error),
                writes=told.writes(fact.writes, self._values.written),
                duration_ms=_milliseconds(fact.duration_s),
            )
        )

    def _retried(self, fact: facts.TaskFinished | facts.TaskFailed) -> None:
        """Tell of the attempts before the one that ended the task."""
        for failed in fact.failures:
            where = self._scene.tracebacks.where(failed.error)
            self._tell(
                events.TaskRetried(
                    run=self._run,
                    ns=fact.ns,
                    step=fact.step,
                    task=fact.task_id,
                    node=fact.node,
                    attempt=failed.attempt,
                    error=error_text(failed.error),
                    sentence=f'Attempt {failed.attempt} at "{fact.node}" failed{where}: {first_line(failed.error)}',
                    pause_ms=_milliseconds(failed.pause_s),
                )
            )

    def _placed(self, fact: facts.TaskFinished | facts.TaskFailed) -> None:
        """Tell who ran the node's function, when that was not here."""
        if fact.worker:
            placed = events.TaskPlaced(
                run=self._run, ns=fact.ns, step=fact.step, task=fact.task_id, node=fact.node, worker=fact.worker
            )
            self._tell(placed)

    def _handled(self, fact: facts.TaskStarted, failed: str) -> None:
        """Tell whose failure the task that starts takes; one that was planned as well has been told of already."""
        node = self._failed_nodes.get(failed)
        if node is not None:
            self._tell(
                events.TaskHandled(
                    run=self._run,
                    ns=fact.ns,
                    step=fact.step,
                    task=failed,
                    node=node,
                    by=fact.task_id,
                    handler=fact.node,
                )
            )

    def fail_running(self, error: BaseException) -> None:
        """Tell that the tasks which run ended with an error that the engine does not catch."""
        # The innermost first, as if each failure had passed on to the task around it.
        for task, (node, ns, step) in reversed(list(self.running.items())):
            self._ended(task)
            self._tell_failure(facts.TaskFailed(ns, step, task, node, error, (), 0.0))

    def _interrupted(self, fact: facts.TaskInterrupted) -> None:
        self._ended(fact.task_id)
        if not fact.interrupts and self._is_halted():
            # It asks nothing: a graph inside was stopped, and its superstep is given up.
            return
        if not fact.ns and fact.interrupts:
            self.asked = fact.node
        elif not fact.ns:
            self.waits_inside = fact.node
        self._tell(
            events.TaskInterrupted(
                run=self._run,
                ns=fact.ns,
                step=fact.step,
                task=fact.task_id,
                node=fact.node,
                questions=tuple([self._question(item) for item in fact.interrupts]),
                duration_ms=_milliseconds(fact.duration_s),
                place=self._places.get(fact.task_id, 0),
            )
        )

    def _question(self, asked: object) -> events.Question:
        form = getattr(asked, "response_schema", None)
        return events.Question(
            id=str(getattr(asked, "id", "")),
            value=self._scene.previews.of(getattr(asked, "value", asked)),
            form=None if form is None else answer_form(form),
        )

    def _ended(self, task_id: str) -> None:
        self._scene.take_output(task_id)
        self.running.pop(task_id, None)


def _code(error: BaseException) -> str:
    return "node.raised" if isinstance(error, Exception) else "node.exited"


def _obeyed(fact: facts.TaskFailed) -> facts.TaskFinished:
    """Return the end of a task that left its graph as it was told to; what it wrote goes to the graph around."""
    return facts.TaskFinished(
        ns=fact.ns,
        step=fact.step,
        task_id=fact.task_id,
        node=fact.node,
        result=None,
        writes=(),
        duration_s=fact.duration_s,
        ignored=(),
        failures=fact.failures,
        worker=fact.worker,
    )


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 3)
