"""Logs that no engine would write, the same in each run: both sides must fold even these alike."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from stepgraph.protocol import events
from stepgraph.protocol.events import AnyEvent
from tests.protocol import told

NAMES = ("a", "b", "__start__", "constructor")
CHANNELS = ("total", "to:a", "to:b", "toString")
KINDS = ("LastValue", "Topic")
CHECKPOINTS = ("c1", "c2", "c3", "c4")


NESTED = ("a:task-a", "a:task-a|b:task-b", "a:task-b", "a", "a:task-a|1", "a:task-b|b:task-b", "b:task-b")
OFTEN = (24, 16, 2, 1, 1, 1, 1)


def odd_log(seed: int, length: int) -> list[AnyEvent]:
    """A log of that length. The seed decides everything in it."""
    chance = Random(seed)
    return [_inside(_any(chance), chance) for _ in range(length)]


def _inside(event: AnyEvent, chance: Random) -> AnyEvent:
    return replace(event, ns="a:1") if chance.random() < 0.05 else event


def odd_nested_log(seed: int, length: int) -> list[AnyEvent]:
    """A log of a graph with graphs inside, to which most of its events belong."""
    chance = Random(seed)
    return [_nesting_graph(chance), *[_nested(chance) for _ in range(length - 1)]]


def _nested(chance: Random) -> AnyEvent:
    event = _any(chance)
    if isinstance(event, events.GraphCompiled):
        # Seldom, since it forgets all that is inside.
        return _nesting_graph(chance) if chance.random() < 0.1 else _begun_inside(chance)
    if chance.random() < 0.03:
        return _begun_inside(chance)
    return replace(event, ns=_nested_ns(chance)) if chance.random() < 0.9 else event


def _begun_inside(chance: Random) -> AnyEvent:
    event = told.run_started(chance.randrange(3), kind=chance.choice(("input", "resume")))
    return replace(event, ns=_nested_ns(chance), checkpoint=chance.choice((None, "c1", "c1", "c1", "c1")))


def _nested_ns(chance: Random) -> str:
    return chance.choices(NESTED, OFTEN)[0]


def _nesting_graph(chance: Random) -> events.GraphCompiled:
    graph = _graph(chance)
    inner = [told.inner(path, _graph(chance), called=path == "a") for path in ("a", "a|b")]
    return replace(graph, inner=tuple(inner))


def _any(chance: Random) -> AnyEvent:
    step, node, channel = chance.randrange(3), chance.choice(NAMES), chance.choice(CHANNELS)
    kinds: tuple[Callable[[], AnyEvent], ...] = (
        *_runs(chance, step),
        *_tasks(chance, step, node),
        *_channels(chance, step, channel),
        *_channels(chance, step, channel),
        *_steps(chance, step),
        lambda: told.warned(node),
    )
    return chance.choice(kinds)()


def _runs(chance: Random, step: int) -> tuple[Callable[[], AnyEvent], ...]:
    kind = chance.choice(("input", "resume", "fork"))
    phase = chance.choice(("plan", "execute", "apply", "commit"))
    return (
        lambda: told.run_started(step, kind=kind),  # type: ignore[arg-type]  # one of the three
        lambda: told.run_paused(step, phase),  # type: ignore[arg-type]  # one of the four
        lambda: events.RunFinished(run=told.RUN, ns="", step=step, output=told.shown(step)),
        lambda: events.RunFailed(run=told.RUN, ns="", step=step, code="E", error="ValueError", sentence="No."),
        lambda: events.RunStopped(run=told.RUN, ns="", reason="asked", step=step, phase="apply"),
        lambda: events.WorkerLost(
            run="", ns="", exit_code=1, signal=None, last_event=None, checkpoint=None, sentence="Gone."
        ),
        lambda: _graph(chance),
        lambda: events.GraphRejected(run="", ns="", document="graph.py", problems=(), candidates=("graph",)),
    )


def _graph(chance: Random) -> events.GraphCompiled:
    nodes = {name: (f"to:{name}",) for name in NAMES if chance.random() < 0.7}
    return told.compiled(nodes, {name: chance.choice(KINDS) for name in CHANNELS if chance.random() < 0.8})


def _tasks(chance: Random, step: int, node: str) -> tuple[Callable[[], AnyEvent], ...]:
    nodes = [name for name in NAMES if chance.random() < 0.5]
    tasks = [
        told.task(name, _wake(chance, f"to:{name}"), _wake(chance, "total"), restored=chance.random() < 0.2)
        for name in nodes + nodes[:1]
    ]
    return (
        lambda: told.planned(step, *tasks),
        lambda: told.planned(step, *tasks),
        lambda: told.task_started(step, node),
        lambda: replace(told.task_started(step, node), called_by="task-a"),
        lambda: told.printed(step, node, "\N{GRINNING FACE}" * chance.randrange(20)),
        lambda: told.finished(step, node, "total", f"to:{node}", duration_ms=chance.randrange(9)),
        lambda: told.failed(step, node),
        lambda: told.interrupted(step, node, told.question(f"q-{step}")),
    )


def _wake(chance: Random, channel: str) -> events.Wake:
    return told.wake(channel, chance.choice((None, 1, 2)), chance.choice((None, 1)))


def _channels(chance: Random, step: int, channel: str) -> tuple[Callable[[], AnyEvent], ...]:
    versions = (chance.randrange(4), chance.randrange(4))
    writes = [told.written(node, chance.randrange(9)) for node in NAMES if chance.random() < 0.4]
    kind = chance.choice(("LastValue", "NamedBarrierValue"))
    flags = {"returned": chance.random() < 0.7, "available": chance.random() < 0.7}
    return (
        lambda: replace(told.updated(step, channel, told.shown(versions[1]), versions, *writes, **flags), kind=kind),
        lambda: replace(told.consumed(step, channel, versions), **flags),
        lambda: replace(told.channel_finished(step, channel, told.shown("x"), versions), **flags),
        lambda: told.conflicted(step, channel, *writes),
    )


def _steps(chance: Random, step: int) -> tuple[Callable[[], AnyEvent], ...]:
    checkpoint, parent = chance.choice(CHECKPOINTS), chance.choice((None, *CHECKPOINTS))
    source = chance.choice(("input", "loop", "update", "fork"))
    cells = [
        events.RestoredCell(
            channel=name, value=told.shown(step), version=chance.choice((None, 3)), available=True, seen_by={"a": 2}
        )
        for name in CHANNELS
        if chance.random() < 0.5
    ]
    return (
        lambda: told.committed(step, checkpoint, parent, "a", source=source),  # type: ignore[arg-type]  # one of the four
        lambda: told.committed(step, checkpoint, parent),
        lambda: told.aborted(step),
        lambda: told.edited(step, checkpoint),
        lambda: told.restored(checkpoint, step, cells, "b"),
    )
