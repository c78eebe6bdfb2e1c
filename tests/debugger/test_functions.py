"""Functions and bare channels under the debugger: what no builder of states has made is watched like any graph."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from stepgraph.channels import EphemeralValue, LastValue, Topic
from stepgraph.debugger import Debugger
from stepgraph.debugger.graph_picture import DocumentFacts, Graph, compiled_event
from stepgraph.debugger.input_check import InputRefused
from stepgraph.debugger.outlet import Collected
from stepgraph.debugger.shelf import Shelf
from stepgraph.debugger.stage import Stage, set_stage
from stepgraph.func import entrypoint, task
from stepgraph.pregel import NodeBuilder, Pregel
from stepgraph.protocol.events import (
    ChannelUpdated,
    GraphCompiled,
    RunFailed,
    RunFinished,
    RunPaused,
    TaskFinished,
    TaskInterrupted,
    TaskStarted,
)
from stepgraph.types import interrupt
from tests.debugger.test_inside import Log, chain, folded


@dataclass
class Found:
    """What a task returns; a checkpoint keeps it between the question and its answer."""

    depth: int


@task
def dig(depth: int) -> Found:
    return Found(depth + 1)


@task
def ask(found: Found) -> str:
    return str(interrupt(found.depth))


@entrypoint()
def survey(depth: int, *, previous: str | None = None) -> str:
    found = [dig(depth), dig(depth + 10)]
    return f"{ask(found[0].result()).result()} {found[1].result().depth} {previous}"


def bare() -> Pregel:
    """Two nodes in a row, and a list of what went by."""
    return Pregel(
        nodes={
            "a": NodeBuilder().subscribe_only("in").do(lambda x: x + 1).write_to("mid", "seen"),
            "b": NodeBuilder().subscribe_only("mid").do(lambda x: x * 10).write_to("out", "seen"),
        },
        channels={
            "in": EphemeralValue(int),
            "mid": LastValue(int),
            "out": LastValue(int),
            "seen": Topic(int, accumulate=True),
        },
        input_channels="in",
        output_channels=["out", "seen"],
    )


def picture(graph: Graph) -> GraphCompiled:
    facts = DocumentFacts(document="g.py", graph="graph", source_hash="0", changed=False, path=__file__)
    return compiled_event(graph, facts)


def stage(graph: Graph) -> Stage:
    shelf = Shelf()
    return set_stage(graph, path=__file__, outlet=Collected(shelf.keep), desk=shelf)


def test_tasks_that_a_function_calls_are_told_in_its_superstep() -> None:
    """Each with the task that called it; between its beginning and its end."""
    debugger = Debugger(survey)
    told = debugger.start(3, until="end")

    started = [event for event in told if isinstance(event, TaskStarted)]
    caller, *called = started
    assert [(event.node, event.step, event.ns) for event in started] == [
        (node, 0, "") for node in ("survey", "dig", "dig", "ask")
    ]
    assert (caller.called_by, {event.called_by for event in called}) == (None, {caller.task})
    assert folded(survey, told).steps[-1].nodes == ("survey", "dig", "ask")
    assert [event.input.text for event in called[:2]] == ["((3,), {})", "((13,), {})"]


def test_a_question_of_a_called_task_is_answered_like_any_other() -> None:
    """What was done before it comes from the checkpoint, as the objects that the tasks had returned."""
    debugger = Debugger(survey)
    asked = debugger.start(3, until="end")
    ids = {q.id for event in asked if isinstance(event, TaskInterrupted) for q in event.questions}
    waits = asked[-1]

    answered = debugger.answer(dict.fromkeys(ids, "stone"), until="end")

    assert isinstance(waits, RunPaused)
    assert (waits.reason, waits.node, len(ids)) == ("question", "survey", 1)
    assert [(one.node, one.question.id) for one in folded(survey, asked).questions] == [("survey", *ids)]
    assert [event.node for event in answered if isinstance(event, TaskFinished)] == ["ask", "survey"]
    ended = answered[-1]
    assert isinstance(ended, RunFinished)
    assert ended.output.text == '"stone 14 None"'


def test_another_process_goes_on_with_a_function() -> None:
    """Nothing but the checkpoint is left of the first."""
    first = Debugger(survey)
    asked = first.start(3, until="end")
    (question,) = {q.id for event in asked if isinstance(event, TaskInterrupted) for q in event.questions}
    other = Debugger(survey, shelf=first.shelf)
    other.resume(until="end")

    ended = other.answer({question: "clay"}, until="end")[-1]

    assert isinstance(ended, RunFinished)
    assert ended.output.text == '"clay 14 None"'


def test_the_next_run_of_a_thread_sees_what_the_last_one_left() -> None:
    """It is a channel, which is shown and can be edited like any."""

    @entrypoint()
    def count(step: int, *, previous: int | None = None) -> int:
        return step + (previous or 0)

    debugger = Debugger(count)
    debugger.start(2, until="end")
    told = debugger.start(5, until="end")

    assert folded(count, debugger.events).cells["__previous__"].value.text == "7"
    assert isinstance(told[-1], RunFinished)


def test_a_graph_that_a_function_calls_is_told_inside_of_it() -> None:
    """With its own channels and nodes."""
    sub = chain("a")

    @entrypoint()
    def flow(given: list[str]) -> list[str]:
        done: Log = sub.invoke({"log": given})
        return done["log"]

    debugger = Debugger(flow)
    debugger.start(["x"], until="end")

    (inner,) = picture(flow).inner
    view = folded(flow, debugger.events).inner["flow"]
    assert (inner.path, inner.called, [node.name for node in inner.nodes]) == ("flow", True, ["a"])
    assert (view.status, view.cells["log"].value.json) == ("ended", '["x", "a"]')


def test_a_failing_task_fails_the_function_that_called_it() -> None:
    """Each of them tells its failure."""

    @task
    def fragile() -> None:
        raise ValueError("the rope broke")

    @entrypoint()
    def climb(height: int) -> None:
        fragile().result()

    debugger = Debugger(climb, path=__file__)
    told = debugger.start(3, until="end")

    nodes = folded(climb, told).nodes
    assert [
        (nodes[name].status, "the rope broke" in (nodes[name].sentence or "")) for name in ("fragile", "climb")
    ] == [
        ("failed", True),
        ("failed", True),
    ]
    assert isinstance(told[-1], RunFailed)


def test_an_async_function_is_run_on_an_event_loop() -> None:
    """As are the tasks that it awaits."""

    @task
    async def add(x: int) -> int:
        return x + 1

    @entrypoint()
    async def flow(x: int) -> int:
        first: int = await add(x)
        second: int = await add(first)
        return second

    ended = Debugger(flow).start(1, until="end")[-1]

    assert isinstance(ended, RunFinished)
    assert ended.output.text == "3"


def test_bare_channels_are_stepped_like_others() -> None:
    """With every channel's class, and who wrote to it."""
    graph = bare()
    debugger = Debugger(graph)
    debugger.start(4)
    while debugger.is_held:
        debugger.step()

    view = folded(graph, debugger.events)
    kinds = {event.channel: event.kind for event in debugger.events if isinstance(event, ChannelUpdated)}
    assert kinds == {"in": "EphemeralValue", "mid": "LastValue", "out": "LastValue", "seen": "Topic"}
    assert (view.cells["out"].value.text, view.cells["seen"].value.json) == ("50", "[5, 50]")
    assert [entry.nodes for entry in view.steps] == [("__input__",), ("a",), ("b",)]
    ended = debugger.events[-1]
    assert isinstance(ended, RunFinished)
    assert ended.output.json == '{"out": 50, "seen": [5, 50]}'


