"""The barrier between two supersteps: what each channel is told, in which order, and what changes."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

import pytest

from stepgraph.channels import AnyValue, EphemeralValue, Topic
from stepgraph.constants import MISSING
from stepgraph.errors import InvalidUpdateError
from stepgraph.graph import StateGraph
from stepgraph.pregel.apply import Audience, Barrier, OutsideWrites
from stepgraph.pregel.facts import ChannelConflicted, ChannelConsumed, ChannelFinished, ChannelUpdated, Fact
from stepgraph.pregel.state import ChannelState


class Zoo(TypedDict, total=False):
    """A key of every kind that matters here."""

    last: int
    total: Annotated[list[str], operator.add]
    topic: Annotated[str, Topic]
    once: Annotated[int, EphemeralValue]
    any: Annotated[int, AnyValue]


def state() -> ChannelState:
    """Return the empty state of a graph with two nodes, a join and a deferred node."""
    builder: StateGraph = StateGraph(Zoo)
    for name in ("a", "b", "c"):
        builder.add_node(name, lambda state: None)
    builder.add_node("late", lambda state: None, defer=True)
    builder.add_edge("__start__", "a").add_edge("__start__", "b").add_edge(["a", "b"], "c").add_edge("a", "late")
    return ChannelState(builder.compile().program)


def task(name: str, *writes: tuple[str, Any], triggers: Sequence[str] | None = None) -> OutsideWrites:
    """Return a task of a node that wrote."""
    listed = (f"branch:to:{name}",) if triggers is None else tuple(triggers)
    return OutsideWrites(f"id of {name}", name, ("__pregel_pull", name), listed, writes)


def applied(state: ChannelState, *tasks: OutsideWrites, facts: list[Fact] | None = None) -> list[str]:
    """Apply the writes of tasks as one superstep; return the channels that may wake a node."""
    audience = Audience("", 1, None if facts is None else facts.append, None)
    barrier = Barrier(state, tasks, state.upcoming_version(), audience)
    barrier.run()
    return list(barrier.updated)


def test_writes_reach_a_channel_in_the_order_of_task_names() -> None:
    """The order in which tasks ended never shows in a value."""
    cells = state()

    applied(cells, task("b", ("total", ["b"])), task("a", ("total", ["a1"]), ("total", ["a2"])))

    assert cells.channels["total"].get() == ["a1", "a2", "b"]


def test_pushed_tasks_write_after_pulled_ones_by_their_number() -> None:
    """Packets come in the order in which they were sent, ten after nine."""
    cells = state()
    pushed = [
        OutsideWrites("", "a", ("__pregel_push", n, False), ("__pregel_push",), [("total", [str(n)])]) for n in (10, 9)
    ]

    applied(cells, *pushed, task("c", ("total", ["c"])))

    assert cells.channels["total"].get() == ["c", "9", "10"]


def test_all_that_changes_in_a_superstep_gets_one_version() -> None:
    """Writing, clearing and consuming raise the version alike, and nothing else does."""
    cells = state()
    applied(cells, task("a", ("last", 1), ("once", 1), ("any", 1), ("join:a+b:c", "a"), ("join:a+b:c", "b")))

    applied(cells, task("c", ("total", ["c"]), triggers=["branch:to:c", "join:a+b:c"]))

    assert cells.versions == {"last": 1, "once": 2, "any": 2, "join:a+b:c": 2, "total": 2}


def test_a_superstep_without_a_write_clears_what_clears_itself() -> None:
    """Ephemeral keys, topics and AnyValue keys are gone; they cannot wake a node any more."""
    cells = state()
    applied(cells, task("a", ("last", 1), ("once", 1), ("any", 1), ("topic", "t")))

    updated = applied(cells, task("b"))

    available = [name for name in ("last", "once", "any", "topic") if cells.channels[name].is_available()]
    assert (updated, available) == ([], ["last"])


def test_writes_from_outside_alone_clear_nothing() -> None:
    """A command's update is no superstep: what would be cleared stays."""
    cells = state()
    applied(cells, task("a", ("once", 1)))

    applied(cells, task("__input__", ("last", 5), triggers=()))

    assert (cells.channels["once"].get(), cells.seen["__input__"]) == (1, {})


