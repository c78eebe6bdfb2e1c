"""What a run asks of a cache in which it keeps what nodes wrote for which input."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from stepgraph.checkpoint.serde.base import SerializerProtocol
from stepgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

__all__ = ["BaseCache", "FullKey", "Namespace", "ValueT"]

ValueT = TypeVar("ValueT")
Namespace: TypeAlias = tuple[str, ...]
"""What is cleared at once: everything of one node."""
FullKey: TypeAlias = tuple[Namespace, str]
"""Under which namespace and key a value is kept."""


class BaseCache(ABC, Generic[ValueT]):
    """Keeps values under keys for a time; `serde` is how a cache turns them into bytes."""

    serde: SerializerProtocol = JsonPlusSerializer()

    def __init__(self, *, serde: SerializerProtocol | None = None) -> None:
        self.serde = serde or self.serde

    @abstractmethod
    def get(self, keys: Sequence[FullKey]) -> dict[FullKey, ValueT]:
        """Return the values of those of the keys that are kept and not too old."""

    @abstractmethod
    async def aget(self, keys: Sequence[FullKey]) -> dict[FullKey, ValueT]:
        """Return the values of those of the keys that are kept and not too old."""

    @abstractmethod
    def set(self, pairs: Mapping[FullKey, tuple[ValueT, int | None]]) -> None:
        """Keep values, each for as many seconds as it says, or for good."""

    @abstractmethod
    async def aset(self, pairs: Mapping[FullKey, tuple[ValueT, int | None]]) -> None:
        """Keep values, each for as many seconds as it says, or for good."""

    @abstractmethod
    def clear(self, namespaces: Sequence[Namespace] | None = None) -> None:
        """Forget everything of these namespaces, or everything."""

    @abstractmethod
    async def aclear(self, namespaces: Sequence[Namespace] | None = None) -> None:
        """Forget everything of these namespaces, or everything."""
