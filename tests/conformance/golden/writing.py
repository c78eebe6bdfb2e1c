"""A short way to write plans by hand."""

from __future__ import annotations

from typing import Any

from tests.conformance.random_graphs.nodes import Plan

RUN: Plan = {"do": "run", "input": {"log": ["in"]}}
ON: Plan = {"do": "on"}
BARE: Plan = {"do": "answer", "how": "bare"}
ALL: Plan = {"do": "answer", "how": "all"}
FIRST: Plan = {"do": "answer", "how": "first"}


def graph(ways: str, keys: str = "", *, routers: tuple[Plan, ...] = (), **nodes: Plan) -> Plan:
    """Return a graph of these ways: ">a" enters, "a>b" is an edge, "a+b>c" a join; nodes say more of themselves.

    Nodes that only routers or packets reach are named with an empty plan.
    """
    found: Plan = {"keys": ["log", *keys.split()], "log": "log", "nodes": {}, "entries": [], "edges": [], "joins": []}
    for way in ways.split():
        source, _, end = way.partition(">")
        names = [name for name in (*source.split("+"), end) if name not in ("", "END")]
        found["nodes"].update({name: {} for name in names if name not in found["nodes"]})
        if "+" in source:
            found["joins"].append([source.split("+"), end])
        elif source:
            found["edges"].append([source, end])
        else:
            found["entries"].append(end)
    found["nodes"].update(nodes)
    return {**found, "routers": list(routers)}


def router(source: str, *answers: list[Any], mapped: str = "none", **more: Any) -> Plan:
    """Return a router whose answer hangs on how often its source has run."""
    return {"source": source, "answers": list(answers), "map": mapped, "by": "visits", **more}


def packet(node: str, **arg: Any) -> Plan:
    """Return a packet."""
    return {"send": node, "arg": arg}


def write(*pairs: tuple[str, Any], **more: Any) -> Plan:
    """Return a node that makes these writes."""
    return {"writes": [list(pair) for pair in pairs], **more}


def told(built: Plan, *story: Plan, **more: Any) -> Plan:
    """Return the plan of a graph with its story: one run, if nothing is said."""
    return {"graph": built, "story": list(story) or [RUN], **more}
