"""Random graphs: any mixture of channels, edges, joins, routers and limits leaves the same behind on both libraries."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conformance.graphs_state import keys
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import record

warnings.filterwarnings("ignore", module="langgraph")

Node: TypeAlias = Callable[[Any], Any]

NODES = ("a", "b", "c", "d")
KEYS = ("last", "total", "topic", "pile", "once", "any", "kept")
WRITES = {"total": [1], "topic": 1, "pile": [1, 2]}

names = st.sampled_from(NODES)
node_plan = st.fixed_dictionaries(
    {
        "writes": st.lists(st.sampled_from(KEYS), max_size=2, unique=True),
        "defer": st.sampled_from([False, False, False, True]),
        "goto": st.lists(names, max_size=1),
    }
)
graph_plan = st.fixed_dictionaries(
    {
        "nodes": st.fixed_dictionaries(dict.fromkeys(NODES, node_plan)),
        "entries": st.lists(names, min_size=1, max_size=2, unique=True),
        "edges": st.lists(st.tuples(names, st.sampled_from((*NODES, None))), max_size=4, unique=True),
        "joins": st.lists(st.tuples(st.lists(names, min_size=2, max_size=3, unique=True), names), max_size=2),
        "routers": st.dictionaries(names, st.lists(st.lists(names, max_size=2), min_size=1, max_size=3), max_size=2),
    }
)
call_plan = st.fixed_dictionaries(
    {
        "limit": st.integers(1, 7),
        "interrupt_before": st.lists(names, max_size=1),
        "interrupt_after": st.lists(names, max_size=1),
    }
)


def schema(lib: Any) -> Any:
    """Return a state with a key of every kind."""
    return keys(
        last=int,
        total=Annotated[list, operator.add],
        topic=Annotated[int, lib.Topic],
        pile=Annotated[int, lib.Topic(int, accumulate=True)],
        once=Annotated[int, lib.EphemeralValue(int, guard=False)],
        any=Annotated[int, lib.AnyValue],
        kept=Annotated[int, lib.UntrackedValue(int, False)],
        steps=lib.RemainingSteps,
    )


def node(lib: Any, plan: Any) -> Node:
    """Return a node that writes what it was planned to, and what it saw."""

    def run(state: Any) -> Any:
        update = {key: WRITES.get(key, 7) for key in plan["writes"]}
        if "total" in update:
            update["total"] = [sorted(state)]
        return lib.Command(update=update, goto=plan["goto"]) if plan["goto"] else update

    return run


def build(lib: Any, plan: Any, make_node: Callable[[str, Node], Node] = lambda name, run: run) -> Any:
    """Return the builder of a planned graph; `make_node` may put something around a node."""
    builder = lib.StateGraph(schema(lib))
    for name, planned in plan["nodes"].items():
        builder.add_node(name, make_node(name, node(lib, planned)), defer=planned["defer"])
    for name in plan["entries"]:
        builder.add_edge(lib.START, name)
    for start, end in plan["edges"]:
        builder.add_edge(start, lib.END if end is None else end)
    for starts, end in plan["joins"]:
        builder.add_edge(starts, end)
    for source, answers in plan["routers"].items():
        builder.add_conditional_edges(source, lambda state, answers=answers: answers[len(state) % len(answers)])
    return builder


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(plan=graph_plan, call=call_plan)
def test_a_random_run_leaves_what_the_reference_leaves(plan: Any, call: Any) -> None:
    """Output, events, checkpoints and pending writes of both libraries are equal, whatever the graph."""
    start = {"last": 1, "once": 2}
    expected = record(REFERENCE, lambda lib: build(lib, plan), start, **call)

    found = record(OURS, lambda lib: build(lib, plan), start, **call)

    assert found == expected
