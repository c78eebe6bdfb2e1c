"""Items: a value with its place in a store and its times."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeAlias


class Item:
    """One remembered value. Times may be given as ISO texts."""

    __slots__ = ("created_at", "key", "namespace", "updated_at", "value")

    def __init__(
        self,
        *,
        value: dict[str, Any],
        key: str,
        namespace: tuple[str, ...],
        created_at: datetime | str,
        updated_at: datetime | str,
    ) -> None:
        self.value = value
        self.key = key
        # JSON has no tuples, so a namespace may come as a list.
        self.namespace = tuple(namespace)
        self.created_at = _as_time(created_at)
        self.updated_at = _as_time(updated_at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.namespace, self.key))

    def _parts(self) -> tuple[object, ...]:
        return (self.value, self.key, self.namespace, self.created_at, self.updated_at)

    def dict(self) -> dict[str, Any]:
        """Return the item in plain values, with its times as ISO texts."""
        return {
            "namespace": list(self.namespace),
            "key": self.key,
            "value": self.value,
            "created_at": self.created_at.isoformat(),
            "updated_at": self.updated_at.isoformat(),
        }

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={value!r}" for name, value in self.dict().items())
        return f"Item({parts})"


class SearchItem(Item):
    """An item that a search found; `score` says how near it is to the query, None without one."""

    __slots__ = ("score",)

    def __init__(
        self,
        namespace: tuple[str, ...],
        key: str,
        value: dict[str, Any],
        created_at: datetime | str,
        updated_at: datetime | str,
        score: float | None = None,
    ) -> None:
        super().__init__(value=value, key=key, namespace=namespace, created_at=created_at, updated_at=updated_at)
        self.score = score

    def dict(self) -> dict[str, Any]:
        """Return the item in plain values, with its score."""
        return {**super().dict(), "score": self.score}


Result: TypeAlias = Item | list[Item] | list[SearchItem] | list[tuple[str, ...]] | None
"""What one operation gives."""


def _as_time(value: datetime | str) -> datetime:
    return datetime.fromisoformat(value) if isinstance(value, str) else value
