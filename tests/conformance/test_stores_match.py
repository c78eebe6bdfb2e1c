"""A store answers as the reference's does."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from tests.conformance.records import answer

Moves = Callable[[Any], Any]


def load(package: str) -> Any:
    """Return what files import of the store's modules."""
    base, memory = (importlib.import_module(f"{package}.store.{module}") for module in ("base", "memory"))
    return SimpleNamespace(**{name: getattr(base, name) for name in base.__all__}, InMemoryStore=memory.InMemoryStore)


LIBRARIES = (load("langgraph"), load("stepgraph"))


def filled(library: Any, **options: Any) -> Any:
    """Return a store with something of everything in it."""
    store = library.InMemoryStore(**options)
    for number in range(13):
        store.put(("a", "c"), f"k{number}", {"i": number, "even": number % 2 == 0, "s": f"x{number}"})
    store.put(("a", "b"), "k", {"v": 1, "n": {"a": 1, "b": {"c": 2}}, "l": [1, {"a": 2}], "z": None})
    for namespace in (("u", "1", "m"), ("u", "2", "m"), ("u", "1", "p"), ("u",), ("g", "1", "m", "deep")):
        store.put(namespace, "k", {"t": "-".join(namespace)})
    return store


def shown(value: Any) -> Any:
    """Return an answer without times and classes."""
    if isinstance(value, (list, tuple)):
        return [shown(item) for item in value]
    if hasattr(value, "created_at"):
        return (value.namespace, value.key, value.value, rounded(getattr(value, "score", None)))
    return value


def rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 9)


FILTERS: list[dict[str, Any]] = [
    {},
    {"i": 3},
    {"i": {"$eq": 3}},
    {"i": {"$ne": 3}},
    {"i": {"$gt": 2, "$lt": 5}},
    {"i": {"$gte": 12}},
    {"i": {"$lte": 2}},
    {"i": {"$gt": "3"}},
    {"even": True, "i": {"$lt": 5}},
    {"i": {"$in": [1]}},
    {"zz": None},
    {"zz": 1},
    {"zz": {"$ne": 1}},
    {"zz": {"$gt": 1}},
    {"s": {"$gt": "x5"}},
    {"i": {}},
    {"n": {"a": 1}},
    {"n": {"a": {"$gt": 0}}},
    {"n": {"a": 1, "$gt": 0}},
    {"n": {"b": {"c": {"$gte": 2}}}},
    {"n": {"$eq": {"a": 1, "b": {"c": 2}}}},
    {"n": {"zz": 1}},
    {"l": [1, {"a": 2}]},
    {"l": (1, {"a": {"$gt": 1}})},
    {"l": [1]},
    {"l": {"a": 1}},
    {"z": None},
]
NAMESPACES: list[Any] = [
    (),
    ("a.b",),
    ("",),
    ("a", ""),
    ("langgraph",),
    ("langgraph", "x"),
    ("x", "langgraph"),
    (1,),
    ("a", 2),
    ("a", "\x00"),
    ("a", None),
]
LISTS: list[dict[str, Any]] = [
    {},
    {"prefix": ("u",)},
    {"suffix": ("m",)},
    {"prefix": ("u", "*")},
    {"prefix": ("*", "1")},
    {"suffix": ("*", "m")},
    {"prefix": ("u",), "suffix": ("m",)},
    {"max_depth": 1},
    {"max_depth": 0},
    {"max_depth": 2, "prefix": ("u",)},
    {"limit": 2, "offset": 1},
    {"limit": 0},
    {"prefix": ()},
    {"prefix": ("u", "1", "m", "x")},
]
PATHS: list[Any] = [
    "$",
    "",
    "s",
    "a",
    "a.b",
    "a.c",
    "a.d",
    "a.e",
    "a.zz",
    "a.*",
    "a.{b,c}",
    "l",
    "l[*]",
    "l[*].b",
    "l[0].b",
    "l[-1].c",
    "l[9]",
    "l[x]",
    "l.b",
    "l[*].{b,c}",
    "e",
    "*",
    "f",
    "{s,f}",
    "{a.b,s}",
    "{a.zz,a}",
    "{l,e,zz}",
    "a.{b,c}.b",
    "l[].b",
    "{",
    "s[{b}]",
    "[*]",
    "a.{}",
    "s.x",
    "[0]",
    ["l", "[*]", "b"],
    "a..b",
    "a[1",
    "t",
]
DOCUMENT = {
    "a": {"b": "t", "c": 5, "d": None, "e": True},
    "l": [{"b": "é"}, {"b": "2"}, {"c": 3}],
    "s": "str",
    "e": [],
    "f": 1.5,
    "t": (1, 2),
}


def _operations(library: Any, namespace: Any) -> list[Any]:
    condition = library.MatchCondition("prefix", namespace)
    return [
        library.GetOp(namespace, "k"),
        library.PutOp(namespace, "k", {}),
        library.SearchOp(namespace),
        library.ListNamespacesOp(match_conditions=(condition,)),
    ]


def both(moves: Moves) -> tuple[Any, Any]:
    reference, ours = (answer(partial(_shown_moves, moves, library)) for library in LIBRARIES)
    return reference, ours


def _shown_moves(moves: Moves, library: Any) -> Any:
    return shown(moves(library))


