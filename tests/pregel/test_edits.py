"""Changing a thread from outside, with everything that is told about it."""

from __future__ import annotations

import pytest

from stepgraph.graph.state import CompiledStateGraph
from stepgraph.pregel.facts import ChannelUpdated, Fact, StateEdited, StepCommitted, Write
from tests.pregel.graphs import build, kept, says, thread


def chain() -> CompiledStateGraph:
    """Return a graph of three nodes that pauses before the second."""
    nodes = {"a": says("a"), "b": says("b"), "c": says("c")}
    return kept(build([("__start__", "a"), ("a", "b"), ("b", "c")], **nodes), interrupt_before=["b"])


def test_an_edit_as_a_node_tells_its_writes_and_who_is_next() -> None:
    """The node's edges write too, so what follows it is due."""
    graph, facts = chain(), list[Fact]()
    graph.invoke({"x": []}, thread())

    graph.edit_state(thread(), {"x": ["by hand"]}, as_node="b", observe=facts.append)

    edited, committed = facts[0], facts[-1]
    assert isinstance(edited, StateEdited)
    assert isinstance(committed, StepCommitted)
    assert (edited.how, edited.node, edited.writes) == (
        "node",
        "b",
        (Write("x", ["by hand"], "state"), Write("branch:to:c", None, "edge")),
    )
    assert (committed.source, committed.step, [due.node for due in committed.due]) == ("update", 2, ["c"])
    assert [fact.channel for fact in facts if isinstance(fact, ChannelUpdated)] == ["x", "branch:to:c", "branch:to:b"]


def test_who_would_be_due_is_known_before_anything_is_saved() -> None:
    """The rehearsal names who comes next, drops who would be dropped, and leaves no checkpoint."""
    graph = chain()
    graph.invoke({"x": []}, thread())
    before = len(list(graph.get_state_history(thread())))

    due = graph.due_after_edit(thread(), {"x": ["by hand"]}, as_node="b")

    assert ([one.node for one in due], graph.get_state(thread()).next) == (["c"], ("b",))
    assert len(list(graph.get_state_history(thread()))) == before


def test_a_raw_edit_changes_that_channel_and_its_version_only() -> None:
    """No reducer, no trigger: whoever was due is still due."""
    graph, facts = chain(), list[Fact]()
    graph.invoke({"x": ["in"]}, thread())
    before = graph.checkpointer.get_tuple(thread()).checkpoint

    graph.edit_channels(thread(), {"x": ["raw"]}, observe=facts.append)

    after = graph.checkpointer.get_tuple(thread()).checkpoint
    changed = {
        name for name, version in after["channel_versions"].items() if before["channel_versions"][name] != version
    }
    assert (changed, after["channel_values"]["x"], after["versions_seen"]) == ({"x"}, ["raw"], before["versions_seen"])
    assert [type(fact).__name__ for fact in facts] == ["StateEdited", "ChannelUpdated", "StepCommitted"]
    assert graph.invoke(None, thread()) == {"x": ["raw", "b", "c"]}


def test_a_raw_edit_of_an_unknown_channel_is_refused_in_a_sentence() -> None:
    """It names the channel and those there are."""
    graph = chain()
    graph.invoke({"x": []}, thread())

    with pytest.raises(ValueError, match=r"no channel 'zz'.*'x', 'y'"):
        graph.edit_channels(thread(), {"zz": 1})


def test_an_edit_in_the_past_leaves_the_old_branch() -> None:
    """The new checkpoint is a child of the old one, and the newest of the thread."""
    graph = chain()
    graph.invoke({"x": []}, thread())
    old = graph.get_state(thread()).config
    graph.invoke(None, thread())

    graph.edit_state(old, {"x": ["fork"]}, as_node="a")

    values = [state.values for state in graph.get_state_history(thread())]
    assert values[:3] == [{"x": ["a", "fork"]}, {"x": ["a", "b", "c"]}, {"x": ["a", "b"]}]


async def test_threads_are_looked_at_and_changed_from_coroutines_alike() -> None:
    """State, history and updates give what the plain methods give."""
    graph = chain()
    await graph.ainvoke({"x": []}, thread())

    await graph.aupdate_state(thread(), {"x": ["by hand"]}, as_node="b")

    state = await graph.aget_state(thread())
    history = [found.values async for found in graph.aget_state_history(thread())]
    assert (state.values, state.next) == ({"x": ["a", "by hand"]}, ("c",))
    assert history == [found.values for found in graph.get_state_history(thread())]
