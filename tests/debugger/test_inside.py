"""Graphs inside the nodes of a graph: their supersteps are told under their own names, and the root's stay the same."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Annotated, TypedDict

from stepgraph.debugger import Debugger
from stepgraph.debugger.graph_picture import DocumentFacts, Graph, compiled_event
from stepgraph.graph import END, START, StateGraph
from stepgraph.protocol.events import (
    AnyEvent,
    ChannelUpdated,
    RunFailed,
    RunFinished,
    StepAborted,
    StepCommitted,
    StepPlanned,
    TaskFailed,
    TaskFinished,
    TaskInterrupted,
    TaskStarted,
)
from stepgraph.protocol.fold.folder import Folder
from stepgraph.protocol.snapshot import Snapshot
from stepgraph.types import Command, Send, interrupt


class Log(TypedDict):
    log: Annotated[list[str], operator.add]


def chain(*names: str, last: object = None) -> Graph:
    """A graph of nodes one after the other, each of which writes its name; `last` is the function of the last."""
    builder = StateGraph(Log)
    for name in names:
        builder.add_node(name, lambda state, name=name: {"log": [name]})
    if last is not None:
        builder.add_node("last", last)
    nodes = [*names, *(["last"] if last is not None else [])]
    for before, after in zip([START, *nodes], [*nodes, END], strict=True):
        builder.add_edge(before, after)
    return builder.compile()


def around(**graphs: Graph) -> Graph:
    """A graph whose nodes are these graphs, side by side."""
    builder = StateGraph(Log)
    for name, graph in graphs.items():
        builder.add_node(name, graph)
        builder.add_edge(START, name)
    return builder.compile()


def around_function(function: Callable[[Log], Log]) -> Graph:
    """A graph whose only node is this function."""
    builder = StateGraph(Log)
    builder.add_node("calls", function)
    builder.add_edge(START, "calls")
    return builder.compile()


def inside(events: Iterable[AnyEvent], node: str) -> list[AnyEvent]:
    """What was told of the graph inside a node, the graphs inside that one left out."""
    return [event for event in events if event.ns.startswith(f"{node}:") and "|" not in event.ns]


def folded(graph: Graph, events: Iterable[AnyEvent]) -> Snapshot:
    folder = Folder()
    facts = DocumentFacts(document="g.py", graph="graph", source_hash="0", changed=False, path=__file__)
    for seq, event in enumerate([compiled_event(graph, facts), *events]):
        folder.fold(seq, event)
    return folder.snapshot()


def test_supersteps_of_a_graph_inside_are_told_between_the_beginning_and_the_end_of_its_node() -> None:
    """The input is its first one, as in the root."""
    debugger = Debugger(around(sub=chain("a", "b")))
    debugger.start({"log": []}, until="end")
    told = debugger.events

    first, *_, last = (at for at, event in enumerate(told) if event.ns)
    started = next(at for at, e in enumerate(told) if isinstance(e, TaskStarted) and e.node == "sub")
    finished = next(at for at, e in enumerate(told) if isinstance(e, TaskFinished) and e.node == "sub")
    steps = [(e.step, [task.node for task in e.tasks]) for e in inside(told, "sub") if isinstance(e, StepPlanned)]

    assert started < first < last < finished
    assert steps == [(-1, ["__input__"]), (0, ["__start__"]), (1, ["a"]), (2, ["b"])]


def test_graphs_side_by_side_each_tell_all_of_theirs_in_order() -> None:
    """They run in threads of their own."""
    names = [f"n{number}" for number in range(20)]
    graph = around(left=chain(*names), right=chain(*names), middle=chain(*names))
    debugger = Debugger(graph)
    debugger.start({"log": []}, until="end")

    for node in ("left", "right", "middle"):
        own = inside(debugger.events, node)
        assert [event.step for event in own if isinstance(event, StepCommitted)] == list(range(-1, 21))
        assert [event.node for event in own if isinstance(event, TaskFinished)] == ["__start__", *names]
    assert isinstance(debugger.events[-1], RunFinished)


def test_the_picture_of_the_root_is_the_same_as_without_them() -> None:
    """What happens inside changes no channel, node or superstep of the root."""
    graph = around(sub=around(deeper=chain("a")), other=chain("b"))
    debugger = Debugger(graph)
    debugger.start({"log": []}, until="end")

    with_all = folded(graph, debugger.events)
    of_root = folded(graph, [event for event in debugger.events if not event.ns])

    assert any(event.ns.count("|") == 1 for event in debugger.events)
    assert with_all.cells == of_root.cells
    assert with_all.nodes == of_root.nodes
    assert [entry.nodes for entry in with_all.steps] == [("__input__",), ("__start__",), ("other", "sub")]


def test_channels_inside_are_told_with_their_classes_whatever_graph_it_is() -> None:
    """Of a graph that a node is, of one that its code calls, and of one that its code makes."""
    called = chain("b")

    def calls(state: Log) -> Log:
        made: Log = chain("c").invoke(called.invoke({"log": []}))
        return made

    debugger = Debugger(around(sub=chain("a"), calls=chain("x", last=calls)))
    debugger.start({"log": []}, until="end")

    told = [event for event in debugger.events if isinstance(event, ChannelUpdated) and event.ns]
    assert {event.kind for event in told if event.channel == "log"} == {"BinaryOperatorAggregate"}
    assert {event.kind for event in told if event.channel != "log"} == {"EphemeralValue"}


def test_of_several_graphs_that_a_node_calls_the_one_that_is_listed_is_shown() -> None:
    """Runs of another one in its place would be shown in the wrong boxes."""
    first, second = chain("a"), chain("b")

    def calls(state: Log) -> Log:
        done: Log = second.invoke(first.invoke({"log": []}))
        return done

    graph = around_function(calls)
    debugger = Debugger(graph)
    debugger.start({"log": []}, until="end")

    compiled = folded(graph, []).graph
    assert compiled is not None
    (listed,) = compiled.inner
    view = folded(graph, debugger.events).inner["calls"]
    shown = [node.name for node in listed.nodes]
    assert [name for name in view.nodes if not name.startswith("__")] == shown
    assert len(shown) == 1


def test_a_question_inside_is_the_node_s_and_an_answer_goes_on_from_there() -> None:
    """What was done inside is not done again; no mark of the engine's is told as a write."""
    debugger = Debugger(around(sub=chain("a", last=lambda state: {"log": [interrupt("sure?")]})))
    asked = debugger.start({"log": []}, until="end")
    (question,) = [q for e in asked if isinstance(e, TaskInterrupted) and not e.ns for q in e.questions]

    answered = debugger.answer({question.id: "yes"}, until="end")

    assert [e.reason for e in inside(asked, "sub") if isinstance(e, StepAborted)] == ["interrupted"]
    assert [e.node for e in inside(answered, "sub") if isinstance(e, TaskStarted)] == ["last"]
    assert {write.channel for e in answered if isinstance(e, TaskFinished) for write in e.writes} == {"log"}
    ended = answered[-1]
    assert isinstance(ended, RunFinished)
    assert ended.output.json == '{"log": ["a", "yes"]}'


