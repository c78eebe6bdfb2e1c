"""How a run ended, as the event that says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from stepgraph.debugger.gate import RunGate
from stepgraph.debugger.scene import Scene
from stepgraph.debugger.tracebacks import code_of, error_text, first_line, task_of
from stepgraph.debugger.translate import Translator
from stepgraph.errors import GraphRecursionError
from stepgraph.pregel.gate import GatePoint
from stepgraph.pregel.pregel import Pregel
from stepgraph.protocol import events


class Endings:
    """Tells the last event of one run."""

    def __init__(self, scene: Scene, run: str, translator: Translator, gate: RunGate) -> None:
        self._scene = scene
        self._run = run
        self._translator = translator
        self._gate = gate

    @property
    def _step(self) -> int:
        """The superstep that the run stood at: the open one, or the one that would come next."""
        end = self._translator.end
        return -1 if end is None else end.step

    @property
    def is_waiting(self) -> bool:
        """Whether a run that raised nothing waits at a breakpoint or for answers."""
        return self._reason == "interrupted"

    @property
    def _reason(self) -> str:
        end = self._translator.end
        return "done" if end is None else end.reason

    def returned(self, output: object, graph: Pregel) -> None:
        """Tell how a run ended that raised nothing."""
        if self.is_waiting:
            self._waits(graph)
        elif self._reason == "stopped":
            self._stopped()
        else:
            self._scene.outlet.tell(
                events.RunFinished(run=self._run, ns="", step=self._step - 1, output=self._scene.previews.of(output))
            )

    def raised(self, error: BaseException) -> None:
        """Tell how a run ended that raised."""
        was_interrupted = isinstance(error, KeyboardInterrupt) and self._gate.is_halted
        self._close_step(error, was_interrupted=was_interrupted)
        if was_interrupted:
            self._stopped()
            return
        self._scene.outlet.tell(
            events.RunFailed(
                run=self._run,
                ns="",
                step=self._step,
                code=code_of(error, self._translator.failure_code),
                error=error_text(error),
                sentence=self._sentence(error),
            )
        )

    def _sentence(self, error: BaseException) -> str:
        if isinstance(error, GraphRecursionError):
            return (
                f"The run used up its recursion limit of {error.limit} supersteps before nothing was due any more. "
                "Raise the limit, or look for the edge or router that never ends the loop."
            )
        where = self._scene.tracebacks.where(error)
        node = task_of(error)
        at = "" if node is None else f', at "{node}"'
        return f"The run failed in superstep {self._step}{at}{where}: {first_line(error)}"

    def _waits(self, graph: Pregel) -> None:
        """Tell that the run waits at a breakpoint, or for answers."""
        asked = self._translator.asked
        before = _first_in(self._translator.due, graph.interrupt_before_nodes)
        after = _first_in(self._translator.ran, graph.interrupt_after_nodes)
        inside = self._translator.waits_inside
        reason: Literal["question", "breakpoint"] = "question" if asked else "breakpoint"
        self._scene.outlet.tell(
            events.RunPaused(
                run=self._run,
                ns="",
                reason=reason,
                step=self._step,
                phase="execute" if asked or inside or before else "plan",
                channel=None,
                node=asked or inside or before or after,
            )
        )

    def _stopped(self) -> None:
        point = self._gate.stopped_at
        if point is not None and point.ns:
            # A graph inside was stopped, while a node of the root was at work.
            point = GatePoint("", self._step, "execute", None)
        self._scene.outlet.tell(
            events.RunStopped(
                run=self._run,
                ns="",
                reason="asked",
                step=self._step if point is None else point.step,
                phase=None if point is None else point.phase,
            )
        )

    def _close_step(self, error: BaseException, *, was_interrupted: bool) -> None:
        """Tell the end of a superstep that the engine could not tell: a node ended the program or was interrupted."""
        step = self._translator.open_step
        if step is None:
            return
        self._scene.take_output("")
        node = " and ".join(f'"{name}"' for name in self._translator.running) or "a node"
        if was_interrupted:
            sentence = f"Superstep {step} was given up, since the run was stopped while {node} was at work."
        else:
            what = first_line(error)
            sentence = f"Superstep {step} came to nothing, since {node} tried to end the program: {what}"
            self._translator.fail_running(error)
        self._translator.abort_open_step("stopped" if was_interrupted else "task_failed", sentence)


def _first_in(nodes: Iterable[str], listed: Sequence[str]) -> str | None:
    """Return the first node that a list of breakpoints names; "*" names them all."""
    return next((node for node in nodes if listed == "*" or node in listed), None)
