"""Graphs inside of graphs: their state, history, edits and time travel are the reference's, by id and by function."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

import pytest

from tests.conformance.libraries import OURS, REFERENCE

THREAD: Any = {"configurable": {"thread_id": "1"}}
_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}")


class State(TypedDict):
    """What was done."""

    x: Annotated[list[str], operator.add]


class Tale:
    """One graph with another inside, and what ran in it."""

    def __init__(self, lib: Any, *, by_function: bool = False) -> None:
        self.lib = lib
        self.runs: list[str] = []
        inner = self._chain({"s1": self._node("s1"), "s2": self._ask, "s3": self._node("s3")}).compile()

        def call(state: Any) -> Any:
            return {"x": inner.invoke(state)["x"]}

        nodes = {"a": self._node("a"), "sub": call if by_function else inner, "z": self._node("z")}
        self.graph = self._chain(nodes).compile(checkpointer=lib.InMemorySaver())

    def _chain(self, nodes: dict[str, Any]) -> Any:
        builder = self.lib.StateGraph(State)
        source = self.lib.START
        for name, node in nodes.items():
            builder.add_node(name, node).add_edge(source, name)
            source = name
        return builder

    def _node(self, name: str) -> Callable[[Any], Any]:
        def node(_: Any) -> Any:
            self.runs.append(name)
            return {"x": [name]}

        return node

    def _ask(self, _: Any) -> Any:
        self.runs.append("ask")
        return {"x": [self.lib.interrupt("q")]}

    def run(self, given: Any, config: Any = THREAD) -> Any:
        """The output of a run, and what ran."""
        self.runs.clear()
        return [self.graph.invoke(given, config), list(self.runs)]

    def inside(self) -> Any:
        """The config of the graph inside, without a checkpoint."""
        found = self.graph.get_state(THREAD, subgraphs=True).tasks[0].state.config["configurable"]
        return {"configurable": {key: found[key] for key in ("thread_id", "checkpoint_ns")}}

    def begun(self) -> Any:
        """The checkpoint of the graph inside from which its first node was due."""
        return next(state for state in self.graph.get_state_history(self.inside()) if state.next == ("s1",)).config

    def seen(self, config: Any = THREAD) -> Any:
        """The state with all that is inside, and the history."""
        return [told(self.graph.get_state(config, subgraphs=True)), *map(told, self.graph.get_state_history(config))]


def told(state: Any) -> Any:
    """A snapshot without ids."""
    metadata = state.metadata
    place = None if metadata is None else (metadata["source"], metadata["step"], sorted(metadata.get("parents", {})))
    return (state.values, state.next, place, [_task(task) for task in state.tasks])


def _task(task: Any) -> Any:
    inside: Any = task.state
    if isinstance(inside, dict):
        inside = sorted(inside["configurable"])
    elif inside is not None:
        inside = told(inside)
    return (task.name, task.error, [asked.value for asked in task.interrupts], task.result, inside)


def looked_at(tale: Tale) -> list[Any]:
    return [tale.run({"x": []}), tale.seen(), tale.seen(tale.inside()), sorted(tale.begun()["configurable"])]


def gone_back_inside(tale: Tale) -> list[Any]:
    tale.run({"x": []})
    first = tale.run(None, tale.begun())
    return [first, tale.seen(), tale.run(tale.lib.Command(resume="R")), tale.seen()]


def edited_inside(tale: Tale) -> list[Any]:
    tale.run({"x": []})
    config = tale.graph.update_state(tale.inside(), {"x": ["edit"]}, as_node="s2")
    return [sorted(config["configurable"]), tale.seen(), tale.run(None), tale.seen()]


def edited_in_the_past_inside(tale: Tale) -> list[Any]:
    tale.run({"x": []})
    config = tale.graph.update_state(tale.begun(), {"x": ["edit"]})
    return [tale.run(None, config), tale.run(None), tale.seen()]


def gone_back_around(tale: Tale) -> list[Any]:
    tale.run({"x": []})
    tale.run(tale.lib.Command(resume="1"))
    before = next(state for state in tale.graph.get_state_history(THREAD) if state.next == ("sub",))
    return [tale.run(None, before.config), tale.seen(), tale.run(tale.lib.Command(resume="2")), tale.seen()]


def searched(tale: Tale) -> list[Any]:
    tale.run({"x": []})
    tale.run({"x": []})
    history = tale.graph.get_state_history
    third = list(history(THREAD))[2].config
    searches: list[dict[str, Any]] = [
        {"limit": 2},
        {"limit": 0},
        {"filter": {"source": "input"}},
        {"filter": {"source": "loop", "step": 1}},
        {"filter": {"nope": 1}},
        {"before": third},
        {"before": third, "limit": 1, "filter": {"source": "input"}},
    ]
    return [[told(state) for state in history(THREAD, **search)] for search in searches]


def listed(tale: Tale) -> list[Any]:
    graph = tale.graph
    searches: list[dict[str, Any]] = [{}, {"recurse": True}, {"namespace": "sub"}, {"namespace": "nope"}]
    return [[(ns, type(inside).__name__) for ns, inside in graph.get_subgraphs(**search)] for search in searches]


TALES = [
    looked_at,
    gone_back_inside,
    edited_inside,
    edited_in_the_past_inside,
    gone_back_around,
    searched,
    listed,
]


@pytest.mark.parametrize("by_function", [False, True], ids=["as a node", "called by a function"])
@pytest.mark.parametrize("tale", TALES, ids=lambda tale: tale.__name__)
def test_a_graph_inside_goes_through_the_same_states(tale: Callable[[Tale], list[Any]], *, by_function: bool) -> None:
    """What ran, what came of it, and every checkpoint."""
    ours, reference = (_IDS.sub("ID", repr(tale(Tale(lib, by_function=by_function)))) for lib in (OURS, REFERENCE))

    assert ours == reference
