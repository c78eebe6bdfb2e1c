"""The bytes of a stored value: they come back as the value, and what grows keeps its beginning."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.checkpoint.codec import Registry
from stepgraph.debugger.stored_form import from_bytes, to_bytes


@pytest.mark.parametrize("count", [0, 1, 15, 16, 65_535, 65_536])
def test_a_list_or_dict_of_any_length_comes_back(count: int) -> None:
    """On both sides of each length at which its bytes begin in another way."""
    values: list[Any] = [list(range(count)), {str(index): index for index in range(count)}]

    assert [from_bytes(to_bytes(value), Registry()) for value in values] == values


@pytest.mark.parametrize("value", ["text", {1: "a", "2": "b"}, ({"a": 1},), [{"a": [1]}], {"a": {"b": {}}}], ids=repr)
def test_other_values_come_back_as_the_codec_gives_them(value: Any) -> None:
    """A tuple as a list, all else as it was."""
    expected = list(value) if isinstance(value, tuple) else value

    assert from_bytes(to_bytes(value), Registry()) == expected


@pytest.mark.parametrize(
    ("before", "after"), [(["a"] * 15, ["a"] * 16), ({"k": 1}, {"k": 1, "l": 2})], ids=["list", "dict"]
)
def test_what_was_extended_begins_as_it_did(before: Any, after: Any) -> None:
    """All but the length, which comes last."""
    assert to_bytes(after).startswith(to_bytes(before)[:-4])
