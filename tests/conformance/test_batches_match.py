"""Many inputs at a time: the outputs stand in the order of the inputs, as the reference's do."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypedDict

import pytest

from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import answer


class State(TypedDict):
    """A list."""

    x: Annotated[list[int], operator.add]


def counting(lib: Any) -> Any:
    node: Callable[[Any], Any] = lambda state: {"x": [len(state["x"])]}  # noqa: E731  # as a user writes it
    return lib.StateGraph(State).add_node("a", node).add_edge(lib.START, "a").compile()


INPUTS: list[tuple[list[Any], dict[str, Any]]] = [
    ([{"x": [1]}, {"x": []}, {"x": [1, 2]}], {}),
    ([{"x": [1]}, {"x": []}], {"config": {"max_concurrency": 1}}),
    ([{"x": [1]}], {"config": [{"tags": ["a"]}]}),
    ([{"x": [1]}, {"x": []}], {"config": [{"tags": ["a"]}]}),
    ([{"x": [1]}, 3], {}),
    ([{"x": [1]}, 3], {"return_exceptions": True}),
    ([], {}),
]


@pytest.mark.parametrize("is_async", [False, True], ids=["plain", "async"])
@pytest.mark.parametrize(("inputs", "options"), INPUTS, ids=repr)
def test_a_batch_gives_the_same_outputs(inputs: list[Any], options: dict[str, Any], *, is_async: bool) -> None:
    """Or refuses, or has errors in their places."""

    def run(lib: Any) -> Any:
        graph = counting(lib)
        return asyncio.run(graph.abatch(inputs, **options)) if is_async else graph.batch(inputs, **options)

    ours, reference = (repr(answer(partial(run, lib))) for lib in (OURS, REFERENCE))

    assert ours == reference
