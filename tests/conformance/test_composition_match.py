"""Graphs among LangChain's runnables, on both libraries."""

from __future__ import annotations

import asyncio
import operator
import sys
import warnings
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from langchain_core.runnables import RunnableLambda, RunnablePassthrough, RunnableSequence
from typing_extensions import TypedDict

from stepgraph.pregel.composing import Composable
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import answer

warnings.filterwarnings("ignore", module="langgraph")


class State(TypedDict, total=False):
    x: Annotated[list[str], operator.add]
    y: int


def graph(lib: Any, faults: int = 0) -> Any:
    """Return a graph of one node, which fails a few times first."""
    left = [None] * faults

    def node(state: State) -> State:
        if left:
            left.pop()
            raise ConnectionError("down")
        return {"x": ["node"]}

    return lib.StateGraph(State).add_node("n", node).add_edge(lib.START, "n").compile()


def collected(stream: Any) -> list[Any]:
    async def collect() -> list[Any]:
        return [item async for item in stream]

    return asyncio.run(collect())


GIVEN: dict[str, Any] = {"x": ["in"]}
USES: dict[str, Callable[[Any], Any]] = {
    "graph, then function": lambda lib: (graph(lib) | RunnableLambda(len)).invoke(GIVEN),
    "function, then graph": lambda lib: (RunnableLambda(lambda text: {"x": [text]}) | graph(lib)).invoke("t"),
    "dict, then graph": lambda lib: ({"x": lambda text: [text]} | graph(lib)).invoke("t"),
    "graph, then graph": lambda lib: (graph(lib) | graph(lib)).invoke(GIVEN),
    "awaited": lambda lib: asyncio.run((graph(lib) | RunnableLambda(len)).ainvoke(GIVEN)),
    "pipe": lambda lib: graph(lib).pipe(graph(lib), len, name="p").invoke(GIVEN),
    "assign": lambda lib: RunnablePassthrough.assign(inner=graph(lib)).invoke(GIVEN),
    "assign to": lambda lib: graph(lib).assign(size=len).invoke(GIVEN),
    "pick": lambda lib: graph(lib).pick("x").invoke(GIVEN),
    "bind": lambda lib: list(graph(lib).bind(stream_mode="values").stream(GIVEN)),
    "map": lambda lib: graph(lib).map().invoke([GIVEN, {"x": []}]),
    "retry": lambda lib: graph(lib, faults=1).with_retry(wait_exponential_jitter=False).invoke(GIVEN),
    "no retry": lambda lib: graph(lib, faults=1).invoke(GIVEN),
    "fallback": lambda lib: (
        graph(lib, faults=1).with_fallbacks([RunnableLambda(lambda given: "instead")]).invoke(GIVEN)
    ),
    "stream of a sequence": lambda lib: list((graph(lib) | RunnablePassthrough()).stream(GIVEN)),
    "awaited stream": lambda lib: collected((graph(lib) | RunnablePassthrough()).astream(GIVEN)),
    "transform": lambda lib: list(graph(lib).transform(iter([{"x": ["a"]}]))),
    "as they come": lambda lib: sorted(graph(lib).batch_as_completed([GIVEN, {"x": []}]), key=lambda pair: pair[0]),
    "types": lambda lib: graph(lib).with_types(input_type=dict).invoke(GIVEN),
    "tool": lambda lib: graph(lib).as_tool(name="t", description="d").invoke(GIVEN),
    "no prompts": lambda lib: graph(lib).get_prompts(),
    "a runnable": lambda lib: isinstance(RunnableSequence(graph(lib), graph(lib)).first, type(graph(lib))),
    "copy": lambda lib: graph(lib).copy({"name": "other"}).get_name(),
}


@pytest.mark.parametrize("name", USES)
def test_a_graph_is_composed_like_any_runnable(name: str) -> None:
    """With the same result, or the same refusal."""
    ours, reference = (answer(lambda lib=lib: USES[name](lib)) for lib in (OURS, REFERENCE))  # type: ignore[misc]  # called at once

    assert ours == reference


def test_without_langchain_composing_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A graph runs without it."""
    monkeypatch.setitem(sys.modules, "langchain_core.runnables.base", None)

    with pytest.raises(ImportError, match="install langchain-core"):
        graph(OURS).pipe(len)
    assert isinstance(graph(OURS), Composable)
    assert graph(OURS).invoke(GIVEN) == {"x": ["in", "node"]}
