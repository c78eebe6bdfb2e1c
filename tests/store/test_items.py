"""What an in-memory store remembers, and what it finds again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from stepgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchOp,
)
from stepgraph.store.memory import InMemoryStore

HERE = ("users", "ann")


def keys(found: Any) -> list[str]:
    return [item.key for item in found]


def filled() -> InMemoryStore:
    store = InMemoryStore()
    for number in range(12):
        store.put(HERE, f"k{number}", {"n": number, "even": number % 2 == 0, "deep": {"n": number}})
    return store


def test_what_is_put_is_got_until_it_is_deleted() -> None:
    """Under its namespace and key, with its times in UTC."""
    store = InMemoryStore()
    store.put(HERE, "k", {"v": 1})
    item = store.get(HERE, "k")
    store.delete(HERE, "k")

    assert item is not None
    assert (item.value, item.key, item.namespace) == ({"v": 1}, "k", HERE)
    assert item.created_at == item.updated_at
    assert item.created_at.tzinfo is UTC
    assert store.get(HERE, "k") is None


def test_a_value_takes_the_place_of_the_one_before() -> None:
    """The caller's dict is not the one that is remembered."""
    store, given = InMemoryStore(), {"v": 1}
    store.put(HERE, "k", given)
    store.put(HERE, "k", {"v": 2})
    given["v"] = 3

    item = store.get(HERE, "k")

    assert item is not None
    assert item.value == {"v": 2}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"n": 3}, [3]),
        ({"n": {"$gt": 2, "$lte": 4}}, [3, 4]),
        ({"n": {"$gte": 10}}, [10, 11]),
        ({"even": True, "n": {"$lt": 5}}, [0, 2, 4]),
        ({"n": {"$ne": 0}, "even": True}, [2, 4, 6, 8, 10]),
        ({"deep": {"n": {"$eq": 7}}}, [7]),
        ({"missing": 1}, []),
        ({}, list(range(12))),
    ],
)
def test_a_search_filters_by_fields(wanted: dict[str, Any], found: list[int]) -> None:
    """By equality, by comparison, and inside of a field."""
    assert keys(filled().search(HERE, filter=wanted, limit=20)) == [f"k{number}" for number in found]


def test_an_unknown_operator_is_refused() -> None:
    """Rather than matching nothing."""
    with pytest.raises(ValueError, match=r"^Unsupported operator: \$in$"):
        filled().search(HERE, filter={"n": {"$in": [1]}})


def test_a_search_gives_ten_items_below_its_prefix_and_pages_through_them() -> None:
    """The empty prefix means everything."""
    store = filled()
    store.put(("other",), "k", {})

    assert len(store.search(())) == 10
    assert keys(store.search(("users",), limit=2, offset=3)) == ["k3", "k4"]
    assert keys(store.search(("other",))) == ["k"]


@pytest.mark.parametrize(
    ("namespace", "text"),
    [
        ((), "cannot be empty"),
        (("a.b",), "cannot contain periods"),
        (("a", ""), "cannot be empty strings"),
        (("langgraph", "x"), "Root label for namespace cannot be"),
        (("a", 2), "must be strings, but got int"),
    ],
)
def test_a_namespace_that_could_not_be_told_apart_is_refused(namespace: Any, text: str) -> None:
    """When something is put there."""
    with pytest.raises(InvalidNamespaceError, match=text):
        InMemoryStore().put(namespace, "k", {})


def test_namespaces_are_listed_by_their_ends_and_to_a_depth() -> None:
    """Sorted, each once, "*" for any label."""
    store = InMemoryStore()
    for namespace in (("u", "1", "m"), ("u", "2", "m"), ("u", "1", "p"), ("g", "1")):
        store.put(namespace, "k", {})

    assert store.list_namespaces(prefix=("u",), suffix=("m",)) == [("u", "1", "m"), ("u", "2", "m")]
    assert store.list_namespaces(prefix=("*", "1")) == [("g", "1"), ("u", "1", "m"), ("u", "1", "p")]
    assert store.list_namespaces(max_depth=1) == [("g",), ("u",)]
    assert store.list_namespaces(limit=1, offset=1) == [("u", "1", "m")]


def test_a_batch_reads_before_it_writes_and_the_last_write_of_a_name_counts() -> None:
    """Whatever their order."""
    store = InMemoryStore()
    ops: list[Op] = [
        PutOp(HERE, "k", {"v": 1}),
        PutOp(HERE, "k", {"v": 2}),
        GetOp(HERE, "k"),
        SearchOp(HERE),
        ListNamespacesOp((MatchCondition("prefix", ("x",)),)),
    ]

    answers = store.batch(ops)
    item = store.get(HERE, "k")

    assert answers == [None, None, None, [], []]
    assert item is not None
    assert item.value == {"v": 2}


async def test_the_same_can_be_awaited() -> None:
    """Every call has its coroutine."""
    store = InMemoryStore()

    await store.aput(HERE, "k", {"v": 1})
    item, found = await store.aget(HERE, "k"), await store.asearch(HERE)
    listed = await store.alist_namespaces(prefix=("users",))
    await store.adelete(HERE, "k")

    assert item is not None
    assert (item.value, keys(found), listed) == ({"v": 1}, ["k"], [HERE])
    assert await store.aget(HERE, "k") is None


def test_a_time_to_live_is_refused_by_a_store_that_has_none() -> None:
    """In a sentence that names the store."""
    with pytest.raises(NotImplementedError, match="TTL is not supported by InMemoryStore"):
        InMemoryStore().put(HERE, "k", {}, ttl=5)


class Recorder(BaseStore):
    """A store of a user's, which only notes what it is asked."""

    supports_ttl = True
    ttl_config = {"default_ttl": 5, "refresh_on_read": False}

    def __init__(self) -> None:
        self.asked: list[Op] = []

    def batch(self, ops: Any) -> list[Result]:
        self.asked.extend(ops)
        return [None]

    async def abatch(self, ops: Any) -> list[Result]:
        return self.batch(ops)


def test_a_store_of_ones_own_gets_operations_with_its_defaults_in_them() -> None:
    """What a caller says comes first."""
    store = Recorder()

    store.put(HERE, "k", {"v": 1})
    store.put(HERE, "k", {"v": 1}, ttl=None)
    store.get(HERE, "k")
    store.get(HERE, "k", refresh_ttl=True)
    store.delete(HERE, "k")

    assert store.asked == [
        PutOp(HERE, "k", {"v": 1}, None, 5),
        PutOp(HERE, "k", {"v": 1}, None, None),
        GetOp(HERE, "k", refresh_ttl=False),
        GetOp(HERE, "k", refresh_ttl=True),
        PutOp(HERE, "k", None),
    ]


def test_items_are_equal_by_what_they_hold_and_read_from_json() -> None:
    """Times as ISO texts, namespaces as lists."""
    now = datetime(2024, 1, 1, tzinfo=UTC)
    item = Item(value={"a": 1}, key="k", namespace=HERE, created_at=now, updated_at=now)

    again = Item(**item.dict())

    assert again == item
    assert hash(again) == hash(item)
    assert repr(again).startswith("Item(namespace=['users', 'ann'], key='k', value={'a': 1}, ")
