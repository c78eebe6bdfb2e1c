"""Graphs inside graphs, on both libraries: their state, their pauses, their commands and their events."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, plain
from tests.conformance.test_questions_match import asks, without_question_ids
from tests.conformance.test_threads_match import Thread

warnings.filterwarnings("ignore", module="langgraph")


def inner(lib: Any, **nodes: Any) -> Any:
    """Return a compiled graph whose nodes all run at once."""
    return graph(lib, [(None, name) for name in nodes], **nodes)


def outer(lib: Any, inside: Any) -> Any:
    """Return a builder with a graph as its node, between two others."""
    return graph(lib, [(None, "a"), ("a", "s"), ("s", "z")], a=says("a"), s=inside, z=says("z"))


def shared_keys(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: outer(lib, inner(lib, c=says("c")).compile()))
    thread.run({"x": ["in"]})
    return thread


def question_inside(lib: Any) -> Thread:
    ran: list[str] = []

    def ok(state: Any) -> Any:
        ran.append("ok")
        return {"x": ["ok"]}

    thread = Thread(lib, lambda lib: outer(lib, inner(lib, ask=asks(lib, "q"), ok=ok).compile()))
    thread.run(EMPTY)
    thread.run(lib.Command(resume="A"))
    thread.seen.append(ran)
    return thread


def question_two_levels_down(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: outer(lib, outer(lib, inner(lib, ask=asks(lib, "1", "2")).compile()).compile()))
    thread.run(EMPTY)
    thread.run(lib.Command(resume="A"))
    thread.run(lib.Command(resume="B"))
    return thread


def breakpoint_inside(lib: Any) -> Thread:
    chain = graph(lib, [(None, "p"), ("p", "q")], p=says("p"), q=says("q")).compile(interrupt_before=["q"])
    thread = Thread(lib, lambda lib: outer(lib, chain))
    thread.run(EMPTY)
    thread.run(None)
    return thread


def failure_inside(lib: Any) -> Thread:
    faults = [1]

    def flaky(state: Any) -> Any:
        if faults:
            faults.clear()
            raise ValueError("once")
        return {"x": ["flaky"]}

    chain = graph(lib, [(None, "p"), ("p", "q")], p=says("p"), q=flaky).compile()
    thread = Thread(lib, lambda lib: outer(lib, chain))
    thread.run(EMPTY)
    thread.run(None)
    return thread


def called_in_a_function(lib: Any) -> Thread:
    inside = inner(lib, ask=asks(lib, "q")).compile()

    def call(state: Any) -> Any:
        return {"x": inside.invoke({"x": ["given"]})["x"]}

    thread = Thread(lib, lambda lib: outer(lib, call))
    thread.run(EMPTY)
    thread.run(lib.Command(resume="A"))
    return thread


def called_twice_in_a_function(lib: Any) -> Thread:
    inside = inner(lib, c=says("c")).compile()

    def call(state: Any) -> Any:
        return {"x": inside.invoke({"x": ["1"]})["x"] + inside.invoke({"x": ["2"]})["x"]}

    thread = Thread(lib, lambda lib: outer(lib, call))
    thread.run(EMPTY)
    return thread


def returned_by_a_function(lib: Any) -> Thread:
    inside = inner(lib, ask=asks(lib, "q")).compile()
    thread = Thread(lib, lambda lib: outer(lib, lambda state: inside))
    thread.run(EMPTY)
    thread.run(lib.Command(resume="A"))
    return thread


def answered_by_a_router(lib: Any) -> Thread:
    route = lib.StateGraph(list).add_node("there", lambda state: ["z", "z"]).add_edge(lib.START, "there").compile()

    def build(lib: Any) -> Any:
        return outer(lib, says("s")).add_conditional_edges("a", lambda state: route, ["z"])

    thread = Thread(lib, build)
    thread.run(EMPTY)
    return thread


def state_of_its_own(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: outer(lib, inner(lib, c=says("c")).compile(checkpointer=True)))
    thread.run(EMPTY)
    thread.run(EMPTY)
    return thread


def no_state_inside(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: outer(lib, inner(lib, ask=asks(lib, "q")).compile(checkpointer=False)))
    # "sync" makes the reference trip over the missing saver.
    thread.run(EMPTY, durability="async")
    thread.run(lib.Command(resume="A"), durability="async")
    return thread


def command_to_the_caller(lib: Any) -> Thread:
    def up(state: Any) -> Any:
        return [
            lib.Command(update={"x": ["local"]}),
            lib.Command(graph=lib.Command.PARENT, update={"x": ["up"]}, goto="z"),
        ]

    thread = Thread(lib, lambda lib: outer(lib, inner(lib, u=up).compile()))
    thread.run(EMPTY)
    return thread


def command_to_nobody(lib: Any) -> Thread:
    def up(state: Any) -> Any:
        return lib.Command(graph=lib.Command.PARENT, update={"x": ["up"]})

    thread = Thread(lib, lambda lib: inner(lib, u=up))
    thread.seen.append(answer(lambda: thread.graph.invoke(EMPTY, THREAD))[0])
    return thread


def limit_inside(lib: Any) -> Thread:
    endless = graph(lib, [(None, "a"), ("a", "a")], a=says("a")).compile()
    thread = Thread(lib, lambda lib: outer(lib, endless))
    thread.run(EMPTY, {**THREAD, "recursion_limit": 3})
    return thread


SCENARIOS = [
    shared_keys,
    question_inside,
    question_two_levels_down,
    breakpoint_inside,
    failure_inside,
    called_in_a_function,
    called_twice_in_a_function,
    returned_by_a_function,
    answered_by_a_router,
    state_of_its_own,
    no_state_inside,
    command_to_the_caller,
    command_to_nobody,
    limit_inside,
]


def without_ids(value: Any) -> Any:
    """Return `value` with namespaces by their nodes alone, and checkpoint ids all alike."""
    if isinstance(value, dict):
        return {without_ids(key): without_ids(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(without_ids(item) for item in value)
    if isinstance(value, str) and (":" in value or value.count("-") == 4):
        return "|".join(part.split(":")[0] for part in value.split("|")) if ":" in value else "id"
    return value


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_a_graph_inside_goes_like_the_reference(scenario: Callable[[Any], Thread]) -> None:
    """The caller's story, and every checkpoint of both graphs."""
    expected = without_ids(without_question_ids(scenario(REFERENCE).record()))

    found = without_ids(without_question_ids(scenario(OURS).record()))

    assert found == expected


