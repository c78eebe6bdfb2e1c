"""Chance, as a planner needs it. Everything goes through a `Random`, so one number, or Hypothesis, decides it all."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """Picks from what may be."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def happens(self, percent: int) -> bool:
        """Return whether something that happens so often happens now."""
        return self._random.randrange(100) >= 100 - percent

    def number(self, low: int, high: int) -> int:
        """Return a number within the bounds."""
        return self._random.randint(low, high)

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self._random.randrange(len(items))]

    def some(self, items: Sequence[Item], low: int, high: int) -> list[Item]:
        """Return some of the items, each at most once, in any order."""
        left = list(items)
        count = min(self._random.randint(low, high), len(left))
        return [left.pop(self._random.randrange(len(left))) for _ in range(count)]
