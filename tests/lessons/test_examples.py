"""Each shipped example as it is opened and run: what it is about can be seen, and the reference agrees."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Iterator
from typing import Any

import pytest

from stepgraph.lessons.catalogue import Example, examples
from stepgraph.protocol.events import (
    ChannelConflicted,
    ChannelFinished,
    ChannelUpdated,
    Event,
    GraphCompiled,
    RunFailed,
    RunFinished,
    StepPlanned,
)
from stepgraph.protocol.values import Preview
from tests.worker.running_worker import RunningWorker

BY_ID = {example.id: example for example in examples()}


@pytest.fixture(scope="module")
def worker() -> Iterator[RunningWorker]:
    """One worker for all examples."""
    with RunningWorker() as running:
        yield running


def run(worker: RunningWorker, example: Example) -> list[Event]:
    """Open an example as the page does, run it on its own input, and return the run's events."""
    worker.load(example.path)
    compiled = worker.until(GraphCompiled)
    assert compiled.prefill is not None
    name = f"{example.id} {len(worker.events)}"
    worker.begin(kind="input", input=compiled.prefill, thread=name, run=name)
    worker.until(RunFinished, RunFailed)
    return [event for event in worker.events if event.run == name]


def whole(worker: RunningWorker, preview: Preview) -> str:
    return preview.text if preview.ref is None else worker.shelf.value(preview.ref).decode()


def planned(events: list[Event]) -> list[list[str]]:
    """Return the nodes of each superstep after the start."""
    return [
        [task.node for task in event.tasks] for event in events if isinstance(event, StepPlanned) and event.step > 0
    ]


def of(events: list[Event], kind: type[Any], channel: str) -> list[Any]:
    return [event for event in events if isinstance(event, kind) and event.channel == channel]


@pytest.mark.parametrize("name", [name for name in BY_ID if name not in {"two_writers", "growing_conversation"}])
def test_an_example_ends_as_it_does_on_the_reference(worker: RunningWorker, name: str) -> None:
    """The file runs unchanged on both."""
    module = runpy.run_path(str(BY_ID[name].path))
    expected = module["graph"].invoke(module["INPUT"])

    ended = run(worker, BY_ID[name])[-1]

    assert isinstance(ended, RunFinished)
    assert json.loads(whole(worker, ended.output)) == expected


def test_two_writers_show_both_writes_and_what_would_repair_them(worker: RunningWorker) -> None:
    """The first thing a learner sees: who wrote what, the code, and four ways out."""
    events = run(worker, BY_ID["two_writers"])

    (conflict,) = of(events, ChannelConflicted, "verdict")
    assert [(write.node, write.value.text) for write in conflict.writes] == [
        ("ada", '"Ada wept."'),
        ("ben", '"Ben slept."'),
    ]
    assert conflict.code == "INVALID_CONCURRENT_GRAPH_UPDATE"
    assert [(repair.title, repair.source) for repair in conflict.repairs] == [
        ("Give the key a reducer", "verdict: Annotated[str, operator.add]"),
        ("Collect the writes in a list", "verdict: Annotated[list[str], operator.add]"),
        ("Run the nodes one after the other", 'builder.add_edge("ada", "ben")'),
        ('Let "ben" write a key of its own', "ben_verdict: str"),
    ]
    assert isinstance(events[-1], RunFailed)


def test_a_reducer_folds_both_writes_in_the_order_of_the_tasks(worker: RunningWorker) -> None:
    """One update, two writes, one value."""
    events = run(worker, BY_ID["two_writers_with_a_reducer"])

    updated = of(events, ChannelUpdated, "verdicts")[-1]
    assert [write.node for write in updated.writes] == ["ada", "ben"]
    assert (updated.returned, updated.value_after.text) == (True, '["Ada wept.", "Ben slept."]')


def test_the_loop_is_woken_by_a_new_version_of_its_trigger(worker: RunningWorker) -> None:
    """Each time the version is one that the node has not seen."""
    events = run(worker, BY_ID["router_loop"])

    wakes = [
        task.wakes for event in events if isinstance(event, StepPlanned) for task in event.tasks if task.node == "bake"
    ]
    assert [[(wake.channel, wake.version, wake.seen) for wake in task] for task in wakes] == [
        [("branch:to:bake", 2, None)],
        [("branch:to:bake", 3, 2)],
        [("branch:to:bake", 4, 3)],
    ]


def test_the_join_runs_once_and_the_single_edges_twice(worker: RunningWorker) -> None:
    """The barrier fills up over two supersteps."""
    events = run(worker, BY_ID["join_and_single_edges"])

    assert planned(events) == [["boil", "toast"], ["brew", "taste"], ["serve", "taste"]]
    filled = [(e.value_after.text, e.available) for e in of(events, ChannelUpdated, "join:toast+brew:serve")]
    assert filled == [('{"toast"}', False), ("None", True)]


def test_the_deferred_node_is_woken_by_the_finish(worker: RunningWorker) -> None:
    """Its trigger holds a value from the first superstep on, and is available only then."""
    events = run(worker, BY_ID["deferred_node"])

    assert planned(events) == [["arrive"], ["dance"], ["dance"], ["dance"], ["tidy"]]
    (written,) = of(events, ChannelUpdated, "branch:to:tidy")
    (finished,) = [event for event in of(events, ChannelFinished, "branch:to:tidy") if event.returned]
    assert (written.step, written.available, finished.step, finished.available) == (1, False, 4, True)


def test_the_conversation_grows_and_is_corrected_in_place(worker: RunningWorker) -> None:
    """The same contents as on the reference, whose messages are the same objects here."""
    module = runpy.run_path(str(BY_ID["growing_conversation"].path))
    expected = [message.content for message in module["graph"].invoke(module["INPUT"])["messages"]]

    events = run(worker, BY_ID["growing_conversation"])

    values = [whole(worker, event.value_after) for event in of(events, ChannelUpdated, "messages")]
    assert [len(re.findall("content=", value)) for value in values] == [1, 2, 2, 3]
    assert re.findall(r'content="([^"]*)"', values[-1]) == expected
    assert [event.value_after.loss for event in of(events, ChannelUpdated, "messages")] == [None] * 4


def test_the_zoo_clears_what_nobody_writes(worker: RunningWorker) -> None:
    """An empty update that returns True; what is never stored stays where it is."""
    events = run(worker, BY_ID["channel_zoo"])

    cleared = [
        (event.step, event.channel)
        for event in events
        if isinstance(event, ChannelUpdated) and event.cause == "empty" and ":" not in event.channel
    ]
    assert cleared == [(0, "__start__"), (2, "shout"), (3, "visitors"), (3, "weather")]
    assert [e.step for e in of(events, ChannelUpdated, "key")] == [1]
    managed = [
        {name: value.text for name, value in task.managed.items()}
        for event in events
        if isinstance(event, StepPlanned) and event.step == 1
        for task in event.tasks
    ]
    assert managed == [{"left": "10006"}]
