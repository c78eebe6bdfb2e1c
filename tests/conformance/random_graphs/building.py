"""From the plain description of a graph to its builder in either library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.conformance.random_graphs.bench import Bench
from tests.conformance.random_graphs.keys import LOGS, line, schema
from tests.conformance.random_graphs.nodes import Mishap, Plan, make_handler, make_node, make_router


def build(bench: Bench, plan: Plan) -> Any:
    """Return the builder of a planned graph."""
    lib, log = bench.lib, plan.get("log", "log")
    output = schema(lib, plan["output"], "Output") if "output" in plan else None
    builder = lib.StateGraph(schema(lib, plan["keys"]), output_schema=output)
    for name, planned in plan["nodes"].items():
        builder.add_node(name, _action(bench, name, planned, log), **_policies(bench, planned, log))
    for name in plan["entries"]:
        builder.add_edge(lib.START, name)
    for start, end in plan.get("edges", []):
        builder.add_edge(start, lib.END if end == "END" else end)
    for starts, end in plan.get("joins", []):
        builder.add_edge(starts, lib.END if end == "END" else end)
    for routed in plan.get("routers", []):
        source = lib.START if routed["source"] == "START" else routed["source"]
        builder.add_conditional_edges(source, *make_router(bench, routed, log))
    return builder


def _policies(bench: Bench, planned: Plan, log: str) -> Plan:
    retry = None
    if planned.get("retry"):
        # No wait, and no chance in its length.
        retry = bench.lib.RetryPolicy(initial_interval=0, jitter=False, max_attempts=planned["retry"], retry_on=Mishap)
    return {
        "defer": planned.get("defer", False),
        "input_schema": schema(bench.lib, planned["reads"], "Input") if "reads" in planned else None,
        "retry_policy": retry,
        "error_handler": make_handler(bench, planned["handler"], log) if "handler" in planned else None,
    }


def _action(bench: Bench, name: str, planned: Plan, log: str) -> Any:
    if "graph" not in planned:
        return make_node(bench, name, planned, log)
    inside = planned["graph"]
    compiled = build(bench, inside).compile(
        checkpointer=inside.get("saver"),
        interrupt_before=inside.get("before", []),
        interrupt_after=inside.get("after", []),
    )
    if planned.get("called"):
        return _caller(bench, name, compiled, log)
    return compiled


def _caller(bench: Bench, name: str, compiled: Any, log: str) -> Callable[..., Any]:
    """Return a node that calls a graph and takes over what it gives, but for its log."""

    def taken(state: Any, found: Any) -> Any:
        bench.mark("graph called in a node")
        return {log: [line(name, state)], **{key: value for key, value in (found or {}).items() if key not in LOGS}}

    def given(state: Any) -> Any:
        return {key: value for key, value in state.items() if key not in LOGS}

    def call(state: Any) -> Any:
        return taken(state, compiled.invoke(given(state)))

    async def call_async(state: Any) -> Any:
        return taken(state, await compiled.ainvoke(given(state)))

    return call_async if bench.is_async else call
