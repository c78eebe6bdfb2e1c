"""What is told when a worker is gone: the superstep that came to nothing, how the process ended, where to go on."""

from __future__ import annotations

import signal
from collections.abc import Iterable
from dataclasses import dataclass

from stepgraph.protocol.events import (
    AnyEvent,
    KeptTask,
    RunStopped,
    StepAborted,
    StepPlanned,
    TaskFinished,
    WorkerLost,
)
from stepgraph.protocol.snapshot import Snapshot
from stepgraph.server.worker_process import WorkerEnd

LAST_WORDS = 400


@dataclass(frozen=True, slots=True)
class Loss:
    """How a worker was lost: the sentence about it, and what is known."""

    sentence: str
    exit_code: int | None = None
    signal: int | None = None


SERVER_ENDED = Loss("The server ended while this run was going on.")


def loss_of(end: WorkerEnd, *, fault: str | None) -> Loss:
    """Say how a worker ended. An exit code of 0 is no success either: nobody asked it to end."""
    if fault is not None:
        sentence = f"The process that ran the graph was ended, because {fault}."
    elif end.signal is not None:
        sentence = f"The process that ran the graph was ended by signal {end.signal}{_name_of(end.signal)}."
    else:
        sentence = f"The process that ran the graph ended by itself, with exit code {end.exit_code}."
    said = end.said.strip()
    if said:
        sentence += f" The last it printed: {said[-LAST_WORDS:]}"
    return Loss(sentence, end.exit_code, end.signal)


def tell_loss(picture: Snapshot, loss: Loss, *, last_event: str | None, kept: tuple[KeptTask, ...]) -> list[AnyEvent]:
    """The events of a run whose worker is gone by itself."""
    lost = WorkerLost(
        run=picture.run.run,
        ns="",
        exit_code=loss.exit_code,
        signal=loss.signal,
        last_event=last_event,
        checkpoint=picture.checkpoint,
        sentence=f"{loss.sentence} {_where_to_go_on(picture)}",
    )
    return [*_abort(picture, loss.sentence, kept), lost]


def tell_killed(picture: Snapshot, *, kept: tuple[KeptTask, ...]) -> list[AnyEvent]:
    """The events of a run that was asked to stop, did not, and was ended."""
    sentence = "The run was stopped while this superstep was at work, by ending its process."
    run = picture.run
    step = run.step if picture.open is None else picture.open.step
    # A run that was held in a graph inside had a node of the root at work.
    phase = run.phase if run.ns == "" else "execute"
    stopped = RunStopped(run=run.run, ns="", reason="killed", step=step, phase=phase)
    return [*_abort(picture, sentence, kept), stopped]


def kept_tasks(events: Iterable[AnyEvent], *, with_writes: frozenset[str]) -> tuple[KeptTask, ...]:
    """The root's tasks of the open superstep that ended, and whose writes are stored on the last checkpoint."""
    kept: dict[str, KeptTask] = {}
    for event in events:
        if event.ns == "" and isinstance(event, StepPlanned):
            kept.clear()
        elif event.ns == "" and isinstance(event, TaskFinished) and event.task in with_writes:
            kept[event.task] = KeptTask(event.task, event.node, event.writes)
    return tuple(kept.values())


def _abort(picture: Snapshot, sentence: str, kept: tuple[KeptTask, ...]) -> list[AnyEvent]:
    if picture.open is None:
        return []
    step = picture.open.step
    return [StepAborted(picture.open.run, "", step=step, reason="worker_lost", sentence=sentence, kept=kept)]


def _where_to_go_on(picture: Snapshot) -> str:
    if picture.checkpoint is None:
        return "Nothing was committed yet, so the run has to start again."
    return "What was committed stands: Run and Step go on from the last checkpoint."


def _name_of(number: int) -> str:
    try:
        return f" ({signal.Signals(number).name})"
    except ValueError:
        return ""
