"""What a planned graph has shown: the features that happened when it ran on the reference."""

from __future__ import annotations

from typing import Any

from tests.conformance.random_graphs.bench import Bench
from tests.conformance.random_graphs.nodes import Plan

FEATURES = (
    "tasks side by side", "loop", "join", "router", "router with a dict map", "router with a list map",
    "router with a hint map", "router with a packet", "router failure", "unknown target", "command with a target",
    "command with a packet", "returns command", "returns pairs", "returns list", "returns packet", "returns object",
    "returns nothing", "returns parent", "deferred node", "input schema", "output schema", "overwrite",
    "writes total", "writes woven", "writes maybe", "writes last", "writes topic", "writes pile", "writes once",
    "writes guarded", "writes any", "writes kept", "managed values", "two writers refused", "failure",
    "failure handled", "retry that helps", "failed run", "question", "question answered",
    "several questions of a node", "several questions at once", "bare answer", "answers by id",
    "stopped at a breakpoint", "edit", "edit of the past", "edit without a node", "time travel", "several inputs",
    "command as input", "graph inside", "graph called in a node", "question inside", "limit reached", "awaited",
    "saved at exit", "without a saver", "invoked", "events from inside", "custom events", "one mode",
    "several modes", "debug events",
)  # fmt: skip
"""Every one of these happens in a twentieth of all graphs, or the planner has to be mended."""


def features_of(plan: Plan, record: Any, bench: Bench) -> set[str]:
    """Return what happened when the plan's story was told."""
    graph, calls, steps = plan["graph"], record["calls"], record["steps"]
    root = [step for step in steps if step["ns"] == ""]
    states = [call["state"] for call in calls if isinstance(call.get("state"), dict)]
    asked = [sum(bool(task[3]) for task in state["tasks"]) for state in states]
    outcomes = [call["outcome"][1] for call in calls if _is_error(call["outcome"])]
    edits = [action for action in plan["story"] if action["do"] == "edit"]
    modes = plan["modes"]
    happened = {
        "tasks side by side": any(len(step["next"]) > 1 for step in root),
        "join": any(name.startswith("join:") for step in root for name in step["updated"] or ()),
        "output schema": "output" in graph,
        "managed values": any(key in ("left", "final") for key in graph["keys"]),
        "two writers refused": "InvalidUpdateError" in outcomes,
        "failed run": any(name in outcomes for name in ("Mishap", "KeyError")),
        "question": any(asked),
        "several questions at once": max(asked, default=0) > 1,
        "stopped at a breakpoint": any(_is_stopped(call) for call in calls),
        "edit": bool(edits),
        "edit without a node": any("as" not in edit for edit in edits),
        "several inputs": sum(action["do"] == "run" for action in plan["story"]) > 1,
        "question inside": any(step["ns"] and "Interrupt(" in str(step["pending"]) for step in steps),
        "limit reached": "GraphRecursionError" in outcomes,
        "awaited": plan.get("driver") == "async",
        "saved at exit": plan.get("durability") == "exit",
        "without a saver": any(action["do"] == "bare" for action in plan["story"]),
        "invoked": any(action.get("invoke") for action in plan["story"]),
        "events from inside": any(ns for call in calls for ns, _ in call.get("events", ())),
        "one mode": isinstance(modes, str),
        "several modes": not isinstance(modes, str),
        "debug events": "debug" in modes,
    }
    return {*bench.marks, *(feature for feature, is_seen in happened.items() if is_seen)}


def _is_error(outcome: Any) -> bool:
    return isinstance(outcome, list) and bool(outcome) and outcome[0] == "()"


def _is_stopped(call: Any) -> bool:
    state = call.get("state")
    if call["do"] == "edit" or _is_error(call["outcome"]) or not isinstance(state, dict):
        return False
    return bool(state["next"]) and not any(task[3] for task in state["tasks"])


def longest_run(plan: Plan, record: Any) -> int:
    """Return how many supersteps with nodes the longest run had, with its pauses, by the numbers of what was saved."""
    before, length, longest = -2, 0, 0
    for action, call in zip(plan["story"], record["calls"], strict=True):
        state = call.get("state")
        if not isinstance(state, dict) or state["metadata"] is None:
            continue
        step = state["metadata"]["step"]
        if action["do"] == "run" or before == -2:
            # An input takes two supersteps of its own: it is written, and the start reads it.
            length = -2
        if "back" not in action and action["do"] != "edit":
            length += step - before
        before, longest = step, max(longest, length)
    return longest
