"""Events with everything that a test does not care about filled in, and logs of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from stepgraph.protocol import events
from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.fold import EMPTY, Folder
from stepgraph.protocol.graph import GraphChannel, GraphNode, InnerGraph
from stepgraph.protocol.snapshot import Snapshot
from stepgraph.protocol.values import MISSING, Preview

RUN = "run-1"
NO_TIME = events.Durations(plan=0, execute=0, apply=0, commit=0)


def shown(value: object) -> Preview:
    """A preview of a small value."""
    kinds = {str: "str", int: "int", list: "list", type(None): "none", bool: "bool"}
    text = f'"{value}"' if isinstance(value, str) else repr(value)
    return Preview(kind=kinds[type(value)], text=text, type=type(value).__name__)  # type: ignore[arg-type]  # of the table


def folded(log: Sequence[AnyEvent], start: Snapshot = EMPTY) -> Snapshot:
    """The picture after these events."""
    folder = Folder(start)
    for seq, event in enumerate(log, start=start.seq + 1):
        folder.fold(seq, event)
    return folder.snapshot()


def compiled(
    nodes: Mapping[str, Sequence[str]], channels: Mapping[str, str], *, changed: bool = False
) -> events.GraphCompiled:
    """A graph of nodes with their triggers, and channels with their kinds."""
    return events.GraphCompiled(
        run="",
        ns="",
        document="graph.py",
        graph="graph",
        source_hash="0",
        changed=changed,
        nodes=tuple(
            GraphNode(name=n, triggers=tuple(t), defer=False, function=n, line=1, end_line=2, doc=None)
            for n, t in nodes.items()
        ),
        channels=tuple(
            GraphChannel(
                name=name,
                kind=kind,
                type="str",
                argument=None,
                role="internal" if ":" in name or name.startswith("__") else "state",
                io="none",
                initial=MISSING,
            )
            for name, kind in channels.items()
        ),
        managed=(),
        edges=(),
        input_keys=(),
        output_keys=(),
        input_schema=None,
        context_schema=None,
        prefill=None,
        interrupt_before=(),
        interrupt_after=(),
        checkpointer_replaced=False,
    )


def inner(path: str, graph: events.GraphCompiled, *, called: bool = False) -> InnerGraph:
    """That graph as one inside of a node."""
    return InnerGraph(
        path=path,
        called=called,
        nodes=graph.nodes,
        channels=graph.channels,
        managed=graph.managed,
        edges=graph.edges,
        input_keys=graph.input_keys,
        output_keys=graph.output_keys,
    )


def run_started(step: int, *, kind: Literal["input", "resume", "fork"] = "input", run: str = RUN) -> events.RunStarted:
    return events.RunStarted(
        run=run,
        ns="",
        kind=kind,
        thread="t-1",
        checkpoint=None,
        step=step,
        recursion_limit=25,
        input=MISSING,
        context=MISSING,
    )


def run_paused(step: int, phase: events.Phase = "plan", *, run: str = RUN) -> events.RunPaused:
    return events.RunPaused(run=run, ns="", reason="step", step=step, phase=phase, channel=None, node=None)


def wake(channel: str, version: int | None, seen: int | None = None) -> events.Wake:
    fired = version is not None and (seen is None or version > seen)
    return events.Wake(channel=channel, version=version, seen=seen, fired=fired)


def task(node: str, *wakes: events.Wake, restored: bool = False) -> events.PlannedTask:
    return events.PlannedTask(
        id=f"task-{node}", node=node, path=("pull", node), wakes=wakes, managed={}, restored=restored
    )


def planned(step: int, *tasks: events.PlannedTask) -> events.StepPlanned:
    return events.StepPlanned(run=RUN, ns="", step=step, tasks=tasks)


def task_started(step: int, node: str) -> events.TaskStarted:
    return events.TaskStarted(run=RUN, ns="", step=step, task=f"task-{node}", node=node, input=MISSING)


def finished(step: int, node: str, *channels: str, duration_ms: float = 1) -> events.TaskFinished:
    return events.TaskFinished(
        run=RUN,
        ns="",
        step=step,
        task=f"task-{node}",
        node=node,
        writes=tuple(events.Write(channel=channel, value=shown(1), via="state") for channel in channels),
        ignored=(),
        duration_ms=duration_ms,
    )


def failed(step: int, node: str) -> events.TaskFailed:
    return events.TaskFailed(
        run=RUN,
        ns="",
        step=step,
        task=f"task-{node}",
        node=node,
        error="ValueError",
        sentence=f"{node} raised ValueError.",
        code="",
        traceback=(),
        writes=(),
        duration_ms=1,
    )


def question(name: str) -> events.Question:
    return events.Question(id=name, value=shown(f"{name}?"))


def interrupted(step: int, node: str, *questions: events.Question) -> events.TaskInterrupted:
    return events.TaskInterrupted(
        run=RUN, ns="", step=step, task=f"task-{node}", node=node, questions=questions, duration_ms=1
    )


def printed(step: int, node: str, text: str) -> events.TaskOutput:
    return events.TaskOutput(
        run=RUN, ns="", step=step, task=f"task-{node}", node=node, stream="stdout", text=text, cut=0
    )


def written(node: str, value: object) -> events.ChannelWrite:
    return events.ChannelWrite(task=f"task-{node}", node=node, value=shown(value))


def updated(
    step: int,
    channel: str,
    value: Preview,
    versions: tuple[int | None, int | None],
    *writes: events.ChannelWrite,
    returned: bool = True,
    available: bool = True,
) -> events.ChannelUpdated:
    return events.ChannelUpdated(
        run=RUN,
        ns="",
        step=step,
        channel=channel,
        kind="LastValue",
        cause="write" if writes else "empty",
        writes=writes,
        value_before=None,
        value_after=value,
        returned=returned,
        version_before=versions[0],
        version_after=versions[1],
        available=available,
    )


def consumed(step: int, channel: str, versions: tuple[int, int], *, available: bool = False) -> events.ChannelConsumed:
    return events.ChannelConsumed(
        run=RUN,
        ns="",
        step=step,
        channel=channel,
        returned=True,
        version_before=versions[0],
        version_after=versions[1],
        available=available,
    )


def channel_finished(step: int, channel: str, value: Preview, versions: tuple[int, int]) -> events.ChannelFinished:
    return events.ChannelFinished(
        run=RUN,
        ns="",
        step=step,
        channel=channel,
        returned=True,
        value_after=value,
        version_before=versions[0],
        version_after=versions[1],
        available=True,
    )


def conflicted(step: int, channel: str, *writes: events.ChannelWrite) -> events.ChannelConflicted:
    return events.ChannelConflicted(
        run=RUN,
        ns="",
        step=step,
        channel=channel,
        kind="LastValue",
        writes=writes,
        code="INVALID_CONCURRENT_GRAPH_UPDATE",
        sentence=f"{channel} can receive only one value per step.",
        repairs=(),
    )


def committed(
    step: int,
    checkpoint: str,
    parent: str | None,
    *due: str,
    source: Literal["input", "loop", "update", "fork"] = "loop",
) -> events.StepCommitted:
    return events.StepCommitted(
        run=RUN,
        ns="",
        step=step,
        source=source,
        checkpoint=checkpoint,
        parent=parent,
        updated=(),
        next=tuple(events.Due(node=node, wakes=(wake(f"to:{node}", step + 1),)) for node in due),
        durations=NO_TIME,
        unstorable={},
    )


def aborted(step: int, reason: str = "update_failed") -> events.StepAborted:
    return events.StepAborted(run=RUN, ns="", step=step, reason=reason, sentence="", kept=())  # type: ignore[arg-type]  # a test names it


def edited(step: int, parent: str) -> events.StateEdited:
    return events.StateEdited(run="edit-1", ns="", step=step, parent=parent, how="node", node="a", writes=())


def restored(checkpoint: str, step: int, cells: Iterable[events.RestoredCell], *due: str) -> events.StateRestored:
    return events.StateRestored(
        run="",
        ns="",
        checkpoint=checkpoint,
        step=step,
        cells=tuple(cells),
        next=tuple(events.Due(node=node, wakes=()) for node in due),
    )


def warned(code: str) -> events.EngineWarned:
    return events.EngineWarned(run=RUN, ns="", step=None, code=code, sentence="", node=None, channel=None)
