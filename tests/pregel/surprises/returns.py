"""Surprises 16-25: what nodes return and what they are given."""

from __future__ import annotations

import operator
from typing import Annotated, Any, NamedTuple, Optional

from pydantic import BaseModel, ValidationError

from tests.pregel.surprises.prelude import START, STATE, graph, says, surprise, tried


@surprise(
    16,
    "one Send is a result, a list of Sends is an error, and a Send beside a Command is dropped",
    expected=[["in", "m"], "InvalidUpdateError: Expected dict, got [Send(node='m', arg={})]", ["in", "c"]],
)
def returned_packets(lib: Any) -> Any:
    def run(result: Any) -> Any:
        builder = graph(lib, [(START, "a")], a=lambda state: result, m=says("m"))
        return tried(lambda: builder.compile().invoke({"x": ["in"]})["x"])

    packet = lib.Send("m", {})
    return [run(packet), run([packet]), run([lib.Command(update={"x": ["c"]}), packet])]


@surprise(17, "a Command's goto is added to the static edges", expected={"x": ["b", "c"]})
def goto_beside_an_edge(lib: Any) -> Any:
    nodes = {"a": lambda state: lib.Command(goto="b"), "b": says("b"), "c": says("c")}
    return graph(lib, [(START, "a"), ("a", "c")], **nodes).compile().invoke({"x": []})


class Update(BaseModel):
    y: int = 0
    x: Optional[list[str]] = None  # noqa: UP045  # as it is written in files


@surprise(
    18,
    "a returned model writes fields that were not set, but for those whose default is None",
    expected={"x": ["in"], "y": 0},
)
def returned_model(lib: Any) -> Any:
    return graph(lib, [(START, "a")], a=lambda state: Update()).compile().invoke({"x": ["in"], "y": 7})


class Pair(NamedTuple):
    y: int


@surprise(
    19,
    "an object of any class with annotations is an update; 0, False and [] are none",
    expected=[
        {"x": [], "y": 9},
        "InvalidUpdateError: Expected dict, got 0",
        "InvalidUpdateError: Expected dict, got []",
        {"x": [], "y": 1},
    ],
)
def returned_objects(lib: Any) -> Any:
    def run(result: Any) -> Any:
        builder = graph(lib, [(START, "a")], a=lambda state: result)
        return tried(lambda: builder.compile().invoke({"y": 1}))

    return [run(Pair(9)), run(0), run([]), run({"unknown": 1})]


@surprise(
    20,
    "invoke gives None when nothing of the output was written, although there is a state",
    expected=(None, {"x": [], "y": 1}),
)
def output_of_no_writes(lib: Any) -> Any:
    compiled = graph(lib, [(START, "a")], a=lambda state: None).compile()
    return (compiled.invoke({}), compiled.invoke({"y": 1}))


@surprise(21, "a Command as the first input of a thread is applied twice", expected={"x": ["u", "u", "a"]})
def command_as_first_input(lib: Any) -> Any:
    return graph(lib, [(START, "a")], a=says("a")).compile().invoke(lib.Command(update={"x": ["u"]}))


@surprise(
    22,
    "an empty Command as input is refused; 1.2.9 stumbled over a name of its own instead",
    expected="EmptyInputError: Received empty Command input",
    reference="UnboundLocalError: cannot access local variable 'resume_is_map' where it is not associated with a value",
)
def empty_command(lib: Any) -> Any:
    return tried(lambda: graph(lib, [(START, "a")], a=says("a")).compile().invoke(lib.Command()))


@surprise(
    23,
    "nodes get the live values, and what they change in place leaks",
    expected={"x": ["in", "leak"], "y": 2},
)
def change_in_place(lib: Any) -> Any:
    def change(state: Any) -> None:
        state["x"].append("leak")

    builder = graph(lib, [(START, "a"), ("a", "b")], a=change, b=lambda state: {"y": len(state["x"])})
    return builder.compile().invoke({"x": ["in"]})


class Log(BaseModel):
    x: Annotated[list[str], operator.add] = []


@surprise(24, "what a Send carries is given as it is", expected={"x": ["Log", "dict"]})
def input_of_a_packet(lib: Any) -> Any:
    builder = lib.StateGraph(Log).add_node("a", lambda state: {"x": [type(state).__name__]})
    return builder.add_conditional_edges(START, lambda state: ["a", lib.Send("a", {"k": 1})]).compile().invoke({})


class Checked(BaseModel):
    a: int = 0


@surprise(
    25,
    "a pydantic state is checked when a node reads it: a bad write fails the next node",
    expected=({"a": "7"}, 1, ["Before task with name 'o' and path '('__pregel_pull', 'o')'"]),
)
def state_that_is_checked_late(lib: Any) -> Any:
    def spoil(state: Checked) -> Any:
        return {"a": "bad"} if state.a == 1 else None

    compiled = graph(lib, [(START, "n"), ("n", "o")], Checked, n=spoil, o=lambda state: None).compile()
    # The channel keeps what was written.
    whole = compiled.invoke({"a": "7"})
    try:
        list(compiled.stream({"a": 1}))
    except ValidationError as refusal:
        return (whole, refusal.error_count(), refusal.__notes__)
    return (whole, 0, STATE)
