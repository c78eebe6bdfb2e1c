"""What no checkpoint can hold is refused when it is saved, naming channel and node, and the thread goes on."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, TypedDict

import pytest

from stepgraph.checkpoint.codec import CannotStore
from stepgraph.graph import StateGraph
from stepgraph.pregel.facts import TaskFinished
from tests.checkpoint.savers import Hands, config, opened


class State(TypedDict, total=False):
    """A number, and a place for anything."""

    n: int
    any: Any


class Handle:
    """An open thing."""


def opening(saver: Any) -> Any:
    """Return a graph whose second node writes what cannot be stored, until it is told to write something else."""
    builder: StateGraph = StateGraph(State)
    builder.add_node("count", lambda state: {"n": state["n"] + 1})
    builder.add_node("open", lambda state: {"any": {"deep": [Handle() if state["n"] == 1 else "closed"]}})
    builder.add_edge("__start__", "count").add_edge("count", "open")
    return builder.compile(checkpointer=saver)


@pytest.mark.parametrize("durability", ["async", "sync", "exit"])
async def test_the_refusal_names_class_channel_place_and_node(hands: Hands, durability: str) -> None:
    """However the run saves."""
    with pytest.raises(TypeError) as refusal:
        await hands.invoke(opening(hands.saver), {"n": 0}, config(), durability=durability)

    assert isinstance(refusal.value, CannotStore)
    assert str(refusal.value) == "Type is not msgpack serializable: Handle"
    (note,) = refusal.value.__notes__
    assert note.startswith("Channel 'any' was given one at ['deep'][0] by node 'open'. Give the state plain values")
    assert (refusal.value.code, refusal.value.node) == ("checkpoint.cannot_store", "open")


async def test_a_thread_can_be_read_and_mended_after_a_refusal(hands: Hands) -> None:
    """What was saved before it is there, the node is still due, and goes on after an edit."""
    graph = opening(hands.saver)
    with pytest.raises(CannotStore):
        await hands.invoke(graph, {"n": 0}, config())

    state = await hands.state(graph, config())
    edit = {"n": 5}
    await graph.aupdate_state(config(), edit, "count") if hands.awaits else graph.update_state(config(), edit, "count")
    output = await hands.invoke(graph, None, config())

    assert (state.values, state.next) == ({"n": 1}, ("open",))
    assert output == {"n": 5, "any": {"deep": ["closed"]}}


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
async def test_what_others_did_beside_it_is_kept(kind: str, tmp_path: Path, postgres: str) -> None:
    """Although they had not ended when it was refused; so they are not run again."""
    runs: list[str] = []
    is_refused = threading.Event()

    def open_it(_: State) -> State:
        runs.append("open")
        return {"any": Handle() if runs.count("open") == 1 else "closed"}

    def work(_: State) -> State:
        assert is_refused.wait(10)
        runs.append("work")
        return {"n": 1}

    builder = StateGraph(State)
    for name, node in (("open", open_it), ("work", work)):
        builder.add_node(name, node).add_edge("__start__", name)
    async with opened(kind, tmp_path, postgres) as hands:
        graph = builder.compile(checkpointer=hands.saver)

        def look(fact: object) -> None:
            if isinstance(fact, TaskFinished) and fact.node == "open":
                is_refused.set()

        with pytest.raises(CannotStore) as refusal:
            graph.trace({"n": 0}, config(), observe=look)
        left = graph.get_state(config())
        output = graph.invoke(None, config())

    assert refusal.value.node == "open"
    assert (left.next, left.values) == (("open",), {"n": 1})
    assert runs == ["open", "work", "open"]
    assert output == {"n": 1, "any": "closed"}


async def test_an_input_that_cannot_be_stored_leaves_no_thread(hands: Hands) -> None:
    """It is refused before any node runs."""
    with pytest.raises(CannotStore, match=r"Handle\nChannel '__start__' was given one at \['any'\]\. "):
        await hands.invoke(opening(hands.saver), {"n": 0, "any": Handle()}, config())

    assert await hands.list(config()) == []
