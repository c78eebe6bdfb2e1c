"""Which graphs are found inside of nodes, on both libraries: everything that shows what runs inside hangs on it."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conformance.graphs_state import graph, says
from tests.conformance.libraries import OURS, REFERENCE

warnings.filterwarnings("ignore", module="langgraph")


def small(lib: Any, **options: Any) -> Any:
    """Return a graph of one node."""
    return graph(lib, [(None, "p")], p=says("p")).compile(name="small", **options)


def made(text: str, **around: Any) -> dict[str, Any]:
    """Return the names of a module of this text."""
    exec(text, around)
    return around


def captured(lib: Any) -> Any:
    inside = small(lib)
    return lambda state: inside.invoke({**state})


def captured_under_another_name(lib: Any) -> Any:
    run = small(lib).invoke
    return lambda state: run({**state})


def an_attribute(lib: Any) -> Any:
    holder = SimpleNamespace(deep=SimpleNamespace(graph=small(lib)))
    return lambda state: holder.deep.graph.invoke({**state})


def an_attribute_in_a_function_inside(lib: Any) -> Any:
    holder = SimpleNamespace(graph=small(lib))
    return lambda state: [holder.graph.invoke(item) for item in state["x"]]


def attributes_that_are_not_looked_up_together(lib: Any) -> Any:
    holder = SimpleNamespace(deep=SimpleNamespace(graph=small(lib)))

    def node(state: Any) -> Any:
        other = SimpleNamespace(graph=1)
        return {"x": [holder.deep, other.graph]}

    return node


def an_attribute_that_raises(lib: Any) -> Any:
    inside = small(lib)

    class Odd:
        @property
        def graph(self) -> Any:
            raise AttributeError("no")

    odd = Odd()
    return lambda state: (odd.graph.invoke(state), inside)


def in_a_list(lib: Any) -> Any:
    graphs = [small(lib)]
    return lambda state: graphs[0].invoke({**state})


def in_code_that_never_runs(lib: Any) -> Any:
    text = "def make(holder):\n def node(state):\n  if False:\n   holder.graph.invoke(state)\n  return {}\n return node"
    return made(text)["make"](SimpleNamespace(graph=small(lib)))


def under_a_wrapper(lib: Any) -> Any:
    def node(state: Any, around: Any = None) -> Any:
        return inside.invoke(state)

    inside = small(lib)

    def wrapper(*given: Any) -> Any:
        return {}

    wrapper.__wrapped__ = node  # type: ignore[attr-defined]  # as functools.wraps does
    return wrapper


def of_a_methods_object(lib: Any) -> Any:
    class Node:
        def __init__(self) -> None:
            self.graph = small(lib)

        def run(self, state: Any) -> Any:
            return self.graph.invoke(state)

    return Node().run


def of_a_method(lib: Any) -> Any:
    inside = small(lib)

    class Node:
        def run(self, state: Any) -> Any:
            return inside.invoke(state)

    return Node().run


def in_a_partial(lib: Any) -> Any:
    inside = small(lib)

    def node(state: Any, extra: int) -> Any:
        return inside.invoke(state)

    return functools.partial(node, extra=1)


def awaited(lib: Any) -> Any:
    inside = small(lib)

    async def node(state: Any) -> Any:
        return await inside.ainvoke(state)

    return node


def a_variable_without_a_value(lib: Any) -> Any:
    text = "def make(inside):\n def node(state):\n  return later, inside.invoke(state)\n return node\n later = 1"
    return made(text)["make"](small(lib))


def of_the_module(lib: Any) -> Any:
    return made("def node(state):\n    return inside.invoke(state)", inside=small(lib))["node"]


def of_the_module_in_a_function_inside(lib: Any) -> Any:
    return made("def node(state):\n    return (lambda: inside.invoke(state))()", inside=small(lib))["node"]


def without_checkpoints(lib: Any) -> Any:
    return small(lib, checkpointer=False)


def itself(lib: Any) -> Any:
    return small(lib)


SHAPES = [
    captured,
    captured_under_another_name,
    an_attribute,
    an_attribute_in_a_function_inside,
    attributes_that_are_not_looked_up_together,
    an_attribute_that_raises,
    in_a_list,
    in_code_that_never_runs,
    under_a_wrapper,
    of_a_methods_object,
    of_a_method,
    in_a_partial,
    awaited,
    a_variable_without_a_value,
    of_the_module,
    of_the_module_in_a_function_inside,
    without_checkpoints,
    itself,
]


def found(lib: Any, shape: Callable[[Any], Any]) -> Any:
    outer = graph(lib, [(None, "s")], s=shape(lib)).compile()
    return [(name, inside.name) for name, inside in outer.get_subgraphs()]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_the_same_graph_is_found_inside(shape: Callable[[Any], Any]) -> None:
    """By what the code of a function can reach, whether or not it runs."""
    assert found(OURS, shape) == found(REFERENCE, shape)


def test_graphs_inside_are_found_at_all() -> None:
    """So that agreeing says something."""
    assert [shape.__name__ for shape in SHAPES if not found(OURS, shape)] == [
        "attributes_that_are_not_looked_up_together",
        "in_a_list",
        "in_code_that_never_runs",
        "of_a_methods_object",
        "in_a_partial",
        "of_the_module_in_a_function_inside",
        "without_checkpoints",
    ]
