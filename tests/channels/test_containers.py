"""Which lists and sets are shared between a channel, its stored form and its readers."""

from __future__ import annotations

from collections.abc import Sequence

from stepgraph.channels import NamedBarrierValue, Topic


def test_a_reader_of_a_topic_gets_a_list_of_its_own() -> None:
    """What a node does to its input does not reach the channel."""
    topic: Topic[int] = Topic(int, accumulate=True)
    topic.update([1])

    first, second = topic.get(), topic.get()

    assert (first, second, first is second, first is topic.values) == ([1], [1], False, False)


def test_a_stored_form_is_the_live_container() -> None:
    """Nothing is copied when a checkpoint is made or read; whoever keeps it long copies it."""
    topic: Topic[int] = Topic(int, accumulate=True)
    barrier = NamedBarrierValue(str, {"a"})

    assert topic.checkpoint() is topic.values
    assert topic.from_checkpoint(topic.values).values is topic.values
    assert barrier.checkpoint() is barrier.seen
    assert barrier.from_checkpoint(barrier.seen).seen is barrier.seen


def test_emptying_a_topic_leaves_its_stored_form_alone() -> None:
    """A checkpoint that was made keeps its items when the next superstep writes nothing."""
    topic: Topic[int] = Topic(int)
    topic.update([1])
    stored = topic.checkpoint()

    topic.update([])

    assert (stored, topic.checkpoint()) == ([1], [])


def test_a_topic_reads_the_form_that_was_stored_long_ago() -> None:
    """A pair, whose second part is the list."""
    topic: Topic[int] = Topic(int)

    assert topic.from_checkpoint(({1}, [2, 3])).get() == [2, 3]


def test_a_topic_says_its_types() -> None:
    """It takes an item or a list of them, and gives a sequence."""
    topic: Topic[int] = Topic(int)

    assert (topic.ValueType, topic.UpdateType) == (Sequence[int], int | list[int])
