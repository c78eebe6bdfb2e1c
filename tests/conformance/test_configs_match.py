"""Configs that are put over one another, on both libraries: what a node finds in its own."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.callbacks.manager import CallbackManager
from langchain_core.runnables import RunnableConfig
from typing_extensions import TypedDict

from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import answer

warnings.filterwarnings("ignore", module="langgraph")

# What a library adds itself.
_OWN_METADATA = ("langgraph_", "ls_integration", "checkpoint_ns", "lc_versions_own")


class Handler(BaseCallbackHandler):
    """A handler that is known by its name."""

    def __init__(self, name: str) -> None:
        self.name = name


ONE, OTHER = Handler("one"), Handler("other")


def manager(*handlers: Handler) -> CallbackManager:
    made = CallbackManager([])
    for handler in handlers:
        made.add_handler(handler, inherit=True)
    return made


class State(TypedDict, total=False):
    left: int


def seen(config: Any) -> dict[str, Any]:
    """Return what a node's config says, without what the library adds."""
    callbacks = config.get("callbacks")
    handlers = getattr(callbacks, "handlers", callbacks) or []
    return {
        "tags": config.get("tags", []),
        "metadata": {k: v for k, v in config.get("metadata", {}).items() if not k.startswith(_OWN_METADATA)},
        "limit": int(config.get("recursion_limit", 10_007)),
        "keys": {k: v for k, v in config["configurable"].items() if not k.startswith(("__", "checkpoint_"))},
        "handlers": sorted(handler.name for handler in handlers if isinstance(handler, Handler)),
    }


def graph(lib: Any, node: Callable[[Any, RunnableConfig], Any]) -> Any:
    return lib.StateGraph(State).add_node("n", node).add_edge(lib.START, "n").compile()


def looked(lib: Any, *bound: Any, given: Any = None) -> Any:
    """Return what a node of a graph that is bound to configs finds."""
    found: list[Any] = []

    def look(state: State, config: RunnableConfig) -> None:
        found.append(seen(config))

    made = graph(lib, look)
    for config in bound:
        made = made.with_config(config)
    made.invoke({"left": 1}, given)
    return found


VERSIONS = {"lc_versions": {"a": "1", "deep": {"x": 1}}}
BOUND: dict[str, tuple[Any, Any]] = {
    "tags": ({"tags": ["a", "b"]}, {"tags": ["b", "c"]}),
    "metadata": ({"metadata": {"a": 1, "m": {"x": 1}}}, {"metadata": {"b": 2, "m": {"y": 2}}}),
    "versions": ({"metadata": VERSIONS}, {"metadata": {"lc_versions": {"b": "2", "deep": {"y": 2}}}}),
    "versions that are none": ({"metadata": VERSIONS}, {"metadata": {"lc_versions": "text"}}),
    "keys": ({"configurable": {"a": 1, "b": 1}}, {"configurable": {"b": 2}}),
    "limit": ({"recursion_limit": 50}, {"recursion_limit": 60}),
    "limit like the default": ({"recursion_limit": 50}, {"recursion_limit": 10_007}),
    "no limit": ({"recursion_limit": 50}, {"tags": ["t"]}),
    "handlers": ({"callbacks": [ONE]}, {"callbacks": [OTHER]}),
    "manager over handlers": ({"callbacks": [ONE]}, {"callbacks": manager(OTHER)}),
    "handlers over a manager": ({"callbacks": manager(ONE)}, {"callbacks": [OTHER]}),
    "unknown key": ({"own": 1}, {"other": 2}),
    "nothing": ({"tags": ["a"]}, None),
    "empty": ({"tags": ["a"], "metadata": {"a": 1}}, {"tags": [], "metadata": {}, "configurable": {}}),
}


@pytest.mark.parametrize("name", BOUND)
@pytest.mark.parametrize("how", ["called", "bound"])
def test_a_config_is_put_over_that_of_the_graph(name: str, how: str) -> None:
    """Key by key; some add up, of the others the later counts."""
    bound, given = BOUND[name]
    if how == "bound":
        found = [answer(lambda lib=lib: looked(lib, bound, given or {})) for lib in (OURS, REFERENCE)]  # type: ignore[misc]  # called at once
    else:
        found = [answer(lambda lib=lib: looked(lib, bound, given=given)) for lib in (OURS, REFERENCE)]  # type: ignore[misc]  # called at once

    assert found[0] == found[1]


CALLED: dict[str, Callable[[Any], Any]] = {
    "nothing": lambda config: None,
    "own config": lambda config: config,
    "own tags": lambda config: {"tags": ["outer", "own"]},
    "more tags": lambda config: {**config, "tags": [*config.get("tags", []), "more", "outer"]},
    "metadata": lambda config: {"metadata": {"m": 2}},
    "limit": lambda config: {"recursion_limit": 7},
    "key": lambda config: {"configurable": {"k": 2}},
    "thread": lambda config: {"configurable": {"thread_id": "own"}},
    "handlers": lambda config: {"callbacks": [OTHER]},
}


@pytest.mark.parametrize("name", CALLED)
@pytest.mark.parametrize("limited", [False, True])
def test_a_graph_that_is_called_inherits_the_config_of_the_node(name: str, limited: bool) -> None:
    """What the call says, and what the graph is bound to, is put over it; its own limit stays."""

    def story(lib: Any) -> Any:
        found: list[Any] = []

        def look(state: State, config: RunnableConfig) -> None:
            found.append(seen(config))

        inner = graph(lib, look)
        if limited:
            inner = inner.with_config({"recursion_limit": 5, "tags": ["bound"]})

        def call(state: State, config: RunnableConfig) -> Any:
            given = CALLED[name](config)
            return inner.invoke(state) if given is None else inner.invoke(state, given)

        outer: Any = {"tags": ["outer"], "metadata": {"m": 1, "n": 1}, "configurable": {"k": 1, "thread_id": "t"}}
        graph(lib, call).invoke({"left": 1}, {**outer, "callbacks": [ONE]})
        return found

    assert answer(lambda: story(OURS)) == answer(lambda: story(REFERENCE))
