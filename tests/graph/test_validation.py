"""What is found wrong with a graph only when it is compiled."""

from __future__ import annotations

import logging
import operator
from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest

from stepgraph.constants import END, START
from stepgraph.graph import StateGraph
from stepgraph.managed import RemainingSteps
from stepgraph.types import Command
from tests.graph.schemas import nothing, refusal, typed

State = typed(x=list, y=int)
Builder = StateGraph[Any, Any, Any, Any]
SYNC = (
    "Node timeouts are only supported for async nodes because sync Python execution cannot be safely cancelled "
    "in-process. Node 't' is sync."
)
SAVER = (
    "Invalid checkpointer provided. Expected an instance of `BaseCheckpointSaver`, `True`, `False`, or `None`. "
    "Received object. Pass a proper saver (e.g., InMemorySaver, AsyncPostgresSaver)."
)


def cond(state: Any) -> str:
    return "a"


def goes(state: Any) -> Command[Literal["zz"]]:
    return Command(goto="zz")


async def waits(state: Any) -> None:
    """An async node."""


def built(build: Callable[[Builder], object] = nothing, schema: Any = State) -> Builder:
    """A graph of a and b that begins with a, and what `build` adds."""
    builder = StateGraph(schema).add_node("a", nothing).add_node("b", nothing).add_edge(START, "a")
    build(builder)
    return builder


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda b: b.add_edge("q", "a"), "Found edge starting at unknown node 'q'"),
        (lambda b: b.add_conditional_edges("q", cond), "Found edge starting at unknown node 'q'"),
        (lambda b: b.branches["q"], "Found edge starting at unknown node 'q'"),
        (
            lambda b: b.edges.clear(),
            "Graph must have an entrypoint: add at least one edge from START to another node",
        ),
        (lambda b: b.add_conditional_edges("a", cond, ["zz"]), "At 'a' node, 'cond' branch found unknown target 'zz'"),
        (lambda b: b.add_edge("a", "q"), "Found edge ending at unknown node `q`"),
        (lambda b: b.add_node("c", goes), "Found edge ending at unknown node `zz`"),
        (lambda b: b.add_node("c", nothing, destinations={"zz": "l"}), "Found edge ending at unknown node `zz`"),
        (lambda b: b.add_node("c", nothing, destinations=(START,)), "Found edge ending at unknown node `__start__`"),
        (lambda b: b.add_node("t", nothing, timeout=1), SYNC),
        (lambda b: b.add_node("t", {"a": waits, "b": nothing}, timeout=1), SYNC),
        (lambda b: b.add_node("t", nothing).set_node_defaults(timeout=1), SYNC.replace("'t'", "'a'")),
        (lambda b: b.add_node("configurable", nothing), "Node name 'configurable' is reserved"),
    ],
)
def test_a_graph_that_cannot_run_does_not_compile(build: Any, text: str) -> None:
    """Sources first, then targets, then how nodes are run and called."""
    assert refusal(lambda: built(build).compile()) == ("ValueError", text)


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (typed(configurable=int), "Channel name 'configurable' is reserved"),
        (typed(configurable=RemainingSteps, y=int), "Managed name 'configurable' is reserved"),
        (typed(__pregel_tasks=int), "Channel '__pregel_tasks' is reserved and cannot be used in the graph."),
    ],
)
def test_a_key_that_the_engine_keeps_for_itself_is_refused(schema: Any, text: str) -> None:
    """Whether a channel or a manager stands behind it."""
    assert refusal(lambda: built(schema=schema).compile()) == ("ValueError", text)


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (["q"], None, "Interrupt node `q` not found"),
        (None, ["q"], "Interrupt node `q` not found"),
        ([START], None, "Interrupt node `__start__` not found"),
        (["a"], [END], "Interrupt node `__end__` not found"),
        ("*", ["q"], "Interrupt node `q` not found"),
        (["q"], "*", "Node q not in nodes"),
    ],
)
def test_a_run_can_only_be_interrupted_at_a_node(before: Any, after: Any, text: str) -> None:
    """With every node after, the list before is looked at last."""
    assert refusal(lambda: built().compile(interrupt_before=before, interrupt_after=after)) == ("ValueError", text)


@pytest.mark.parametrize(
    "build",
    [
        lambda b: b.add_conditional_edges("b", cond),
        lambda b: b.add_conditional_edges("a", cond, {"x": END}),
        lambda b: b.add_edge(["a", "b"], END),
        lambda b: b.add_node("c", goes, destinations=()),
        lambda b: b.add_node("t", waits, timeout=1, error_handler=nothing),
        lambda b: b.add_node("t", {"a": waits}, timeout=1),
    ],
)
def test_a_graph_with_dead_ends_and_unreachable_nodes_compiles(build: Any) -> None:
    """Only what names an unknown node is wrong."""
    assert built(build).compile(interrupt_before="*", interrupt_after=["a"]) is not None


def test_a_graph_may_go_straight_to_its_end() -> None:
    """One edge is enough."""
    assert StateGraph(State).add_edge(START, END).compile().invoke({"y": 1}) == {"y": 1}


@pytest.mark.parametrize("checkpointer", [object(), 3, "memory"])
def test_what_is_no_saver_is_refused_before_the_graph_is_looked_at(checkpointer: Any) -> None:
    """The message says what it was."""
    said = SAVER.replace("Received object", f"Received {type(checkpointer).__name__}")

    assert refusal(lambda: StateGraph(State).compile(checkpointer)) == ("TypeError", said)


def test_validating_says_that_the_graph_is_ready_and_returns_it() -> None:
    """Also with nodes to interrupt at."""
    builder = built()

    assert (builder.validate(["a"]) is builder, builder.compiled) == (True, True)
    assert refusal(lambda: builder.validate(["q"])) == ("ValueError", "Interrupt node `q` not found")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda b: b.add_node("c", nothing), "a node"),
        (lambda b: b.add_edge("a", "b"), "an edge"),
        (lambda b: b.add_edge(["a"], "b"), "an edge"),
        (lambda b: b.add_conditional_edges("a", cond), "an edge"),
    ],
)
def test_a_change_after_compiling_is_logged_and_does_not_reach_the_compiled_graph(
    change: Any, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Under the name that files of the reference listen to."""
    builder = built()
    compiled = builder.compile()

    change(builder)

    assert caplog.record_tuples == [
        (
            "langgraph.graph.state",
            logging.WARNING,
            (
                f"Adding {what} to a graph that has already been compiled. "
                "This will not be reflected in the compiled graph."
            ),
        )
    ]
    assert compiled.invoke({"y": 1}) == {"y": 1}


def test_a_node_whose_schema_was_refused_half_way_does_not_compile() -> None:
    """One of its keys has no channel."""
    builder = built()
    refused = typed(x=Annotated[list[Any], operator.add], extra=int)
    refusal(lambda: builder.add_node("n", nothing, input_schema=refused))

    assert refusal(builder.compile) == (
        "ValueError",
        (
            "Node n reads channel 'extra' not in known channels: "
            "'['__pregel_tasks', '__start__', 'branch:to:a', 'branch:to:b', 'branch:to:n', 'x', 'y']'"
        ),
    )
