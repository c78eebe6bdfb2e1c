"""A handler takes the failure of a node, in the same superstep and with the same input."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.errors import NodeError
from stepgraph.graph import StateGraph
from stepgraph.pregel.facts import Fact, StepAborted, StepCommitted, StepPlanned, TaskFailed, TaskStarted
from stepgraph.types import Command, RetryPolicy, Send, interrupt
from tests.pregel.graphs import State, build, fails, kept, says, thread


def tells(state: Any, error: NodeError) -> Any:
    """Handle a failure by saying what it was."""
    return {"x": [f"{error.node}: {error.error!r}"]}


def handled(*edges: tuple[str, str], handler: Any = tells, node: Any = fails, **nodes: Any) -> StateGraph:
    """Return a builder of the node "a", which has a handler, and of other nodes."""
    builder: StateGraph = StateGraph(State)
    builder.add_node("a", node, error_handler=handler)
    for name, other in nodes.items():
        builder.add_node(name, other)
    for start, end in (("__start__", "a"), *edges):
        builder.add_edge(start, end)
    return builder


def test_the_handlers_writes_take_the_place_of_the_nodes() -> None:
    """The superstep is one like any other; what comes after the node does not come."""
    graph = kept(handled(("a", "b"), b=says("b")))

    output = graph.invoke({"x": ["in"]}, thread())

    assert output == {"x": ["in", "a: ValueError('no')"]}
    assert graph.get_state(thread()).next == ()


async def test_a_failed_coroutine_is_handled_too() -> None:
    """Beside others that run."""

    async def node(state: Any) -> Any:
        raise ValueError("no")

    graph = kept(handled(("__start__", "b"), b=says("b"), node=node))

    assert await graph.ainvoke({"x": []}, thread()) == {"x": ["a: ValueError('no')", "b"]}


def test_the_order_of_writes_is_that_of_the_failed_tasks() -> None:
    """Whichever ended first; each packet has its own handler's task."""

    def takes(state: Any) -> Any:
        return {"x": [f"handled {state['y']}"]}

    builder: StateGraph = StateGraph(State)
    builder.add_node("a", fails, error_handler=takes).add_node("b", says("b"))
    builder.add_conditional_edges("__start__", lambda state: [Send("a", {"y": 2}), Send("a", {"y": 1}), "b"])

    assert builder.compile().invoke({"x": []}) == {"x": ["b", "handled 2", "handled 1"]}


def test_a_handler_goes_where_its_command_says() -> None:
    """That is how a path goes on after a failure."""
    graph = handled(handler=lambda state: Command(update={"x": ["mended"]}, goto="b"), b=says("b")).compile()

    assert graph.invoke({"x": []}) == {"x": ["mended", "b"]}


def test_a_handler_runs_once_every_attempt_has_failed() -> None:
    """What may be tried again is."""
    attempts: list[int] = []

    def node(state: Any) -> Any:
        attempts.append(1)
        raise ConnectionError("x")

    builder: StateGraph = StateGraph(State)
    policy = RetryPolicy(initial_interval=0, jitter=False)
    builder.add_node("a", node, error_handler=tells, retry_policy=policy).add_edge("__start__", "a")

    assert builder.compile().invoke({"x": []}) == {"x": ["a: ConnectionError('x')"]}
    assert len(attempts) == 3


def test_a_default_handler_takes_every_failure() -> None:
    """Of nodes without one of their own."""
    builder = build([("__start__", "a"), ("__start__", "b")], a=fails, b=fails).set_node_defaults(error_handler=tells)

    assert builder.compile().invoke({"x": []}) == {"x": ["a: ValueError('no')", "b: ValueError('no')"]}


def test_a_question_is_no_failure() -> None:
    """Nobody handles it but the caller."""
    graph = kept(handled(node=lambda state: {"x": [interrupt("q")]}))

    graph.invoke({"x": []}, thread())

    assert graph.invoke(Command(resume="A"), thread()) == {"x": ["A"]}


