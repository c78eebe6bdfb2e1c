"""Plans of single nodes: what they write, how they return it, and where they go."""

from __future__ import annotations

from typing import Any

from tests.conformance.random_graphs.chance import Chance
from tests.conformance.random_graphs.keys import FOLDED, LOGS, MANAGED
from tests.conformance.random_graphs.nodes import Plan

GUARDED = ("last", "guarded")
"""A write to one of these by two tasks of a superstep is refused."""


def draw_node(chance: Chance, keys: list[str], names: list[str], *, is_handler: bool = False) -> Plan:
    """Return the plan of a node, or of an error handler."""
    plan: Plan = {"writes": draw_writes(chance, keys)}
    plan |= _draw_return(chance, keys, names, plan["writes"])
    if is_handler:
        if "returns" not in plan and chance.happens(30):
            plan |= {"returns": "command", "goto": [chance.pick(names)]}
        return plan
    if chance.happens(10):
        plan["defer"] = True
    if chance.happens(12):
        plan["reads"] = [keys[0], *chance.some([key for key in keys[1:] if key not in MANAGED], 1, 2)]
    if chance.happens(10):
        plan["custom"] = True
    return plan


def _draw_return(chance: Chance, keys: list[str], names: list[str], writes: list[list[Any]]) -> Plan:
    """Return how a node gives back what it writes: mostly as a dict."""
    way = chance.number(0, 99)
    if way < 6:
        again = draw_writes(chance, [key for key in keys if key not in GUARDED])
        return {"returns": "pairs", "goto": [], "writes": [*writes, *again]}
    if way < 12:
        return {"returns": "command", "goto": [_packet(chance, keys, names)]}
    if way < 16:
        return {"returns": "packet", "goto": [_packet(chance, keys, names)]}
    others = {16: "object", 17: "object", 18: "object", 19: "object", 20: "nothing", 21: "nothing", 22: "nothing"}
    return {"returns": others[way]} if way in others else {}


def _packet(chance: Chance, keys: list[str], names: list[str]) -> Plan:
    return {"send": chance.pick(names), "arg": {keys[1]: chance.number(1, 9)}}


def draw_writes(chance: Chance, keys: list[str]) -> list[list[Any]]:
    """Return some writes; guarded keys are written seldom, or half of all graphs would end in a refusal."""
    writable = [key for key in keys if key not in MANAGED and key not in LOGS]
    chosen = [key for key in chance.some(writable, 0, 3) if key not in GUARDED or chance.happens(55)]
    return [[key, draw_value(chance, key)] for key in chosen]


def draw_value(chance: Chance, key: str) -> Any:
    """Return a value for a key."""
    number = chance.number(1, 9)
    if key in FOLDED and key != "maybe" and chance.happens(8):
        return {"overwrite": number}
    if key in {"topic", "pile"} and chance.happens(30):
        return [number, number + 1]
    return number
