"""Finding items by what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from stepgraph.store.base import Embeddings, ensure_embeddings, get_text_at_path
from stepgraph.store.memory import InMemoryStore

HERE = ("notes",)


def vectors(texts: Sequence[str]) -> list[list[float]]:
    """Two numbers for each text: how often a and b are in it."""
    return [[float(text.count("a")), float(text.count("b"))] for text in texts]


async def awaited_vectors(texts: Sequence[str]) -> list[list[float]]:
    return vectors(texts)


class Model(Embeddings):
    """An object that makes vectors."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return vectors(texts)

    def embed_query(self, text: str) -> list[float]:
        return vectors([text])[0]


def scores(found: Any) -> list[tuple[str, float | None]]:
    return [(item.key, None if item.score is None else round(item.score, 3)) for item in found]


def filled(embed: Any = vectors, **index: Any) -> InMemoryStore:
    settings: Any = {"dims": 2, "embed": embed, "fields": ["t", "l[*].q"], **index}
    store = InMemoryStore(index=settings)
    store.put(HERE, "a", {"t": "aaa"})
    store.put(HERE, "b", {"t": "bb"})
    store.put(HERE, "both", {"t": "b", "l": [{"q": "ab"}]})
    store.put(HERE, "none", {"other": "a"})
    return store


@pytest.mark.parametrize("embed", [vectors, Model()])
def test_the_nearest_come_first_and_what_cannot_be_compared_last(embed: Any) -> None:
    """An item with several texts counts by the nearest of them."""
    found = filled(embed).search(HERE, query="aa")

    assert scores(found) == [("a", 1.0), ("both", 0.707), ("b", 0.0), ("none", None)]


def test_a_page_is_filled_up_with_what_cannot_be_compared() -> None:
    """A filter comes before."""
    store = filled()

    assert scores(store.search(HERE, query="a", limit=2, offset=2)) == [("b", 0.0), ("none", None)]
    assert scores(store.search(HERE, query="a", filter={"t": "bb"})) == [("b", 0.0)]
    assert scores(store.search(HERE)) == [("a", None), ("b", None), ("both", None), ("none", None)]


def test_a_new_value_is_not_found_by_the_texts_of_the_old() -> None:
    """Nor one that says it is not to be found."""
    store = filled()

    store.put(HERE, "a", {"t": "bbb"})
    store.put(HERE, "b", {"t": "aaa"}, index=False)

    assert scores(store.search(HERE, query="b")) == [("a", 1.0), ("both", 1.0), ("b", None), ("none", None)]


def test_one_value_may_name_its_own_fields() -> None:
    """Instead of those of the store."""
    store = filled()

    store.put(HERE, "own", {"t": "b", "u": "a"}, index=["u"])

    assert ("own", 1.0) in scores(store.search(HERE, query="a"))


def test_what_fails_to_be_embedded_is_not_remembered() -> None:
    """The error is the caller's."""

    def fails(_texts: Sequence[str]) -> list[list[float]]:
        raise OSError("no model")

    store = InMemoryStore(index={"dims": 2, "embed": fails})

    with pytest.raises(OSError, match="no model"):
        store.put(HERE, "k", {"t": "a"})
    assert store.get(HERE, "k") is None


async def test_a_coroutine_function_makes_vectors_for_who_awaits_them() -> None:
    """Called without awaiting it is refused."""
    store = InMemoryStore(index={"dims": 2, "embed": awaited_vectors})

    await store.aput(HERE, "k", {"t": "a"})

    assert scores(await store.asearch(HERE, query="a")) == [("k", 1.0)]
    with pytest.raises(ValueError, match="async function but no sync function"):
        store.search(HERE, query="a")


@pytest.mark.parametrize(
    ("embed", "error", "text"),
    [
        (None, ValueError, "embed must be provided"),
        ("openai:some-model", ValueError, "does not load models by name"),
        (5, TypeError, "not int"),
    ],
)
def test_what_makes_no_vectors_is_refused(embed: Any, error: type[Exception], text: str) -> None:
    """When the store is made, not when it is first searched."""
    with pytest.raises(error, match=text):
        ensure_embeddings(embed)


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        ("a.b", ["t"]),
        ("a.*", ["t", "5"]),
        ("l[*].q", ["1", "2"]),
        ("l[-1].q", ["2"]),
        ("{s,n}", ["str"]),
        ("a", ['{"b": "t", "c": 5}']),
        ("nowhere", []),
        ("l[9]", []),
    ],
)
def test_a_path_leads_to_texts(path: str, texts: list[str]) -> None:
    """Containers as JSON, None as nothing."""
    value = {"a": {"b": "t", "c": 5}, "l": [{"q": "1"}, {"q": "2"}], "s": "str", "n": None}

    assert get_text_at_path(value, path) == texts
