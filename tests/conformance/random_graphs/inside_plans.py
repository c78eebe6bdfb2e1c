"""Plans of graphs inside graphs."""

from __future__ import annotations

from itertools import pairwise

from tests.conformance.random_graphs.chance import Chance
from tests.conformance.random_graphs.graph_plans import draw_graph
from tests.conformance.random_graphs.keys import MANAGED
from tests.conformance.random_graphs.node_plans import GUARDED
from tests.conformance.random_graphs.nodes import Plan

_NOT_INSIDE = (*MANAGED, *GUARDED, "pile")
"""What would double with every visit, or fail: whether it does so before the tasks beside it end would be chance."""


def put_graph_inside(chance: Chance, graph: Plan, names: list[str]) -> None:
    """Let a graph be a node, or be called in one; it has a log of its own."""
    name = chance.pick(names[: len(names) // 2 + 1])
    keys = ["notes", *(key for key in graph["keys"][1:] if key not in _NOT_INSIDE)]
    plan: Plan = {"graph": _draw_inside(chance, keys, names)}
    if chance.happens(50):
        plan["called"] = True
    old = graph["nodes"][name]
    graph["edges"].extend([name, target] for target in old.get("goto", []) if isinstance(target, str))
    graph["nodes"][name] = plan
    if chance.happens(30):
        graph["output"] = ["log", *chance.some(keys[1:], 1, 2)]


def _draw_inside(chance: Chance, keys: list[str], outer: list[str]) -> Plan:
    names = chance.some(("p", "q", "r"), 2, 3)
    inside = draw_graph(chance, names, "notes", keys)
    for node in inside["nodes"].values():
        if any(isinstance(target, dict) for target in node.get("goto", [])):
            # Nor may one send packets to itself without end.
            del node["returns"], node["goto"]
    if chance.happens(35):
        inside["nodes"][chance.pick(names)]["asks"] = 1
    if chance.happens(15):
        inside["before"] = [chance.pick(names)]
    if chance.happens(25):
        inside["saver"] = True
    if chance.happens(35):
        # Whether tasks beside one that leaves have ended would be chance.
        inside |= {"edges": [list(pair) for pair in pairwise(names)], "routers": []}
        for node in inside["nodes"].values():
            node.pop("goto", None)
        inside["nodes"][names[-1]] |= {"returns": "parent", "goto": [chance.pick(outer)]}
    return inside
