"""The planner: draws the plain description of a graph, and of what is done with it.

A plan is plain data: it can be printed, shrunk and kept. `building` makes it a graph, `stories` tells its story.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.conformance.random_graphs.chance import Chance
from tests.conformance.random_graphs.graph_plans import draw_graph, draw_keys
from tests.conformance.random_graphs.inside_plans import put_graph_inside
from tests.conformance.random_graphs.node_plans import draw_node
from tests.conformance.random_graphs.nodes import Plan
from tests.conformance.random_graphs.story_plans import draw_story

LETTERS = ("a", "b", "c", "d", "e", "f", "g", "h", "i")
LIMIT = 12

_MODES: tuple[Any, ...] = (
    ["values", "updates", "tasks", "checkpoints"],
    ["values", "updates", "tasks", "checkpoints", "custom"],
    ["checkpoints", "tasks", "debug", "custom"],
    ["custom", "updates", "values"],
    "values",
    "updates",
    "debug",
)
_TELLING = _MODES[:3]
"""Those by whose events a failure knows that the other tasks of its superstep have ended."""


def draw_plan(random: Random) -> Plan:
    """Return the plan of a graph with its story."""
    chance = Chance(random)
    names = chance.some(LETTERS, 6, 9)
    graph = draw_graph(chance, names, "log", draw_keys(chance))
    limits = [LIMIT, LIMIT, LIMIT, LIMIT, 6, chance.number(2, 5)]
    if chance.happens(36):
        put_graph_inside(chance, graph, names)
        # A graph inside that ran into the limit would fail, too.
        limits = [LIMIT]
    plan: Plan = {
        "graph": graph,
        "limit": chance.pick(limits),
        "modes": chance.pick(_MODES),
    }
    if chance.happens(15):
        plan["driver"] = "async"
    if chance.happens(12):
        plan["durability"] = "exit"
    if chance.happens(35):
        plan["inside"] = True
    _draw_trouble(chance, plan, names)
    if plan.get("durability") == "exit":
        _mend(graph)
    for name in names:
        if graph["nodes"][name].get("graph", {}).get("saver"):
            _send_elsewhere(plan, name, next(other for other in names if other != name))
    plan["story"] = draw_story(chance, plan, names)
    return plan


def _mend(graph: Plan) -> None:
    """Let no failure end a run that saves at its end: what its other tasks do then is kept by ours alone."""
    for part in [*graph["routers"], *graph["nodes"].values()]:
        if "retry" not in part and "handler" not in part:
            part.pop("fails", None)


def _send_elsewhere(part: Any, name: str, other: str) -> None:
    """Send no packet to a node whose runs share one state: several would run at once, and their order is chance."""
    if isinstance(part, dict):
        if part.get("send") == name:
            part["send"] = other
        part = list(part.values())
    if isinstance(part, list):
        for inside in part:
            _send_elsewhere(inside, name, other)


def _draw_trouble(chance: Chance, plan: Plan, names: list[str]) -> None:
    """Let nodes fail, ask, and be stopped at."""
    graph = plan["graph"]
    # Trouble at the very beginning would hide all that comes later.
    later = names[2:]
    simple = [name for name in later if "graph" not in graph["nodes"][name]]
    if simple and chance.happens(35):
        _draw_failure(chance, plan, chance.pick(simple))
    if simple and chance.happens(32):
        for name in chance.some(simple, 1, 3):
            graph["nodes"][name]["asks"] = chance.pick([1, 2])
    if graph["routers"] and chance.happens(16):
        chance.pick(graph["routers"][-3:])["fails"] = True
        plan["modes"] = chance.pick(_TELLING)
    if chance.happens(8):
        graph["before"] = chance.some(later, 1, 2)
    if chance.happens(8):
        graph["after"] = chance.some(later, 1, 2)


def _draw_failure(chance: Chance, plan: Plan, name: str) -> None:
    node = plan["graph"]["nodes"][name]
    node["fails"] = chance.pick(["once", "once", "always"])
    mended = chance.pick(["retry", "retry", "handler", "handler", "both", "nothing"])
    if mended in {"retry", "both"}:
        node["retry"] = 2
    if mended in {"handler", "both"}:
        node["handler"] = draw_node(chance, plan["graph"]["keys"], list(plan["graph"]["nodes"]), is_handler=True)
    plan["modes"] = chance.pick(_TELLING)
