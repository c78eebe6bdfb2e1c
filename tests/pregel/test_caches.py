"""A node whose input it has seen is not called again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stepgraph.cache.memory import InMemoryCache
from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.graph import StateGraph
from stepgraph.pregel.facts import Fact, TaskFinished, TaskStarted
from stepgraph.types import CachePolicy, Command, Send, interrupt
from tests.pregel.graphs import State, fails, says, thread


class Counted:
    """A node that counts its calls."""

    def __init__(self, then: Callable[[Any], Any] | None = None) -> None:
        self.calls = 0
        self._then = then or says("a")

    def __call__(self, state: Any) -> Any:
        self.calls += 1
        return self._then(state)


def cached(node: Any, policy: CachePolicy | None = None, **options: Any) -> Any:
    """Return a graph of the node "a", whose writes are kept, and of "b" behind it."""
    builder: StateGraph = StateGraph(State)
    builder.add_node("a", node, cache_policy=policy or CachePolicy()).add_node("b", says("b"))
    builder.add_edge("__start__", "a").add_edge("a", "b")
    return builder.compile(**{"cache": InMemoryCache(), "checkpointer": InMemorySaver(), **options})


def test_the_same_input_calls_the_node_once() -> None:
    """What it wrote, and where it led, is as if it had run."""
    node = Counted()
    graph = cached(node)

    outputs = [graph.invoke({"x": ["in"]}, thread(name)) for name in "12"]

    assert outputs == [{"x": ["in", "a", "b"]}] * 2
    assert node.calls == 1


async def test_an_awaited_run_uses_the_cache_too() -> None:
    """It awaits it."""
    node = Counted()
    graph = cached(node)

    outputs = [await graph.ainvoke({"x": ["in"]}, thread(name)) for name in "12"]

    assert (outputs, node.calls) == ([{"x": ["in", "a", "b"]}] * 2, 1)


def test_another_input_calls_it_again() -> None:
    """Unless the key function makes the same key of both."""
    node, blind = Counted(), Counted()
    graphs = cached(node), cached(blind, CachePolicy(key_func=lambda state: "any"))

    for graph in graphs:
        for value in ("one", "two"):
            graph.invoke({"x": [value]}, thread(value))

    assert (node.calls, blind.calls) == (2, 1)


def test_a_policy_without_a_cache_keeps_nothing() -> None:
    """Nor does a cache without a policy."""
    node, other = Counted(), Counted()
    builder: StateGraph = StateGraph(State)
    unkept = builder.add_node("a", other).add_edge("__start__", "a").compile(cache=InMemoryCache())

    for graph in (cached(node, cache=None, checkpointer=None), unkept):
        for _ in "12":
            graph.invoke({"x": []})

    assert (node.calls, other.calls) == (2, 2)


def test_a_result_is_kept_as_long_as_the_policy_says() -> None:
    """Then the node is called again."""
    now = [0.0]
    node = Counted()
    graph = cached(node, CachePolicy(ttl=10), cache=InMemoryCache(clock_s=lambda: now[0]), checkpointer=None)

    calls = []
    for now[0] in (0.0, 9.0, 10.0):
        graph.invoke({"x": []})
        calls.append(node.calls)

    assert calls == [1, 1, 2]


def test_what_is_kept_can_be_cleared_by_node() -> None:
    """Of all nodes without names; a graph without a cache refuses."""
    node = Counted()
    graph = cached(node, checkpointer=None)

    calls = []
    for nodes in (["b"], ["a"], None):
        graph.invoke({"x": []})
        graph.clear_cache(nodes)
        calls.append(node.calls)

    assert calls == [1, 1, 2]
    with pytest.raises(ValueError, match="No cache is set for this graph"):
        cached(node, cache=None).clear_cache()


def test_a_failure_is_not_kept() -> None:
    """The next run tries again."""
    node = Counted(fails)
    graph = cached(node, checkpointer=None)

    for _ in "12":
        with pytest.raises(ValueError, match="no"):
            graph.invoke({"x": []})

    assert node.calls == 2


def test_an_answer_is_kept_with_what_the_node_made_of_it() -> None:
    """The same input is not asked about again."""
    graph = cached(lambda state: {"x": [interrupt("q")]})
    graph.invoke({"x": []}, thread())
    graph.invoke(Command(resume="A"), thread())

    assert graph.invoke({"x": []}, thread("2")) == {"x": ["A", "b"]}


def test_a_kept_result_is_marked_in_the_stream() -> None:
    """The node has a beginning there, and no result."""
    graph = cached(Counted(), checkpointer=None)
    graph.invoke({"x": []})

    events = list(graph.stream({"x": []}, stream_mode=["updates", "tasks"]))

    assert ("updates", {"a": {"x": ["a"]}, "__metadata__": {"cached": True}}) in events
    assert [payload["name"] for mode, payload in events if mode == "tasks" and "result" in payload] == ["b"]


def test_history_shows_a_kept_result_as_the_nodes() -> None:
    """It is stored like one."""
    graph = cached(Counted())
    graph.invoke({"x": []}, thread("1"))
    graph.invoke({"x": []}, thread("2"))

    results = {task.name: task.result for snapshot in graph.get_state_history(thread("2")) for task in snapshot.tasks}

    assert results["a"] == {"x": ["a"]}


def test_packets_are_served_by_what_they_carry() -> None:
    """Each by its own input."""
    node = Counted(lambda sent: {"x": [sent["y"]]})
    builder: StateGraph = StateGraph(State)
    builder.add_node("a", node, cache_policy=CachePolicy())
    builder.add_conditional_edges("__start__", lambda state: [Send("a", {"y": number}) for number in state["x"]])
    graph = builder.compile(cache=InMemoryCache())

    graph.invoke({"x": [1, 2]})
    output = graph.invoke({"x": [2, 1, 3]})

    assert (output, node.calls) == ({"x": [2, 1, 3, 2, 1, 3]}, 3)


def test_a_key_function_that_makes_no_key_is_named() -> None:
    """Before the node is called."""
    node = Counted()
    graph = cached(node, CachePolicy(key_func=lambda state: 7))  # type: ignore[arg-type, return-value]  # what is refused

    with pytest.raises(TypeError, match="a bytes-like object is required, not 'int'"):
        graph.invoke({"x": []}, thread())
    assert node.calls == 0


class Down(InMemoryCache[Any]):
    """A cache that cannot be reached for one of its verbs."""

    def __init__(self, verb: str) -> None:
        super().__init__()
        self._verb = verb

    def get(self, keys: Any) -> Any:
        if self._verb == "get":
            raise OSError("cache down")
        return super().get(keys)

    def set(self, pairs: Any) -> None:
        if self._verb == "set":
            raise OSError("cache down")
        super().set(pairs)


def test_a_cache_that_cannot_be_asked_ends_the_superstep() -> None:
    """The node is still due."""
    graph = cached(Counted(), cache=Down("get"))

    with pytest.raises(OSError, match="cache down"):
        graph.invoke({"x": []}, thread())
    assert graph.get_state(thread()).next == ("a",)


def test_a_cache_that_cannot_keep_costs_no_superstep() -> None:
    """The caller learns of it in the end."""
    graph = cached(Counted(), cache=Down("set"))

    with pytest.raises(OSError, match="cache down"):
        graph.invoke({"x": []}, thread())
    assert graph.get_state(thread()).values == {"x": ["a", "b"]}


def test_facts_tell_that_a_node_was_spared() -> None:
    """It ends without having begun."""
    graph = cached(Counted(), checkpointer=None)
    facts: list[Fact] = []
    graph.invoke({"x": []})
    graph.trace({"x": []}, observe=facts.append)

    ended = {fact.node: fact for fact in facts if isinstance(fact, TaskFinished)}

    assert (ended["a"].is_cached, ended["b"].is_cached) == (True, False)
    assert {write.channel: write.value for write in ended["a"].writes}["x"] == ["a"]
    assert "a" not in {fact.node for fact in facts if isinstance(fact, TaskStarted)}
