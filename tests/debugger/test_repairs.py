"""What would repair a refused update, in words and in code."""

from __future__ import annotations

import pytest

from stepgraph.debugger.repairs import Refusal, joined, repairs_of
from stepgraph.protocol.events import ChannelWrite, Repair
from stepgraph.protocol.values import Preview


def refusal(
    kind: str = "LastValue", hint: str = "str", nodes: tuple[str, ...] = ("ada", "ben"), error: str = ""
) -> Refusal:
    value = Preview(kind="int", text="1")
    writes = tuple(ChannelWrite(task=f"id-{node}", node=node, value=value) for node in nodes)
    return Refusal(channel="plan", kind=kind, type=hint, writes=writes, error=error)


def sources(found: tuple[Repair, ...]) -> list[tuple[str, str]]:
    return [(repair.code, repair.source) for repair in found]


@pytest.mark.parametrize(
    ("hint", "reducer"),
    [
        ("str", "operator.add"),
        ("list[str]", "operator.add"),
        ("int", "operator.add"),
        ("bool", "operator.or_"),
        ("dict[str, int]", "operator.or_"),
        ("set[str]", "operator.or_"),
        ("Plan", "lambda old, new: new"),
    ],
)
def test_a_reducer_is_proposed_that_fits_the_type(hint: str, reducer: str) -> None:
    """As the line that would stand in the schema."""
    assert repairs_of(refusal(hint=hint))[0].source == f"plan: Annotated[{hint}, {reducer}]"


def test_two_writers_of_a_plain_key_have_four_ways_out() -> None:
    """Each with the names of the nodes and of the key."""
    assert sources(repairs_of(refusal())) == [
        ("channel.reducer", "plan: Annotated[str, operator.add]"),
        ("channel.collect", "plan: Annotated[list[str], operator.add]"),
        ("graph.order", 'builder.add_edge("ada", "ben")'),
        ("write.other_key", "ben_plan: str"),
    ]


def test_one_node_that_writes_twice_is_not_told_to_run_after_itself() -> None:
    """As with several packets for one node."""
    assert [code for code, _ in sources(repairs_of(refusal(nodes=("ada", "ada"))))] == [
        "channel.reducer",
        "channel.collect",
    ]


def test_a_guarded_channel_can_be_opened() -> None:
    """Its own switch is the first way out."""
    assert sources(repairs_of(refusal(kind="EphemeralValue")))[0] == (
        "channel.guard",
        "plan: Annotated[str, EphemeralValue(str, guard=False)]",
    )


def test_two_overwrites_need_one_of_them_to_be_a_plain_write() -> None:
    """A reducer is there already."""
    found = repairs_of(refusal(kind="BinaryOperatorAggregate", error="Can receive only one Overwrite value"))

    assert [repair.code for repair in found] == ["write.one_overwrite", "graph.order"]
    assert found[0].detail == (
        'One Overwrite may reach plan in a superstep. Let only one of "ada" and "ben" return an Overwrite.'
    )


def test_a_reducer_that_raises_wants_another_value() -> None:
    """Whoever wrote it is named."""
    (found,) = repairs_of(refusal(kind="BinaryOperatorAggregate", hint="list", nodes=("ada",), error="TypeError"))

    assert found.detail == (
        'The reducer raised when it was called with the value so far and a write of "ada". Return what the reducer '
        "can take, here a list."
    )


def test_nothing_is_proposed_where_nothing_is_known() -> None:
    """A wrong proposal is worse than none."""
    assert repairs_of(refusal(kind="NamedBarrierValue")) == ()
    assert repairs_of(refusal(nodes=("ada",))) == ()


def test_a_node_whose_name_is_no_word_gives_a_key_that_is_one() -> None:
    """The line must be Python."""
    found = repairs_of(refusal(nodes=("1. plan", "2. check it")))

    assert found[-1].source == "node_2__check_it_plan: str"


def test_names_are_listed_as_a_person_lists_them() -> None:
    """One, two or more."""
    assert [joined(["a"]), joined(["a", "b"]), joined(["a", "b", "c"])] == ['"a"', '"a" and "b"', '"a", "b" and "c"']
