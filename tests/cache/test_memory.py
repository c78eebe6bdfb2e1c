"""What an in-memory cache keeps, and for how long."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.cache.base import FullKey
from stepgraph.cache.memory import InMemoryCache

ONE: FullKey = (("writes", "one"), "k")
OTHER: FullKey = (("writes", "other"), "k")


def test_what_is_set_is_got_and_the_rest_is_left_out() -> None:
    """Tuples come back as lists, as from a checkpoint."""
    cache: InMemoryCache[Any] = InMemoryCache()

    cache.set({ONE: ([("x", 1)], None)})

    assert cache.get([ONE, OTHER]) == {ONE: [["x", 1]]}


def test_changing_what_was_got_changes_nothing_that_is_kept() -> None:
    """Each caller has their own."""
    cache: InMemoryCache[Any] = InMemoryCache()
    cache.set({ONE: ([1], None)})

    cache.get([ONE])[ONE].append(2)

    assert cache.get([ONE])[ONE] == [1]


def test_a_value_is_kept_for_as_many_seconds_as_it_says() -> None:
    """With 0 for none, and with None for good."""
    now = [100.0]
    cache: InMemoryCache[Any] = InMemoryCache(clock_s=lambda: now[0])
    cache.set({ONE: (1, 5), OTHER: (2, None), (("writes",), "gone"): (3, 0)})

    found = [cache.get([ONE, OTHER, (("writes",), "gone")])]
    now[0] += 5
    found.append(cache.get([ONE, OTHER]))

    assert found == [{ONE: 1, OTHER: 2}, {OTHER: 2}]


def test_a_namespace_is_cleared_by_its_whole_name() -> None:
    """Without names everything is forgotten."""
    cache: InMemoryCache[Any] = InMemoryCache()
    cache.set({ONE: (1, None), OTHER: (2, None)})

    cache.clear([("writes",)])
    cache.clear([ONE[0]])
    left = cache.get([ONE, OTHER])
    cache.clear()

    assert (left, cache.get([OTHER])) == ({OTHER: 2}, {})


async def test_the_same_can_be_awaited() -> None:
    """Every call has its coroutine."""
    cache: InMemoryCache[Any] = InMemoryCache()

    await cache.aset({ONE: (1, None)})
    found = await cache.aget([ONE])
    await cache.aclear([ONE[0]])

    assert (found, await cache.aget([ONE])) == ({ONE: 1}, {})


def test_what_no_checkpoint_can_hold_no_cache_keeps() -> None:
    """It is refused when it is set."""
    cache: InMemoryCache[Any] = InMemoryCache()

    with pytest.raises(TypeError, match="Type is not msgpack serializable: function"):
        cache.set({ONE: (lambda: None, None)})
