"""A set that keeps the order in which its items were added, so that a graph is the same on every run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSet
from typing import TypeVar

Item = TypeVar("Item")


class OrderedSet(MutableSet[Item]):
    """Compares and prints like a set; iterates in the order of adding."""

    __slots__ = ("_items",)

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = dict.fromkeys(items)

    def __contains__(self, item: object) -> bool:
        return item in self._items

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self._items))}}}" if self._items else "set()"

    def add(self, item: Item) -> None:
        """Add `item` at the end unless it is there."""
        self._items[item] = None

    def discard(self, item: Item) -> None:
        """Remove `item` if it is there."""
        self._items.pop(item, None)