def test_a_failure_inside_is_told_where_it_was_and_as_the_node_s_own() -> None:
    """Both supersteps come to nothing, and no task is thought to run any more."""

    def fragile(state: Log) -> Log:
        raise ValueError("the bridge is out")

    debugger = Debugger(around(sub=chain("a", last=fragile)))
    told = debugger.start({"log": []}, until="end")

    assert [(e.ns.partition(":")[0], e.node) for e in told if isinstance(e, TaskFailed)] == [
        ("sub", "last"),
        ("", "sub"),
    ]
    assert [(e.ns.partition(":")[0], e.step) for e in told if isinstance(e, StepAborted)] == [("sub", 2), ("", 1)]
    assert isinstance(told[-1], RunFailed)


def test_a_command_to_the_graph_around_is_no_failure_of_the_node_that_gives_it() -> None:
    """The node ended as it was told to; its superstep is the last of its graph, and is left without being applied."""
    builder = StateGraph(Log)
    leave = Command(graph=Command.PARENT, goto="next", update={"log": ["handed"]})
    builder.add_node("sub", chain("a", last=lambda state: leave), destinations=("next",))
    builder.add_node("next", lambda state: {"log": ["next"]})
    builder.add_edge(START, "sub")
    debugger = Debugger(builder.compile())
    debugger.start({"log": []}, until="end")

    within = inside(debugger.events, "sub")
    assert [event.node for event in debugger.events if isinstance(event, TaskFailed)] == []
    assert [event.node for event in within if isinstance(event, TaskFinished)] == ["__start__", "a", "last"]
    (left,) = [event for event in within if isinstance(event, StepAborted)]
    assert (left.reason, left.sentence) == (
        "left",
        "Superstep 2 is this graph's last: a node hands the run to the graph around it.",
    )
    assert any(isinstance(event, RunFinished) for event in debugger.events)


def test_a_command_to_a_graph_around_the_outermost_is_a_failure() -> None:
    """There is none, so the run ends with it."""
    leave = Command(graph=Command.PARENT, goto="next")
    debugger = Debugger(chain("a", last=lambda state: leave))
    debugger.start({"log": []}, until="end")

    assert [event.node for event in debugger.events if isinstance(event, TaskFailed)] == ["last"]
    assert any(isinstance(event, RunFailed) for event in debugger.events)


def test_questions_tell_where_their_tasks_stand_in_the_plan() -> None:
    """Whoever asks first, people read them in the order in which the tasks were sent."""
    builder = StateGraph(Log)
    builder.add_node("job", lambda state: {"log": [interrupt(state["item"])]})
    builder.add_conditional_edges(START, lambda _: [Send("job", {"item": item}) for item in ("a", "b", "c")], ["job"])
    debugger = Debugger(builder.compile())
    debugger.start({"log": []}, until="end")

    asked = [event for event in debugger.events if isinstance(event, TaskInterrupted)]
    assert {event.questions[0].value.text: event.place for event in asked} == {'"a"': 0, '"b"': 1, '"c"': 2}
