"""A store that answers the awaited calls of one moment together, on both libraries."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conformance.records import answer
from tests.conformance.test_stores_match import shown


def load(package: str) -> Any:
    """Return what the stories need of a library's stores."""
    base, memory, batch = (
        importlib.import_module(f"{package}.store.{name}") for name in ("base", "memory", "base.batch")
    )
    names = {name: getattr(base, name) for name in base.__all__}
    return SimpleNamespace(**names, InMemoryStore=memory.InMemoryStore, Batched=batch.AsyncBatchedBaseStore)


LIBRARIES = (load("langgraph"), load("stepgraph"))


def far_away(lib: Any, *, fault: Exception | None = None) -> Any:
    """Return a store that notes its batches."""

    class FarAway(lib.Batched):  # type: ignore[misc]  # of either library
        def __init__(self) -> None:
            super().__init__()
            self.kept = lib.InMemoryStore()
            self.batches: list[Any] = []
            self.fault = fault

        async def abatch(self, ops: Any) -> Any:
            self.batches.append([tuple(op) for op in ops])
            if self.fault is not None:
                raise self.fault
            return self.kept.batch(ops)

    return FarAway()


async def at_once(lib: Any) -> Any:
    store = far_away(lib)
    await asyncio.gather(*(store.aput(("n",), f"k{number}", {"v": number}) for number in range(3)))
    found = await asyncio.gather(store.aget(("n",), "k1"), store.asearch(("n",)), store.alist_namespaces())
    await store.adelete(("n",), "k0")
    return [shown(found), store.batches, shown(await store.asearch(("n",)))]


async def asked_twice(lib: Any) -> Any:
    store = far_away(lib)
    await asyncio.gather(store.aput(("n",), "k", {"v": 1}), store.aput(("n",), "k", {"v": 2}))
    found = await asyncio.gather(
        store.aget(("n",), "k"),
        store.aget(("n",), "k"),
        store.asearch(("n",), filter={"v": 2}),
        store.asearch(("n",), filter={"v": 2}),
        store.aget(("n",), "other"),
    )
    return [shown(found), store.batches]


async def given_up(lib: Any) -> Any:
    store = far_away(lib)
    waiting = asyncio.ensure_future(store.aget(("n",), "k"))
    await asyncio.sleep(0)
    waiting.cancel()
    later = await store.aget(("n",), "other")
    return [waiting.cancelled(), later, store.batches[-1]]


async def failing(lib: Any) -> Any:
    store = far_away(lib, fault=ConnectionError("down"))
    found = await asyncio.gather(store.aget(("n",), "a"), store.aget(("n",), "b"), return_exceptions=True)
    store.fault = None
    return [[repr(error) for error in found], await store.aget(("n",), "a")]


async def refused(lib: Any) -> Any:
    store = far_away(lib)
    found = await asyncio.gather(store.aput((), "k", {}), store.aget(("a.b",), "k"), return_exceptions=True)
    return [[repr(error) for error in found], store.batches]


async def plain_calls(lib: Any) -> Any:
    store = far_away(lib)
    own = [
        answer(lambda: store.get(("n",), "k")),
        answer(lambda: store.search(("n",))),
        answer(lambda: store.put(("n",), "k", {})),
        answer(lambda: store.delete(("n",), "k")),
        answer(store.list_namespaces),
        answer(lambda: store.batch([])),
    ]

    def elsewhere() -> Any:
        store.put(("n",), "k", {"v": 1})
        return shown([store.get(("n",), "k"), store.search(("n",)), store.list_namespaces()])

    return [own, await asyncio.to_thread(elsewhere)]


@pytest.mark.parametrize(
    "story", [at_once, asked_twice, given_up, failing, refused, plain_calls], ids=lambda s: s.__name__
)
def test_awaited_calls_are_answered_together(story: Callable[[Any], Any]) -> None:
    """In the same batches, with the same answers."""
    reference, ours = (asyncio.run(story(lib)) for lib in LIBRARIES)

    assert ours == reference
