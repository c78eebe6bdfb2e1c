"""The class from which stores are derived: every call becomes one operation of a batch."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast

from stepgraph.store.base.items import Item, Result, SearchItem
from stepgraph.store.base.namespaces import validate_labels, validate_namespace
from stepgraph.store.base.operations import (
    GetOp,
    ListNamespacesOp,
    MatchCondition,
    NamespacePath,
    Op,
    PutOp,
    SearchOp,
)
from stepgraph.store.base.settings import NOT_PROVIDED, NotProvided, TTLConfig


class BaseStore(ABC):
    """Remembers values under namespaces and keys, for all threads."""

    supports_ttl: bool = False
    ttl_config: TTLConfig | None = None

    __slots__ = ("__weakref__",)

    @abstractmethod
    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations; the answers come in their order."""

    @abstractmethod
    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations; the answers come in their order."""

    # Every other method is one operation; a derived class may do it with others. Some stores answer a put with nothing.

    def _plain_answer(self, _method: str, op: Op) -> Result:
        answers = self.batch([op])
        return answers[0] if answers else None

    async def _awaited_answer(self, op: Op) -> Result:
        answers = await self.abatch([op])
        return answers[0] if answers else None

    def get(self, namespace: tuple[str, ...], key: str, *, refresh_ttl: bool | None = None) -> Item | None:
        """Return the item of that name, None if there is none."""
        return cast(Item | None, self._plain_answer("get", _get_op(self, namespace, key, refresh_ttl)))

    def search(
        self,
        namespace_prefix: tuple[str, ...],
        /,
        *,
        query: str | None = None,
        filter: dict[str, Any] | None = None,
        limit: int = 10,
        offset: int = 0,
        refresh_ttl: bool | None = None,
    ) -> list[SearchItem]:
        """Return items below a namespace: those whose fields fit `filter`, the nearest to `query` first."""
        validate_labels(namespace_prefix)
        op = SearchOp(namespace_prefix, filter, limit, offset, query, _refreshes(self, refresh_ttl))
        return cast(list[SearchItem], self._plain_answer("search", op))

    def put(
        self,
        namespace: tuple[str, ...],
        key: str,
        value: Mapping[str, Any],
        index: Literal[False] | list[str] | None = None,
        *,
        ttl: float | NotProvided | None = NOT_PROVIDED,
    ) -> None:
        """Remember `value`, in place of what has that name. `index`: paths that are searched, False for none."""
        self._plain_answer("put", _put_op(self, namespace, key, value, index, ttl))

    def delete(self, namespace: tuple[str, ...], key: str) -> None:
        """Forget the item of that name, if there is one."""
        self._plain_answer("delete", _delete_op(namespace, key))

    def list_namespaces(
        self,
        *,
        prefix: NamespacePath | None = None,
        suffix: NamespacePath | None = None,
        max_depth: int | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> list[tuple[str, ...]]:
        """Return the namespaces that begin and end like this, cut to `max_depth` labels."""
        op = ListNamespacesOp(_conditions(prefix, suffix), max_depth, limit, offset)
        return cast(list[tuple[str, ...]], self._plain_answer("list_namespaces", op))

    async def aget(self, namespace: tuple[str, ...], key: str, *, refresh_ttl: bool | None = None) -> Item | None:
        """Return the item of that name, None if there is none."""
        return cast(Item | None, await self._awaited_answer(_get_op(self, namespace, key, refresh_ttl)))

    async def asearch(
        self,
        namespace_prefix: tuple[str, ...],
        /,
        *,
        query: str | None = None,
        filter: dict[str, Any] | None = None,
        limit: int = 10,
        offset: int = 0,
        refresh_ttl: bool | None = None,
    ) -> list[SearchItem]:
        """Return items below a namespace: those whose fields fit `filter`, the nearest to `query` first."""
        validate_labels(namespace_prefix)
        op = SearchOp(namespace_prefix, filter, limit, offset, query, _refreshes(self, refresh_ttl))
        return cast(list[SearchItem], await self._awaited_answer(op))

    async def aput(
        self,
        namespace: tuple[str, ...],
        key: str,
        value: Mapping[str, Any],
        index: Literal[False] | list[str] | None = None,
        *,
        ttl: float | NotProvided | None = NOT_PROVIDED,
    ) -> None:
        """Remember `value`, in place of what has that name. `index`: paths that are searched, False for none."""
        await self._awaited_answer(_put_op(self, namespace, key, value, index, ttl))

    async def adelete(self, namespace: tuple[str, ...], key: str) -> None:
        """Forget the item of that name, if there is one."""
        await self._awaited_answer(_delete_op(namespace, key))

    async def alist_namespaces(
        self,
        *,
        prefix: NamespacePath | None = None,
        suffix: NamespacePath | None = None,
        max_depth: int | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> list[tuple[str, ...]]:
        """Return the namespaces that begin and end like this, cut to `max_depth` labels."""
        op = ListNamespacesOp(_conditions(prefix, suffix), max_depth, limit, offset)
        return cast(list[tuple[str, ...]], await self._awaited_answer(op))


# Functions, since a store of a user's may have methods of any name.


def _get_op(store: BaseStore, namespace: tuple[str, ...], key: str, refresh_ttl: bool | None) -> GetOp:
    validate_labels(namespace)
    return GetOp(namespace, str(key), _refreshes(store, refresh_ttl))


def _delete_op(namespace: tuple[str, ...], key: str) -> PutOp:
    validate_labels(namespace)
    return PutOp(namespace, str(key), None, ttl=None)


def _put_op(
    store: BaseStore,
    namespace: tuple[str, ...],
    key: str,
    value: Mapping[str, Any],
    index: Literal[False] | list[str] | None,
    ttl: float | NotProvided | None,
) -> PutOp:
    validate_namespace(namespace)
    if not isinstance(ttl, NotProvided) and ttl is not None and not store.supports_ttl:
        raise NotImplementedError(
            f"TTL is not supported by {type(store).__name__}. Use a store implementation that supports TTL or set "
            "ttl=None."
        )
    lasts = (store.ttl_config or {}).get("default_ttl") if isinstance(ttl, NotProvided) else ttl
    given: Any = value
    return PutOp(namespace, str(key), given, index, lasts)


def _refreshes(store: BaseStore, refresh_ttl: bool | None) -> bool:
    return (store.ttl_config or {}).get("refresh_on_read", True) if refresh_ttl is None else refresh_ttl


def _conditions(prefix: NamespacePath | None, suffix: NamespacePath | None) -> tuple[MatchCondition, ...]:
    given: list[tuple[Literal["prefix", "suffix"], NamespacePath | None]] = [("prefix", prefix), ("suffix", suffix)]
    for _, path in given:
        validate_labels(path or ())
    return tuple(MatchCondition(kind, path) for kind, path in given if path)
