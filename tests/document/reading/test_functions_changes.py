"""What a function changes in place, told without a false alarm."""

from __future__ import annotations

import pytest

from stepgraph.document.reading.functions import definition_of, facts_of
from tests.document.reading.asking import asked
from tests.document.reading.functions_told import HEADER, facts_told

MUTATIONS: dict[str, list[str | None]] = {
    'def f(s): s["a"].append(1)': ["a"],
    'def f(s): s["a"]["b"].append(1)': ["a"],
    'def f(s): s.get("a").sort()': ["a"],
    "def f(s): s.a.extend([1])": ["a"],
    'def f(s): s["a"] = 1': ["a"],
    "def f(s): s.a = 1": ["a"],
    'def f(s): s["a"] += 1': ["a"],
    'def f(s): s["a"][0] = 1': ["a"],
    'def f(s): s["a"] += [1]': ["a"],
    'def f(s):\n    s["a"] += 1\n    return {"a": s["a"]}': [],
    'def f(s):\n    s["a"] += [1]\n    return {"a": s["a"]}': ["a"],
    'def f(s):\n    s["a"] = 1\n    return s': [],
    'def f(s):\n    s["a"] = 1\n    return {**s, "b": 2}': [],
    'def f(s):\n    s["a"] = 1\n    return {"b": 2}': ["a"],
    'def f(s):\n    s["a"].append(1)\n    return s': ["a"],
    'def f(s): del s["a"]': ["a"],
    'def f(s): s.update({"a": 1})': [None],
    'def f(s): s.pop("a")': ["a"],
    'def f(s):\n    xs = s["a"]\n    xs.append(1)': ["a"],
    'def f(s):\n    xs = list(s["a"])\n    xs.append(1)': [],
    'def f(s):\n    xs = s["a"][:]\n    xs.append(1)': [],
    'def f(s):\n    xs = s["a"]\n    xs = xs + [1]\n    return {"a": xs}': [],
    'def f(s):\n    s = dict(s)\n    s["a"] = 1\n    return s': [],
    'def f(s):\n    out = {}\n    out["a"] = s["a"]\n    out["b"].append(1)': [],
    'def f(s):\n    def g(s): s["a"].append(1)\n    return {}': [],
    'def f(s): return {"a": s["a"] + [1]}': [],
    'def f(s): print(s["a"].count(1))': [],
}


@pytest.mark.parametrize("source", MUTATIONS)
def test_changes_of_the_state_in_place_are_told_and_those_of_copies_are_not(source: str) -> None:
    """Only the state itself is shared with others."""
    assert [change.key for change in facts_told(source).mutates] == MUTATIONS[source]


@pytest.mark.parametrize(
    ("source", "piece"),
    [
        ("def f(left, right):\n    left.append(right)\n    return left", "left.append(right)"),
        ("def f(left, right):\n    left[right] = 1\n    return left", "left[right]"),
        ("def f(left, right):\n    left += [right]\n    return left", "left += [right]"),
        ("def f(left: list[int], right):\n    left += right\n    return left", "left += right"),
        ("def f(left: dict, right):\n    left |= right\n    return left", "left |= right"),
        ("def f(left, right):\n    out = left\n    out.extend(right)\n    return out", "out.extend(right)"),
        ("def f(left, right):\n    left = left or []\n    left.append(1)\n    return left", "left.append(1)"),
        ("f = lambda left, right: left.append(right) or left", "left.append(right)"),
        ("def f(left, right):\n    left = list(left)\n    left.append(right)\n    return left", None),
        ("def f(left: int, right):\n    left += right\n    return left", None),
        ("def f(left, right):\n    left += right\n    return left", None),
        ("def f(left, right):\n    right.append(1)\n    return left", None),
        ("def f(left, right): return left + right", None),
    ],
)
def test_a_reducer_that_changes_its_left_argument_is_told(source: str, piece: str | None) -> None:
    """The left one is what the channel holds."""
    modules, expr = asked("f", f"{HEADER}\n{source}")

    changes = facts_of(definition_of(modules, expr)).mutates_left

    assert [modules.text.piece(change.span) for change in changes] == ([] if piece is None else [piece])