@pytest.mark.parametrize("modes", ["values", "updates", ["values", "updates"]], ids=str)
def test_events_from_inside_are_streamed_when_asked_for(modes: Any) -> None:
    """With the namespace of the task that runs the graph."""

    def events(lib: Any) -> Any:
        compiled = outer(lib, inner(lib, c=says("c")).compile()).compile()
        found = [*compiled.stream(EMPTY, stream_mode=modes, subgraphs=True), *compiled.stream(EMPTY, stream_mode=modes)]
        return without_ids(plain(found))

    assert events(OURS) == events(REFERENCE)


def test_the_state_inside_can_be_seen_and_changed() -> None:
    """Through the caller's thread, under the namespace of the task."""

    def story(lib: Any) -> Any:
        thread = Thread(lib, lambda lib: outer(lib, inner(lib, ask=asks(lib, "q"), ok=says("ok")).compile()))
        thread.run(EMPTY)
        (task,) = thread.graph.get_state(THREAD, subgraphs=True).tasks
        seen = [task.name, task.state.values, task.state.next, [inside.name for inside in task.state.tasks]]
        place = thread.graph.get_state(THREAD).tasks[0].state
        seen.extend([thread.graph.get_state(place).values, len(list(thread.graph.get_state_history(place)))])
        thread.graph.update_state(place, {"x": ["by hand"]}, as_node="ask")
        seen.append(answer(lambda: thread.graph.invoke(None, THREAD)))
        nowhere = {"configurable": {"thread_id": "1", "checkpoint_ns": "nope"}}
        seen.append(answer(lambda: thread.graph.update_state(nowhere, None)))
        return plain(seen)

    assert without_question_ids(story(OURS)) == without_question_ids(story(REFERENCE))