def test_a_task_has_seen_all_its_triggers_that_were_ever_written() -> None:
    """Also those that did not wake it; those never written are not noted."""
    cells = state()
    applied(cells, task("a", ("branch:to:c", None)))

    applied(cells, task("c", triggers=["branch:to:c", "join:a+b:c"]))

    assert cells.seen["c"] == {"branch:to:c": 1}


def test_deferred_triggers_show_only_when_nothing_else_is_due() -> None:
    """`finish` is called in a superstep after which no node would be woken."""
    cells, facts = state(), list[Fact]()
    applied(cells, task("a", ("branch:to:late", None), ("branch:to:b", None)), facts=facts)
    before = [fact for fact in facts if isinstance(fact, ChannelFinished)]

    updated = applied(cells, task("b"), facts=facts)

    finished = [fact.channel for fact in facts if isinstance(fact, ChannelFinished) and fact.returned]
    assert (before, updated, finished) == ([], ["branch:to:late"], ["branch:to:late"])


def test_a_consumed_barrier_is_told_and_wakes_nobody() -> None:
    """Its version rises, and it is not among the channels that changed with a value."""
    cells, facts = state(), list[Fact]()
    applied(cells, task("a", ("join:a+b:c", "a"), ("join:a+b:c", "b")))

    updated = applied(cells, task("c", triggers=["branch:to:c", "join:a+b:c"]), facts=facts)

    assert updated == []
    assert facts[:1] == [ChannelConsumed("", 1, "join:a+b:c", True, 1, 2, False)]


def test_a_write_to_no_channel_is_told_and_dropped() -> None:
    """The other writes of the task hold."""
    cells, warned = state(), list[tuple[str, str]]()
    audience = Audience("", 1, None, lambda task, name: warned.append((task.name, name)))
    barrier = Barrier(cells, [task("a", ("nowhere", 1), ("__no_writes__", None), ("last", 2))], 1, audience)

    barrier.run()

    assert (warned, cells.channels["last"].get()) == ([("a", "nowhere")], 2)


def test_a_refused_update_tells_all_writers() -> None:
    """The fact names both nodes and both values, which the error's text does not."""
    cells, facts = state(), list[Fact]()

    with pytest.raises(InvalidUpdateError) as refusal:
        applied(cells, task("a", ("last", 1)), task("b", ("last", 2)), facts=facts)

    conflict = facts[-1]
    assert isinstance(conflict, ChannelConflicted)
    assert [(write.node, write.value) for write in conflict.writes] == [("a", 1), ("b", 2)]
    assert conflict.error is refusal.value


@pytest.mark.parametrize("facts", [None, []], ids=["untold", "told"])
def test_what_was_applied_before_a_refusal_stays_applied(facts: list[Fact] | None) -> None:
    """A run that saves only when it ends saves the state as far as it came, like the reference."""
    cells = state()

    with pytest.raises(InvalidUpdateError):
        applied(cells, task("a", ("total", ["a"]), ("last", 1)), task("b", ("last", 2), ("any", 1)), facts=facts)

    assert cells.versions == {"total": 1}
    assert cells.values.read() == {"total": ["a"]}


def test_without_a_version_only_values_change() -> None:
    """A look at what would be leaves versions alone."""
    cells = state()

    Barrier(cells, [task("a", ("last", 1))], None).run()

    assert (cells.channels["last"].get(), cells.versions) == (1, {})


def test_every_write_is_told_with_its_effect() -> None:
    """Writers, value, what `update` returned, and both versions."""
    cells, facts = state(), list[Fact]()

    applied(cells, task("a", ("total", ["a"]), ("join:a+b:c", "a")), facts=facts)

    told = [fact for fact in facts if isinstance(fact, ChannelUpdated)]
    assert [
        (fact.channel, fact.value, fact.returned, fact.version_before, fact.version_after, fact.available)
        for fact in told
    ] == [
        ("total", ["a"], True, None, 1, True),
        ("join:a+b:c", MISSING, True, None, 1, False),
    ]
    assert told[1].stored == {"a"}
