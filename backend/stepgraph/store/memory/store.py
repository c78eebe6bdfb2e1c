"""The store: items by namespace and key, and the vectors by which they are found."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from stepgraph.store.base import (
    BaseStore,
    GetOp,
    IndexConfig,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    ensure_embeddings,
    get_text_at_path,
)
from stepgraph.store.memory.matching import fits, is_listed

Vector = Sequence[float]
Place = tuple[tuple[str, ...], str]


class _Batch(NamedTuple):
    """A batch that is read: the answers so far, what is still to be searched, and what is to be put in the end."""

    answers: list[Result]
    searches: dict[int, SearchOp]
    puts: dict[Place, PutOp]
    texts: list[tuple[Place, str]]


class InMemoryStore(BaseStore):
    """Remembers in dicts. In a batch everything is read before anything is written; the last write of a name counts.

    Values are not copied when they are read, as in the reference: who changes one in place changes what is remembered.
    `index` says how items are found by what they are about.
    """

    __slots__ = ("_items", "_lock", "_vectors", "embeddings", "index_config")

    def __init__(self, *, index: IndexConfig | None = None) -> None:
        self._items: dict[tuple[str, ...], dict[str, Item]] = {}
        self._vectors: dict[Place, list[Vector]] = {}
        # Nodes of one superstep use a store from several threads; vectors are made outside of it.
        self._lock = threading.RLock()
        self.index_config = index or None
        self.embeddings: Any = ensure_embeddings(index.get("embed")) if index else None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations; the answers come in their order."""
        with self._lock:
            batch = self._read(ops)
        queries = {query: self.embeddings.embed_query(query) for query in self._queries(batch)}
        vectors = self.embeddings.embed_documents([text for _, text in batch.texts]) if batch.texts else []
        with self._lock:
            return self._written(batch, queries, vectors)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations; the answers come in their order."""
        with self._lock:
            batch = self._read(ops)
        queries = {query: await self.embeddings.aembed_query(query) for query in self._queries(batch)}
        vectors = await self.embeddings.aembed_documents([text for _, text in batch.texts]) if batch.texts else []
        with self._lock:
            return self._written(batch, queries, vectors)

    def _read(self, ops: Iterable[Op]) -> _Batch:
        batch = _Batch([], {}, {}, [])
        for position, op in enumerate(ops):
            batch.answers.append(None)
            if isinstance(op, GetOp):
                # A namespace is known once it was named, as in the reference.
                batch.answers[-1] = self._items.setdefault(op.namespace, {}).get(op.key)
            elif isinstance(op, SearchOp):
                batch.searches[position] = op
            elif isinstance(op, ListNamespacesOp):
                batch.answers[-1] = self._namespaces(op)
            elif isinstance(op, PutOp):
                batch.puts[op.namespace, op.key] = op
            else:
                raise ValueError(f"Unknown operation type: {type(op)}")
        batch.texts.extend((place, text) for place, op in batch.puts.items() for text in self._texts(op))
        return batch

    def _texts(self, op: PutOp) -> list[str]:
        """Return the texts of a value by which it can be found."""
        if self.index_config is None or op.value is None or op.index is False:
            return []
        paths = op.index if op.index is not None else self.index_config.get("fields") or ["$"]
        return [text for path in paths for text in get_text_at_path(op.value, path)]

    def _queries(self, batch: _Batch) -> dict[str, None]:
        if self.embeddings is None:
            return {}
        return {op.query: None for op in batch.searches.values() if op.query}

    def _written(self, batch: _Batch, queries: Mapping[str, Vector], vectors: Sequence[Vector]) -> list[Result]:
        for position, op in batch.searches.items():
            batch.answers[position] = self._found(op, queries.get(op.query or ""))
        for place, put in batch.puts.items():
            self._remember(place, put)
        for (place, _), vector in zip(batch.texts, vectors, strict=True):
            self._vectors.setdefault(place, []).append(vector)
        return batch.answers

    def _remember(self, place: Place, op: PutOp) -> None:
        named = self._items.setdefault(op.namespace, {})
        # What was found by the old value's texts must not be found by them any more.
        self._vectors.pop(place, None)
        if op.value is None:
            named.pop(op.key, None)
            return
        now = datetime.now(UTC)
        named[op.key] = Item(value=dict(op.value), key=op.key, namespace=op.namespace, created_at=now, updated_at=now)

    def _found(self, op: SearchOp, query: Vector | None) -> list[SearchItem]:
        items = [
            item
            for namespace, named in self._items.items()
            if namespace[: len(op.namespace_prefix)] == tuple(op.namespace_prefix)
            for item in list(named.values())
            if all(fits(item.value.get(name), wanted) for name, wanted in (op.filter or {}).items())
        ]
        if query is None:
            return [_search_item(item, None) for item in items[op.offset : op.offset + op.limit]]
        scored = [(item, self._score(item, query)) for item in items]
        near = sorted([(item, score) for item, score in scored if score is not None], key=_score, reverse=True)
        found = near[op.offset : op.offset + op.limit]
        # What has no texts to be found by comes last, if there is room.
        rest = [(item, score) for item, score in scored if score is None][: op.limit - len(found)]
        return [_search_item(item, score) for item, score in [*found, *rest]]

    def _score(self, item: Item, query: Vector) -> float | None:
        vectors = self._vectors.get((item.namespace, item.key))
        return max(cosine(query, vector) for vector in vectors) if vectors else None

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        listed = {
            namespace[: op.max_depth]
            for namespace in self._items
            if all(is_listed(namespace, condition) for condition in op.match_conditions or ())
        }
        return sorted(listed)[op.offset : op.offset + op.limit]


def cosine(one: Vector, other: Vector) -> float:
    """Return how much two vectors point the same way: 1 at most, 0 for one of length 0."""
    length = math.hypot(*one) * math.hypot(*other)
    return sum(a * b for a, b in zip(one, other, strict=False)) / length if length else 0.0


def _score(found: tuple[Item, float | None]) -> float:
    return found[1] or 0.0


def _search_item(item: Item, score: float | None) -> SearchItem:
    return SearchItem(
        namespace=item.namespace,
        key=item.key,
        value=item.value,
        created_at=item.created_at,
        updated_at=item.updated_at,
        score=score,
    )
