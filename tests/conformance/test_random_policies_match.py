"""Random graphs whose nodes fail: tried again or handled, they leave the same behind on both libraries."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stepgraph.errors import NodeError as OurNodeError
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import record
from tests.conformance.test_random_runs_match import NODES, call_plan, graph_plan, names, node, schema

warnings.filterwarnings("ignore", module="langgraph")

policy_plan = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["none", "retried", "handled", "handled", "after return"]),
        "writes": st.lists(st.sampled_from(["last", "total", "topic", "any"]), max_size=2, unique=True),
        "goto": st.lists(names, max_size=1),
    }
)
policies_plan = st.fixed_dictionaries(dict.fromkeys(NODES, policy_plan))


def error_class(lib: Any) -> Any:
    """Return the class that a library's handlers are given."""
    if lib is OURS:
        return OurNodeError
    from langgraph.errors import NodeError

    return NodeError


def handler(lib: Any, plan: Any) -> Any:
    """Return a handler that writes what it was planned to, and which failure it took."""

    def run(state: Any, error: Any) -> Any:
        update: dict[str, Any] = dict.fromkeys(plan["writes"], 9)
        if "total" in update:
            update["total"] = [error.node]
        return lib.Command(update=update, goto=plan["goto"]) if plan["goto"] else update

    run.__annotations__["error"] = error_class(lib)
    return run


def failing(run: Any, kind: str) -> Any:
    """Return a node that fails as its policy wants it: always, or at every other attempt."""
    attempts = itertools.count()

    def fails(state: Any) -> Any:
        if kind == "handled" or (kind == "retried" and next(attempts) % 2 == 0):
            raise ConnectionError("no line")
        return run(state)

    return fails


def build(lib: Any, plan: Any, policies: Any) -> Any:
    """Return the builder of a planned graph whose nodes fail."""
    builder = lib.StateGraph(schema(lib))
    retry = lib.RetryPolicy(initial_interval=0, jitter=False, max_attempts=2)
    for name, planned in plan["nodes"].items():
        kind = policies[name]["kind"]
        takes = handler(lib, policies[name]) if kind in {"handled", "after return"} else None
        builder.add_node(
            name,
            failing(node(lib, planned), kind),
            defer=planned["defer"],
            error_handler=takes,
            retry_policy=retry if kind == "retried" else None,
        )
    for name in plan["entries"]:
        builder.add_edge(lib.START, name)
    for start, end in plan["edges"]:
        builder.add_edge(start, lib.END if end is None else end)
    for starts, end in plan["joins"]:
        builder.add_edge(starts, end)
    for source, answers in plan["routers"].items():
        fails = policies[source]["kind"] == "after return"
        builder.add_conditional_edges(source, router(answers, fails=fails))
    return builder


def router(answers: Any, *, fails: bool) -> Any:
    """Return a router that answers by what it sees, or fails."""

    def choose(state: Any) -> Any:
        if fails:
            raise KeyError("router")
        return answers[len(state) % len(answers)]

    return choose


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(plan=graph_plan, policies=policies_plan, call=call_plan)
def test_a_random_run_with_failures_leaves_what_the_reference_leaves(plan: Any, policies: Any, call: Any) -> None:
    """Every failure is mended: which of two comes first would be chance."""
    start = {"last": 1, "once": 2}
    expected = record(REFERENCE, lambda lib: build(lib, plan, policies), start, **call)

    found = record(OURS, lambda lib: build(lib, plan, policies), start, **call)

    assert found == expected
