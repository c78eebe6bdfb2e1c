"""Plans of what a caller does with a thread."""

from __future__ import annotations

from typing import Any

from tests.conformance.random_graphs.chance import Chance
from tests.conformance.random_graphs.keys import MANAGED
from tests.conformance.random_graphs.node_plans import draw_writes
from tests.conformance.random_graphs.nodes import Plan

Action = dict[str, Any]


def draw_story(chance: Chance, plan: Plan, names: list[str]) -> list[Action]:
    """Return a first run, then answers where there may be questions, and other things a caller does."""
    keys = plan["graph"]["keys"]
    story: list[Action] = []
    if chance.happens(25):
        story.append({"do": "bare", "input": _input(chance, keys)})
    first: Action = {"do": "run", "input": _input(chance, keys)}
    if chance.happens(5):
        first = {"do": "command", "update": _input(chance, keys)}
    story.append(first)
    if _asks(plan["graph"]):
        # Saved at the end, whether an answer for whoever asks is used up hangs on which task the reference saves first.
        ways = ["all", "first"] if plan.get("durability") == "exit" else ["bare", "bare", "all", "first"]
        story.extend({"do": "answer", "how": chance.pick(ways)} for _ in range(chance.number(2, 4)))
    story.extend(_next(chance, keys, names) for _ in range(chance.number(1, 2)))
    _draw_call_options(chance, plan, story, names)
    return story


def _asks(graph: Plan) -> bool:
    return any(node.get("asks") or ("graph" in node and _asks(node["graph"])) for node in graph["nodes"].values())


def _next(chance: Chance, keys: list[str], names: list[str]) -> Action:
    kind = chance.number(0, 99)
    if kind < 25:
        return {"do": "on"}
    if kind < 45:
        return {"do": "run", "input": _input(chance, keys)}
    if kind < 55:
        return {"do": "on", "back": chance.number(1, 6)}
    if kind < 60:
        return {"do": "run", "input": _input(chance, keys), "back": chance.number(1, 6)}
    if kind < 70:
        # One of nothing is refused, in other words than the reference's own failure.
        update = {"log": ["command"], **dict(draw_plain_writes(chance, keys))}
        return {"do": "command", "update": update, "goto": chance.some(names, 0, 1)}
    return _edit(chance, keys, names)


def _edit(chance: Chance, keys: list[str], names: list[str]) -> Action:
    who = chance.number(0, 99)
    action: Action = {"do": "edit", "values": {"log": ["edit"], **dict(draw_plain_writes(chance, keys))}}
    if who < 55:
        action["as"] = chance.pick(names)
    elif who < 65:
        action["as"] = "__input__"
    elif who < 72:
        action |= {"as": "END", "values": None}
    elif who < 79:
        action |= {"as": "__copy__", "values": None}
    if chance.happens(25):
        action["back"] = chance.number(1, 6)
    return action


def draw_plain_writes(chance: Chance, keys: list[str]) -> list[list[Any]]:
    """Return writes without wrappers."""
    return [[key, value] for key, value in draw_writes(chance, keys) if not isinstance(value, dict)]


def _input(chance: Chance, keys: list[str]) -> Plan:
    chosen = chance.some([key for key in keys[1:] if key not in MANAGED], 1, 2)
    return {"log": ["in"], **{key: chance.number(1, 9) for key in chosen}}


def _draw_call_options(chance: Chance, plan: Plan, story: list[Action], names: list[str]) -> None:
    """Stop some calls at breakpoints of their own; call some graphs without looking at their events."""
    graph = plan["graph"]
    fails = any(part.get("fails") for part in [*graph["nodes"].values(), *graph["routers"]])
    invokes = not fails and chance.happens(25)
    for action in list(story):
        if action["do"] != "edit":
            if invokes:
                action["invoke"] = True
            if chance.happens(5):
                action[chance.pick(["before", "after"])] = chance.pick(["*", chance.some(names, 1, 2)])
    if story[-1]["do"] == "edit":
        story.append({"do": "on"})
