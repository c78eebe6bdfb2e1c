"""Whatever a node returns or a path answers, both engines make the same of it."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypedDict

import pytest
from pydantic import BaseModel, Field

from tests.conformance.builders import OURS, REFERENCE, Library, said


class State(TypedDict, total=False):
    """A key that collects, so that repeated writes are seen, and two plain ones."""

    x: Annotated[list[Any], operator.add]
    y: Any
    node: Any


class Model(BaseModel):
    """Fields whose defaults differ in what they say."""

    y: int | None = None
    x: list[int] = Field(default_factory=list)


class Silent(BaseModel):
    """A default that says something."""

    y: int | None = 3


@dataclass
class Record:
    """A dataclass, with its fields in another order than the state's."""

    y: Any = None
    x: Any = ()
    unknown: int = 0


class Pair(NamedTuple):
    """An annotated tuple."""

    y: Any
    other: int = 0


class Plain:
    """An annotated class."""

    y: int
    x: list[int]

    def __init__(self) -> None:
        self.y = 5


class Derived(Plain):
    """One whose annotations are inherited."""


class Bare:
    """A class without annotations."""

    y = 1


Maker = Callable[[Any], Any]
RESULTS: list[Maker] = [
    lambda t: None,
    lambda t: {},
    lambda t: {"y": 1, "x": [2], "unknown": 3},
    lambda t: {"unknown": 3},
    lambda t: {"y": None},
    lambda t: {1: 2},
    lambda t: t.Command(),
    lambda t: t.Command(update={"x": [1]}, goto="b"),
    lambda t: t.Command(update=[("x", [1]), ("x", [2]), ("unknown", 1)]),
    lambda t: t.Command(update=(("y", 1),), goto=["b", "__end__"]),
    lambda t: t.Command(update=[["x", [1]]]),
    lambda t: t.Command(update=[]),
    lambda t: t.Command(update=[1]),
    lambda t: t.Command(update=7),
    lambda t: t.Command(update=""),
    lambda t: t.Command(update=Record(x=[1])),
    lambda t: t.Command(update=Model()),
    lambda t: t.Command(update=Model(y=None)),
    lambda t: t.Command(goto=t.Send("b", {"y": "sent"})),
    lambda t: t.Command(goto=["b", t.Send("b", {}), "c", 3, None]),
    lambda t: t.Command(goto=3),
    lambda t: t.Command(goto="__end__"),
    lambda t: t.Command(goto="nowhere"),
    lambda t: t.Command(goto={"b"}),
    lambda t: t.Command(resume=1, update={"y": 1}),
    lambda t: t.Command(graph="other", update={"y": 1}, goto="b"),
    lambda t: [t.Command(update={"x": [1]}), {"x": [2]}, None],
    lambda t: [t.Command(update={"x": [1]}), t.Send("b", {})],
    lambda t: (t.Command(goto="b"), t.Command(goto="c"), Record(y=1, x=[3])),
    lambda t: [t.Command(), 3],
    lambda t: [t.Command(), [t.Command(update={"y": 1})]],
    lambda t: [t.Command(), "text"],
    lambda t: t.Send("b", {"y": 1}),
    lambda t: t.Send("nowhere", {}),
    lambda t: [t.Send("b", {})],
    lambda t: [{"y": 1}],
    lambda t: Model(),
    lambda t: Model(y=None),
    lambda t: Model(y=4, x=[1]),
    lambda t: Silent(),
    lambda t: Silent(y=None),
    lambda t: Record(x=[1]),
    lambda t: Pair(3),
    lambda t: Pair(t.Command(update={"x": [1]})),
    lambda t: Plain(),
    lambda t: Derived(),
    lambda t: Bare(),
    lambda t: t.Overwrite([1]),
    lambda t: {"x": t.Overwrite([1])},
    lambda t: 0,
    lambda t: False,
    lambda t: "",
    lambda t: "text",
    lambda t: [],
    lambda t: (),
    lambda t: {"x"},
    lambda t: b"x",
    lambda t: seen,
    lambda t: len,
]
ANSWERS: list[Maker] = [
    lambda t: "b",
    lambda t: ["b", "c", "b"],
    lambda t: ("b", t.Send("c", {"y": 1})),
    lambda t: t.Send("b", {}),
    lambda t: t.Send("nowhere", {}),
    lambda t: t.Send("__end__", {}),
    lambda t: "__end__",
    lambda t: ["b", "__end__"],
    lambda t: None,
    lambda t: ["b", None],
    lambda t: "__start__",
    lambda t: [],
    lambda t: "nowhere",
    lambda t: "go",
    lambda t: 3,
    lambda t: True,
    lambda t: {"b"},
]


