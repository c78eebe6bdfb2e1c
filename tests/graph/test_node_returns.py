"""From what a node returned to writes of the state and to where its commands go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import pytest
from pydantic import BaseModel, Field

from stepgraph.constants import END
from stepgraph.errors import ErrorCode, InvalidUpdateError, ParentCommand
from stepgraph.graph.state_writes import command_gotos, state_writes
from stepgraph.types import Command, Send

KEYS = {"x": 0, "y": 0, "z": 0}
ROOT = {"__root__": 0}
UP = Command(graph=Command.PARENT, update={"x": 9}, goto="a")


class Model(BaseModel):
    """Fields whose defaults differ in what they say."""

    x: int | None = None
    y: int | None = 3
    z: int | None = Field(default_factory=lambda: None)


@dataclass
class Record:
    """A dataclass says everything it has."""

    y: int | None = None
    other: int = 0
    x: int | None = None


class Pair(NamedTuple):
    """A tuple with annotations."""

    y: int
    unknown: int


class Plain:
    """Any annotated class; an attribute that is not there is not written."""

    x: int
    y: int

    def __init__(self) -> None:
        self.x = 1
        self.z = 3


class Bare:
    """A class without annotations."""

    x = 1


@pytest.mark.parametrize(
    ("result", "writes"),
    [
        (None, []),
        ({}, []),
        ({"y": 1, "x": None, "unknown": 2}, [("y", 1), ("x", None)]),
        (Command(update={"x": 1, "unknown": 2}, goto="a"), [("x", 1)]),
        (Command(update=[("x", 1), ("unknown", 2), ("x", 3)]), [("x", 1), ("x", 3)]),
        (Command(update=(("x", 1),)), [("x", 1)]),
        (Command(update=[]), []),
        (Command(goto="a"), []),
        (Command(update=Record(x=1)), [("y", None), ("x", 1)]),
        (Command(update=5), []),
        (Command(update="text"), []),
        (Command(resume={"x": 1}), []),
        (Command(graph="elsewhere", update={"x": 1}), [("x", 1)]),
        (UP, []),
        ([Command(update={"x": 1}), {"y": 2}, None, Send("a", {"x": 3}), UP], [("x", 1), ("y", 2)]),
        ((Command(update={"x": 1}), Record(y=2)), [("x", 1), ("x", None), ("y", 2)]),
        (Model(), [("y", 3), ("z", None)]),
        (Model(x=None), [("x", None), ("y", 3), ("z", None)]),
        (Model(y=None), [("y", None), ("z", None)]),
        (Record(), [("x", None), ("y", None)]),
        (Pair(7, 8), [("y", 7)]),
        (Plain(), [("x", 1), ("z", 3)]),
        (Send("a", {"x": 1}), []),
    ],
)
def test_a_result_becomes_writes_of_the_keys_that_the_state_has(result: Any, writes: Any) -> None:
    """Dicts and commands in their own order, objects in the order of the keys."""
    assert state_writes(result, KEYS) == writes


@pytest.mark.parametrize("result", [0, False, "", "text", 3, [], (), [{"x": 1}], [Send("a", {})], Bare(), {"x"}])
def test_a_result_that_says_nothing_about_keys_is_refused(result: Any) -> None:
    """The text shows it, the error carries it."""
    with pytest.raises(InvalidUpdateError) as caught:
        state_writes(result, KEYS)

    assert str(caught.value) == (
        f"Expected dict, got {result}\nFor troubleshooting, visit: "
        "https://docs.langchain.com/oss/python/langgraph/errors/INVALID_GRAPH_NODE_RETURN_VALUE"
    )
    assert (caught.value.code, caught.value.values) == (ErrorCode.INVALID_GRAPH_NODE_RETURN_VALUE, (result,))


def test_one_wrong_item_beside_a_command_refuses_the_list() -> None:
    """Each item is a result of its own."""
    with pytest.raises(InvalidUpdateError, match=r"^Expected dict, got 3\n"):
        state_writes([Command(update={"x": 1}), 3], KEYS)


@pytest.mark.parametrize(
    ("result", "writes"),
    [
        (None, []),
        (0, [("__root__", 0)]),
        ([], [("__root__", [])]),
        ({"x": 1}, [("__root__", {"x": 1})]),
        ([Send("a", 1)], [("__root__", [Send("a", 1)])]),
        (Command(), []),
        (Command(update=3), [("__root__", 3)]),
        (Command(update=[1]), [("__root__", [1])]),
        (Command(update=[("any", 1)]), [("any", 1)]),
        (Command(update={"any": 1}), [("any", 1)]),
        (UP, []),
        ([3, Command(update=4), None, UP], [("__root__", 3), ("__root__", 4), ("__root__", None)]),
    ],
)
def test_a_state_without_keys_takes_any_value(result: Any, writes: Any) -> None:
    """A command may even name the channels it writes."""
    assert state_writes(result, ROOT) == writes


@pytest.mark.parametrize(
    ("result", "gotos"),
    [
        (None, []),
        ({"x": 1}, []),
        (Send("a", 1), [Send("a", 1)]),
        ([Send("a", 1)], []),
        (Command(), []),
        (Command(goto="a"), ["a"]),
        (Command(goto=Send("a", 1)), [Send("a", 1)]),
        (Command(goto=["a", Send("b", 1), END, "a"]), ["a", Send("b", 1), "a"]),
        (Command(goto=cast("Any", ("a", 3, None))), ["a"]),
        (Command(goto=END), []),
        (Command(goto="a", graph="elsewhere"), ["a"]),
        ([Command(goto="a"), {"x": 1}, Command(goto="b")], ["a", "b"]),
        ((Command(goto="a"), Send("b", 1)), ["a"]),
    ],
)
def test_commands_say_where_to_go(result: Any, gotos: Any) -> None:
    """The end is nowhere, and what is neither a name nor a packet is passed over."""
    assert command_gotos(result) == gotos


@pytest.mark.parametrize("result", [UP, [Command(goto="a"), UP]])
def test_a_command_for_the_calling_graph_is_raised(result: Any) -> None:
    """It takes the place of everything else."""
    with pytest.raises(ParentCommand) as caught:
        command_gotos(result)

    assert caught.value.args == (UP,)


def test_a_goto_that_is_no_name_and_no_list_is_refused() -> None:
    """In Python's words."""
    with pytest.raises(TypeError, match=r"^'int' object is not iterable$"):
        command_gotos(Command(goto=3))