def test_bare_channels_are_drawn_with_what_wakes_whom() -> None:
    """And with their edges, which channels make."""
    told = picture(bare())

    assert [(edge.source, edge.target) for edge in told.edges] == [("__start__", "a"), ("a", "b")]
    assert [(channel.name, channel.kind, channel.io) for channel in told.channels[:2]] == [
        ("in", "EphemeralValue", "input"),
        ("mid", "LastValue", "none"),
    ]


@pytest.mark.parametrize("graph", [survey, bare()], ids=["function", "bare channel"])
def test_an_input_that_is_no_object_is_checked_as_a_whole(graph: Graph) -> None:
    """By what the function, or the channel, says that it takes."""
    assert stage(graph).read_input("3") == (3, ())
    with pytest.raises(InputRefused, match="input: Input should be a valid integer"):
        stage(graph).read_input('"deep"')


def test_of_several_input_channels_each_may_be_given() -> None:
    """By name, like the keys of a state."""
    graph = Pregel(
        nodes={"a": NodeBuilder().subscribe_to("x", "y").do(lambda read: sum(read.values())).write_to("out")},
        channels={"x": EphemeralValue(int), "y": EphemeralValue(int), "out": LastValue(int)},
        input_channels=["x", "y"],
        output_channels="out",
    )

    assert stage(graph).read_input('{"x": 3, "z": 1}') == ({"x": 3, "z": 1}, ("z",))
    ended = Debugger(graph).start({"x": 3, "y": 4}, until="end")[-1]
    assert isinstance(ended, RunFinished)
    assert ended.output.text == "7"


def test_a_called_task_is_told_before_anything_inside_of_it() -> None:
    """It begins when it is called, not when the next one ends; so the log never tells an effect before its cause."""
    sub = chain("a")

    @task
    def work(given: list[str]) -> list[str]:
        done: Log = sub.invoke({"log": given})
        return done["log"]

    @entrypoint()
    def flow(given: list[str]) -> list[str]:
        log: list[str] = work(given).result()
        return log

    debugger = Debugger(flow)
    debugger.start([], until="end")

    started = [(event.node, bool(event.ns)) for event in debugger.events if isinstance(event, TaskStarted)]
    assert started == [("flow", False), ("work", False), ("__start__", True), ("a", True)]


def test_a_run_is_held_in_a_graph_that_a_called_task_calls() -> None:
    """Its task is at work meanwhile, and its superstep open."""
    sub = chain("a")

    @task
    def work(given: list[str]) -> list[str]:
        done: Log = sub.invoke({"log": given})
        return done["log"]

    @entrypoint()
    def flow(given: list[str]) -> list[str]:
        log: list[str] = work(given).result()
        return log

    debugger = Debugger(flow)
    held = debugger.start([], until="phase")[-1]
    while not held.ns:
        held = debugger.step_phase()[-1]
    view = folded(flow, debugger.events)
    ended = debugger.run()[-1]

    assert isinstance(held, RunPaused)
    assert [inner.path for inner in picture(flow).inner] == list(view.inner) == ["flow|work"]
    assert (view.run.status, view.run.ns) == ("paused", held.ns)
    assert {name: node.status for name, node in view.nodes.items() if name in {"flow", "work"}} == {
        "flow": "running",
        "work": "running",
    }
    assert isinstance(ended, RunFinished)
