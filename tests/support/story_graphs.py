"""The graphs of the stories: each takes a library's names and returns a builder.

Without postponed annotations: a schema inside a function names the library that the function was given.
"""

import operator
from collections.abc import Iterator
from typing import Annotated, Any, TypedDict


def survey(lib: Any) -> Any:
    """A fan into two nodes, a reducer, a collector, a join, a router that goes back once."""

    class State(TypedDict):
        question: str
        plan: str
        rounds: int
        findings: Annotated[list[str], operator.add]
        notes: Annotated[list[str], lib.Topic]
        left: lib.RemainingSteps

    def fan(state: State) -> Any:
        return {"plan": "north first", "findings": ["2 sites"], "rounds": state.get("rounds", 0) + 1}

    def north(state: State) -> Any:
        return {"plan": "drill at the mill", "findings": ["clay 4 m"], "notes": []}

    def south(state: State) -> Any:
        return {"findings": ["sand"], "notes": ["wet"]}

    def merge(state: State) -> Any:
        return {"plan": "merged"}

    def enough(state: State) -> str:
        return "report" if state["rounds"] > 1 else "fan"

    builder = lib.StateGraph(State)
    for node in (fan, north, south, merge):
        builder.add_node(node)
    builder.add_node("report", lambda state: {"findings": ["done"]})
    builder.add_edge(lib.START, "fan")
    builder.add_edge("fan", "north")
    builder.add_edge("fan", "south")
    builder.add_edge(["north", "south"], "merge")
    builder.add_conditional_edges("merge", enough, ["fan", "report"])
    builder.add_edge("report", lib.END)
    return builder


def clash(lib: Any) -> Any:
    """Two nodes of one superstep write one plain key; a third writes another."""

    class State(TypedDict):
        topic: str
        plan: str

    builder = lib.StateGraph(State)
    builder.add_node("north", lambda state: {"plan": "drill at the mill"})
    builder.add_node("south", lambda state: {"plan": "drill at the ford"})
    builder.add_edge(lib.START, "north")
    builder.add_edge(lib.START, "south")
    return builder


def unequal(lib: Any) -> Any:
    """Branches of unequal length that meet in a join, and a deferred node at the end."""

    class State(TypedDict):
        log: Annotated[list[str], operator.add]
        last: str

    builder = lib.StateGraph(State)
    for name in ("short", "long", "longer", "meet"):
        builder.add_node(name, lambda state, name=name: {"log": [name], **({"last": name} if name == "meet" else {})})
    builder.add_node("late", lambda state: {"log": ["late"]}, defer=True)
    builder.add_edge(lib.START, "short")
    builder.add_edge(lib.START, "long")
    builder.add_edge("long", "longer")
    builder.add_edge(["short", "longer"], "meet")
    builder.add_edge("short", "late")
    return builder


def zoo(lib: Any) -> Any:
    """One channel of each class, and a key that nobody declared."""

    class State(TypedDict):
        plain: str
        any: Annotated[str, lib.AnyValue]
        shortlived: Annotated[str, lib.EphemeralValue]
        untracked: Annotated[str, lib.UntrackedValue]
        topic: Annotated[list[str], lib.Topic(str)]
        kept: Annotated[list[str], lib.Topic(str, accumulate=True)]

    def first(state: State) -> Any:
        values = {"any": "same", "shortlived": "now", "untracked": "gone", "topic": ["a"], "kept": ["a"]}
        return {**values, "typo": "dropped"}

    builder = lib.StateGraph(State)
    builder.add_node("first", first)
    builder.add_node("left", lambda state: {"any": "same", "topic": ["b"], "kept": ["b"]})
    builder.add_node("right", lambda state: {"any": "same", "topic": ["c"], "plain": "x"})
    builder.add_node("end", lambda state: {"plain": "y"})
    builder.add_edge(lib.START, "first")
    builder.add_edge("first", "left")
    builder.add_edge("first", "right")
    builder.add_edge(["left", "right"], "end")
    return builder


def failing(lib: Any) -> Any:
    """A node that raises, the first time only."""

    class State(TypedDict):
        log: Annotated[list[str], operator.add]

    tries: Iterator[int] = iter(range(9))

    def fragile(state: State) -> Any:
        if next(tries) == 0:
            raise ValueError("the bridge is out")
        return {"log": ["fragile"]}

    builder = lib.StateGraph(State)
    builder.add_node("steady", lambda state: {"log": ["steady"]})
    builder.add_node("fragile", fragile)
    builder.add_edge(lib.START, "steady")
    builder.add_edge("steady", "fragile")
    return builder


def asking(lib: Any) -> Any:
    """Two nodes that ask, one of them twice, and one that needs no answer."""

    class State(TypedDict):
        log: Annotated[list[str], operator.add]

    def permit(state: State) -> Any:
        site = lib.interrupt({"site": state["log"][0], "drill": "here?"})
        depth = lib.interrupt("how deep?", response_schema={"type": "integer"})
        return {"log": [f"{site} {depth} m"]}

    builder = lib.StateGraph(State)
    builder.add_node("permit", permit)
    builder.add_node("funds", lambda state: {"log": [lib.interrupt("who pays?")]})
    builder.add_node("weather", lambda state: {"log": ["dry"]})
    for node in ("permit", "funds", "weather"):
        builder.add_edge(lib.START, node)
        builder.add_edge(node, lib.END)
    return builder


def endless(lib: Any) -> Any:
    """A node that goes back to itself until the limit."""

    class State(TypedDict):
        count: int

    builder = lib.StateGraph(State)
    builder.add_node("again", lambda state: {"count": state["count"] + 1})
    builder.add_edge(lib.START, "again")
    builder.add_edge("again", "again")
    return builder
