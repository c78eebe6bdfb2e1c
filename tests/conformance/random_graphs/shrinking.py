"""Shrinks a plan: leaves out whatever the difference between the libraries does not need."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from tests.conformance.random_graphs.nodes import Plan

Path = tuple[Any, ...]


def shrunk(plan: Plan, differs: Callable[[Plan], bool]) -> Plan:
    """Return the smallest plan found that still differs; one that cannot be built does not."""
    is_smaller = True
    while is_smaller:
        is_smaller = False
        # From the inside out would try many small cuts that one big cut makes needless.
        for path in list(_places(plan)):
            smaller = _without(plan, path)
            if smaller is not None and differs(smaller):
                plan, is_smaller = smaller, True
    return plan


def _places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of everything that might be left out, the last of each list first."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield (*path, key)
            yield from _places(item, (*path, key))
    elif isinstance(value, list):
        for place in reversed(range(len(value))):
            yield (*path, place)
            yield from _places(value[place], (*path, place))


def _without(plan: Plan, path: Path) -> Plan | None:
    """Return the plan without what is at `path`; None when an earlier cut took it away already."""
    smaller = copy.deepcopy(plan)
    holder: Any = smaller
    try:
        for part in path[:-1]:
            holder = holder[part]
        del holder[path[-1]]
    except (KeyError, IndexError, TypeError):
        return None
    return smaller
