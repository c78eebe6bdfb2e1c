"""What can be asked of a store: four operations, which a store takes in batches."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

NamespacePath: TypeAlias = tuple[str | Literal["*"], ...]
"""A part of a namespace, in which "*" stands for any one label."""
NamespaceMatchType: TypeAlias = Literal["prefix", "suffix"]


class GetOp(NamedTuple):
    """Get one item; the answer is an `Item` or None."""

    namespace: tuple[str, ...]
    key: str
    refresh_ttl: bool = True


class SearchOp(NamedTuple):
    """Look for items below a namespace, by their fields or by what they are about; the answer are `SearchItem`s."""

    namespace_prefix: tuple[str, ...]
    filter: dict[str, Any] | None = None
    limit: int = 10
    offset: int = 0
    query: str | None = None
    refresh_ttl: bool = True


class MatchCondition(NamedTuple):
    """What a namespace must begin or end with to be listed."""

    match_type: NamespaceMatchType
    path: NamespacePath


class ListNamespacesOp(NamedTuple):
    """List namespaces, cut to `max_depth` labels; the answer are tuples of labels."""

    match_conditions: tuple[MatchCondition, ...] | None = None
    max_depth: int | None = None
    limit: int = 100
    offset: int = 0


class PutOp(NamedTuple):
    """Remember a value, or forget it with None. `index`: which paths of it are searched, False for none."""

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any] | None
    index: Literal[False] | list[str] | None = None  # type: ignore[assignment]  # the reference's name, also a method
    ttl: float | None = None


Op: TypeAlias = GetOp | SearchOp | PutOp | ListNamespacesOp