def test_a_failure_without_a_handler_ends_the_superstep_all_the_same() -> None:
    """The handled one is not lost: only its handler is due when the run goes on."""
    ran: list[str] = []
    faults = [1]

    def node(state: Any) -> Any:
        ran.append("a")
        raise ValueError("no")

    def other(state: Any) -> Any:
        ran.append("b")
        if faults:
            raise KeyError("b")
        return {"x": ["b"]}

    graph = kept(handled(("__start__", "b"), node=node, b=other))
    with pytest.raises(KeyError):
        graph.invoke({"x": []}, thread())
    faults.clear()
    ran.clear()

    output = graph.invoke(None, thread())

    # The failure was stored with the thread, where an exception is its text.
    assert output["x"][-1] == "b"
    assert output["x"][0].startswith("a: ")
    assert ran == ["b"]


def test_a_handler_that_fails_fails_the_run_and_runs_again_alone() -> None:
    """With the error as the thread keeps it."""
    ran: list[str] = []
    faults = [1]

    def node(state: Any) -> Any:
        ran.append("a")
        raise ValueError("no")

    def handler(state: Any, error: NodeError) -> Any:
        ran.append("handler")
        if faults:
            raise KeyError("handler")
        return {"x": [str(error.error)]}

    graph = kept(handled(node=node, handler=handler))
    with pytest.raises(KeyError):
        graph.invoke({"x": []}, thread())
    first = list(ran)
    faults.clear()
    ran.clear()

    assert graph.invoke(None, thread()) == {"x": ["ValueError('no')"]}
    assert (first, ran) == (["a", "handler"], ["handler"])


def test_a_handler_may_ask() -> None:
    """The answer reaches it, and the node is not called again."""
    ran: list[str] = []

    def node(state: Any) -> Any:
        ran.append("a")
        raise ValueError("no")

    graph = kept(handled(node=node, handler=lambda state: {"x": [interrupt("what now?")]}))
    asked = graph.invoke({"x": []}, thread())

    assert [question.value for question in asked["__interrupt__"]] == ["what now?"]
    assert graph.invoke(Command(resume="go on"), thread()) == {"x": ["go on"]}
    assert ran == ["a"]


def test_only_a_parameter_hinted_as_such_is_given_the_error() -> None:
    """Like every other parameter that the engine fills."""
    graph = handled(handler=lambda state, error: {"x": [error]}).compile()

    with pytest.raises(TypeError, match="missing 1 required positional argument: 'error'"):
        graph.invoke({"x": []})


def test_facts_tell_who_took_which_failure() -> None:
    """And that the superstep was committed."""
    facts: list[Fact] = []
    handled().compile().trace({"x": []}, observe=facts.append)

    failed = next(fact for fact in facts if isinstance(fact, TaskFailed))
    started = [fact for fact in facts if isinstance(fact, TaskStarted) and fact.step == 1]

    assert failed.handler == "__error_handler__a"
    assert [(fact.node, fact.handles) for fact in started] == [("a", None), ("__error_handler__a", failed.task_id)]
    assert [fact.step for fact in facts if isinstance(fact, StepCommitted)] == [-1, 0, 1]
    assert not any(isinstance(fact, StepAborted) for fact in facts)


def test_the_state_of_a_graph_inside_a_handler_is_found_by_its_namespace() -> None:
    """Which leads over the task that failed; the reference finds no graph there."""
    inside = build([("__start__", "deep")], deep=lambda state: {"x": [interrupt("well?")]}).compile()
    graph = kept(handled(handler=lambda state: {"x": inside.invoke({"x": []})["x"]}))
    facts: list[Fact] = []
    graph.trace({"x": []}, thread(), observe=facts.append)
    (ns,) = {fact.ns for fact in facts if fact.ns}

    found = graph.get_state({"configurable": {**thread()["configurable"], "checkpoint_ns": ns}})

    assert (found.next, [question.value for question in found.interrupts]) == (("deep",), ["well?"])


def test_facts_tell_of_a_handler_that_is_due_again() -> None:
    """It is planned, without a trigger of its own."""
    faults = [1]

    def handler(state: Any) -> Any:
        if faults:
            raise KeyError("handler")
        return {"x": ["late"]}

    graph = kept(handled(handler=handler))
    with pytest.raises(KeyError):
        graph.invoke({"x": []}, thread())
    faults.clear()
    facts: list[Fact] = []
    graph.trace(None, thread(), observe=facts.append)

    node, late = next(fact.tasks for fact in facts if isinstance(fact, StepPlanned))

    assert (node.name, node.restored, node.handles) == ("a", True, None)
    assert (late.name, late.restored, late.handles, late.wakes) == ("__error_handler__a", False, node.id, ())
