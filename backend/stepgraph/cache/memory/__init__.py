"""A cache in the memory of this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence

from stepgraph.cache.base import BaseCache, FullKey, Namespace, ValueT
from stepgraph.checkpoint.serde.base import SerializerProtocol

__all__ = ["InMemoryCache"]


class InMemoryCache(BaseCache[ValueT]):
    """Keeps values as bytes, so that whoever changes one in place changes only their own."""

    def __init__(
        self, *, serde: SerializerProtocol | None = None, clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(serde=serde)
        self._clock_s = clock_s
        self._kept: dict[Namespace, dict[str, tuple[str, bytes, float | None]]] = {}
        self._lock = threading.Lock()

    def get(self, keys: Sequence[FullKey]) -> dict[FullKey, ValueT]:
        """Return the values of those of the keys that are kept; what is too old is forgotten here."""
        found: dict[FullKey, tuple[str, bytes]] = {}
        with self._lock:
            now_s = self._clock_s()
            for ns, key in keys:
                kept = self._kept.get(tuple(ns), {})
                if key not in kept:
                    continue
                form, content, end_s = kept[key]
                if end_s is None or now_s < end_s:
                    found[tuple(ns), key] = (form, content)
                else:
                    del kept[key]
        return {key: self.serde.loads_typed(typed) for key, typed in found.items()}

    async def aget(self, keys: Sequence[FullKey]) -> dict[FullKey, ValueT]:
        """Return the values of those of the keys that are kept."""
        return self.get(keys)

    def set(self, keys: Mapping[FullKey, tuple[ValueT, int | None]]) -> None:
        """Keep values, each for as many seconds as it says, or for good."""
        typed = {key: (*self.serde.dumps_typed(value), ttl_s) for key, (value, ttl_s) in keys.items()}
        with self._lock:
            now_s = self._clock_s()
            for (ns, key), (form, content, ttl_s) in typed.items():
                end_s = None if ttl_s is None else now_s + ttl_s
                self._kept.setdefault(tuple(ns), {})[key] = (form, content, end_s)

    async def aset(self, keys: Mapping[FullKey, tuple[ValueT, int | None]]) -> None:
        """Keep values, each for as many seconds as it says, or for good."""
        self.set(keys)

    def clear(self, namespaces: Sequence[Namespace] | None = None) -> None:
        """Forget everything of these namespaces, not of those below them, or everything."""
        with self._lock:
            if namespaces is None:
                self._kept.clear()
            for ns in namespaces or ():
                self._kept.pop(tuple(ns), None)

    async def aclear(self, namespaces: Sequence[Namespace] | None = None) -> None:
        """Forget everything of these namespaces, or everything."""
        self.clear(namespaces)