@pytest.mark.parametrize("wanted", FILTERS, ids=repr)
def test_a_filter_finds_the_same(wanted: dict[str, Any]) -> None:
    """Or fails the same way."""
    reference, ours = both(lambda library: filled(library).search(("a",), filter=wanted, limit=20))

    assert ours == reference


@pytest.mark.parametrize("namespace", NAMESPACES, ids=repr)
def test_the_same_namespaces_are_refused(namespace: Any) -> None:
    """In the same words, by every way to name one."""

    def moves(library: Any) -> Any:
        store = library.InMemoryStore()
        operation = answer(lambda: store.batch([library.PutOp(namespace, "k", {}), library.GetOp(namespace, "k")]))
        return [
            operation,
            answer(lambda: store.put(namespace, "k", {})),
            answer(lambda: store.get(namespace, "k")),
            answer(lambda: store.search(namespace)),
            answer(lambda: store.delete(namespace, "k")),
            answer(lambda: store.list_namespaces(prefix=namespace)),
            answer(lambda: store.list_namespaces(suffix=namespace)),
            answer(lambda: asyncio.run(store.aget(namespace, "k"))),
            answer(lambda: asyncio.run(store.asearch(namespace))),
            answer(lambda: asyncio.run(store.adelete(namespace, "k"))),
            answer(lambda: asyncio.run(store.alist_namespaces(prefix=namespace, suffix=namespace))),
            *[answer(partial(library.validate_op_namespace, op)) for op in _operations(library, namespace)],
        ]

    reference, ours = both(moves)

    assert ours == reference


@pytest.mark.parametrize("listed", LISTS, ids=repr)
def test_the_same_namespaces_are_listed(listed: dict[str, Any]) -> None:
    """With what was only named in between, and what was emptied."""

    def moves(library: Any) -> Any:
        store = filled(library)
        store.delete(("u",), "k")
        store.get(("named",), "k")
        return store.list_namespaces(**listed)

    reference, ours = both(moves)

    assert ours == reference


@pytest.mark.parametrize("path", PATHS, ids=repr)
def test_a_path_leads_to_the_same_texts(path: Any) -> None:
    """By the same steps."""
    reference, ours = both(
        lambda library: [
            library.get_text_at_path(DOCUMENT, path),
            library.tokenize_path(path) if isinstance(path, str) else None,
        ]
    )

    assert ours == reference


def test_a_path_goes_through_any_mapping_at_the_top() -> None:
    """Which counts as the dict that it holds."""
    reference, ours = both(
        lambda library: [library.get_text_at_path(MappingProxyType({"a": {"b": 1}}), path) for path in ("$", "a.b")]
    )

    assert ours == reference


def vectors(texts: Any) -> list[list[float]]:
    return [[float(len(text)), float(text.count("1")), 1.0] for text in texts]


@pytest.mark.parametrize("fields", [None, ["t"], ["t", "s"], ["n.*"]])
@pytest.mark.parametrize("page", [(10, 0), (3, 1), (2, 6), (30, 0)])
def test_a_query_ranks_the_same(fields: Any, page: tuple[int, int]) -> None:
    """With what has no text behind."""

    def moves(library: Any) -> Any:
        index = {"dims": 3, "embed": vectors} | ({} if fields is None else {"fields": fields})
        limit, offset = page
        return filled(library, index=index).search((), query="u-1-m", limit=limit, offset=offset)

    reference, ours = both(moves)

    assert ours == reference


BATCHES: list[Moves] = [
    lambda t: [t.PutOp(("n",), "k", {"v": 1}), t.GetOp(("n",), "k"), t.SearchOp(("n",)), t.ListNamespacesOp()],
    lambda t: [t.PutOp(("n",), "k", {"v": 1}), t.PutOp(("n",), "k", {"v": 2}), t.PutOp(("n",), "j", None)],
    lambda t: [t.ListNamespacesOp(match_conditions=(t.MatchCondition("prefix", ("u",)),), max_depth=2)],
    lambda t: [t.ListNamespacesOp(match_conditions=(t.MatchCondition("weird", ("u",)),))],
    lambda t: [t.SearchOp(("u",), None, 2, 1), t.GetOp(("u",), "k"), t.GetOp(("u",), "k")],
    lambda t: [5],
    lambda t: [],
]


@pytest.mark.parametrize("batch", range(len(BATCHES)))
def test_a_batch_is_answered_the_same(batch: int) -> None:
    """And leaves the same behind."""

    def moves(library: Any) -> Any:
        store = filled(library)
        answers = answer(lambda: shown(store.batch(BATCHES[batch](library))))
        return [answers, store.search(("n",)), store.list_namespaces()]

    reference, ours = both(moves)

    assert ours == reference


def test_items_show_themselves_alike() -> None:
    """As text, as a dict, and to each other."""
    now = datetime(2024, 1, 1, tzinfo=UTC)

    def moves(library: Any) -> Any:
        item, other = (
            library.Item(value={"a": 1}, key="k", namespace=["n"], created_at=time, updated_at=time)
            for time in (now, now.isoformat())
        )
        return [repr(item), item.dict(), item == other, hash(item) == hash(other), item == 5, other.namespace]

    reference, ours = both(moves)

    assert ours == reference
