"""What one event does to the run's view. Pure: each function gives a new view."""

from __future__ import annotations

from msgspec.structs import replace

from stepgraph.protocol.events import RunFailed, RunFinished, RunPaused, RunStarted, RunStopped, WorkerLost
from stepgraph.protocol.snapshot import RunStatus, RunView

NO_RUN = RunView(
    run="",
    kind=None,
    status="none",
    reason=None,
    thread=None,
    step=None,
    phase=None,
    channel=None,
    recursion_limit=None,
    sentence=None,
    output=None,
)


def started(event: RunStarted) -> RunView:
    """A call began: nothing of the run before is told any more."""
    return replace(
        NO_RUN,
        run=event.run,
        kind=event.kind,
        status="running",
        thread=event.thread,
        step=event.step,
        recursion_limit=event.recursion_limit,
    )


def gone_on(view: RunView, step: int | None) -> RunView:
    """A superstep is at work: a run that was paused goes on, which nothing else tells."""
    return _at(view, "running", step=step) if view.status in {"running", "paused"} else view


def paused(view: RunView, event: RunPaused) -> RunView:
    """The run waits before a phase, of the root or of a graph inside."""
    waits = _at(view, "paused", step=event.step)
    return replace(waits, run=event.run, reason=event.reason, phase=event.phase, channel=event.channel, ns=event.ns)


def finished(view: RunView, event: RunFinished) -> RunView:
    """Nothing is due any more."""
    return replace(_at(view, "finished", step=event.step), output=event.output)


def failed(view: RunView, event: RunFailed) -> RunView:
    """The run ended by an error."""
    return replace(_at(view, "failed", step=event.step), reason=event.code, sentence=event.sentence)


def stopped(view: RunView, event: RunStopped) -> RunView:
    """A person ended the run."""
    return replace(_at(view, "stopped", step=event.step), reason=event.reason, phase=event.phase)


def lost(view: RunView, event: WorkerLost) -> RunView:
    """The worker is gone; a run that had ended before has still ended as it did."""
    if view.status in {"running", "paused"}:
        return replace(_at(view, "lost", step=view.step), sentence=event.sentence)
    return replace(view, sentence=event.sentence)


def _at(view: RunView, status: RunStatus, *, step: int | None) -> RunView:
    return replace(view, status=status, step=step, reason=None, phase=None, channel=None, sentence=None, ns="")