def outcome(build: Callable[[Library], Any], given: Any, library: Library) -> Any:
    """What the tasks wrote and what came out in the end, or what the run failed with."""
    tasks: list[str] = []
    values: list[str] = []
    try:
        for mode, event in build(library).compile().stream(given, stream_mode=["tasks", "values"]):
            if mode == "values":
                values.append(without_addresses(repr(event)))
            else:
                told = (event["name"], event.get("input"), event.get("result"))
                tasks.append(without_addresses(repr(told)))
    except Exception as error:  # noqa: BLE001  # whatever either engine raises is compared
        return without_addresses(repr(said(error)))
    # Tasks of one superstep end in any order.
    return sorted(tasks), values


def without_addresses(text: str) -> str:
    return re.sub(r" at 0x[0-9a-f]+", "", text)


def seen(name: str) -> Callable[[Any], Any]:
    return lambda state: {"x": [name]}


def graph(library: Library, schema: Any, action: Any) -> Any:
    builder = library.graph.StateGraph(schema).add_node("a", action).add_node("b", seen("b")).add_node("c", seen("c"))
    return builder.add_edge("__start__", "a")


@pytest.mark.parametrize("result", range(len(RESULTS)))
@pytest.mark.filterwarnings("ignore")
def test_a_result_means_what_it_means_to_the_reference(result: int) -> None:
    """To a state with keys."""

    def build(library: Library) -> Any:
        return graph(library, State, lambda state: RESULTS[result](library.types))

    given = {"x": ["in"], "y": 1}

    assert outcome(build, given, OURS) == outcome(build, given, REFERENCE)


@pytest.mark.parametrize("result", range(len(RESULTS)))
@pytest.mark.filterwarnings("ignore")
def test_a_result_means_to_a_state_without_keys_what_it_means_to_the_reference(result: int) -> None:
    """Where everything is a value."""

    def build(library: Library) -> Any:
        return graph(library, list, lambda state: RESULTS[result](library.types))

    assert outcome(build, ["in"], OURS) == outcome(build, ["in"], REFERENCE)


INPUTS = [index for index, make in enumerate(RESULTS) if not isinstance(make(OURS.types), OURS.types.Command)]


@pytest.mark.parametrize("result", INPUTS)
@pytest.mark.filterwarnings("ignore")
def test_an_input_means_what_it_means_to_the_reference(result: int) -> None:
    """The same rules hold for what a run is given, commands aside, which are more than an input."""

    def build(library: Library) -> Any:
        return graph(library, State, lambda state: None)

    make = RESULTS[result]
    assert outcome(build, make(OURS.types), OURS) == outcome(build, make(REFERENCE.types), REFERENCE)


@pytest.mark.parametrize("path_map", [None, ["b", "c"], {"go": "b", True: "c", "b": "__end__"}, {}])
@pytest.mark.parametrize("answer", range(len(ANSWERS)))
@pytest.mark.filterwarnings("ignore")
def test_a_path_answers_what_it_answers_in_the_reference(answer: int, path_map: Any) -> None:
    """With and without a map."""

    def build(library: Library) -> Any:
        def path(state: Any) -> Any:
            return ANSWERS[answer](library.types)

        return graph(library, State, seen("a")).add_conditional_edges("a", path, path_map)

    given = {"x": ["in"], "y": 1}

    assert outcome(build, given, OURS) == outcome(build, given, REFERENCE)
