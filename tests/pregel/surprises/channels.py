"""Surprises 1-9: channels and schemas."""

from __future__ import annotations

import operator
from typing import Annotated, Any, Optional

from tests.pregel.surprises.prelude import START, graph, says, surprise, tried, typed


@surprise(
    1,
    "a reducer must be the last annotation; a channel is found at any place, and the first one counts",
    expected={"p": "LastValue", "q": "BinaryOperatorAggregate", "r": "EphemeralValue"},
)
def place_of_an_annotation(lib: Any) -> Any:
    def keep(one: Any, other: Any) -> Any:
        return one

    state = typed(
        p=Annotated[int, keep, "doc"], q=Annotated[int, "doc", keep], r=Annotated[int, lib.EphemeralValue, keep]
    )
    return {key: type(channel).__name__ for key, channel in lib.StateGraph(state).channels.items()}


@surprise(
    2,
    "a reducer takes two positional parameters and no third with a default; a builtin fails in other words",
    expected=[
        "ValueError: Invalid reducer signature. Expected (a, b) -> c. Got (a, b, c=1)",
        "ValueError: Invalid reducer signature. Expected (a, b) -> c. Got (*a)",
        "BinaryOperatorAggregate",
        "ValueError: no signature found for builtin <built-in function max>",
    ],
)
def signature_of_a_reducer(lib: Any) -> Any:
    def kind(reducer: Any) -> Any:
        return tried(lambda: type(lib.StateGraph(typed(p=Annotated[int, reducer])).channels["p"]).__name__)

    reducers: list[Any] = [lambda a, b, c=1: a, lambda *a: a, lambda a, b, *c, k=1: a, max]
    return [kind(reducer) for reducer in reducers]


@surprise(3, "any lambda equals any other reducer, and the first one stays", expected={"p": -6})
def schemas_disagree_silently(lib: Any) -> Any:
    minus, times = typed(p=Annotated[int, lambda a, b: a - b]), typed(p=Annotated[int, operator.mul])
    builder = lib.StateGraph(minus, output_schema=times).add_node("n", lambda state: {"p": 1}).add_edge(START, "n")
    return builder.compile().invoke({"p": 5})


@surprise(
    4,
    "a later plain field adopts an earlier reducer, and a later reducer over an earlier plain field raises",
    expected=["BinaryOperatorAggregate", "ValueError: Channel 'p' already exists with a different type"],
)
def conflict_is_not_symmetric(lib: Any) -> Any:
    added, plain = typed(p=Annotated[int, operator.add]), typed(p=int)

    def kind(first: Any, second: Any) -> Any:
        return tried(lambda: type(lib.StateGraph(first, output_schema=second).channels["p"]).__name__)

    return [kind(added, plain), kind(plain, added)]


@surprise(
    5,
    "the first Overwrite into a reducer without an initial value is stored as the wrapper itself",
    expected=(False, True, "Overwrite(value=5, type='__overwrite__')"),
)
def overwrite_of_nothing(lib: Any) -> Any:
    channel = lib.BinaryOperatorAggregate(Optional[int], lambda a, b: a + b)  # noqa: UP045  # as it is written in files
    return (channel.is_available(), channel.update([lib.Overwrite(5)]), repr(channel.get()))


@surprise(
    6,
    "in one superstep, writes after an Overwrite are dropped, and writes before it are folded and thrown away",
    expected={"x": ["B"]},
)
def overwrite_among_writes(lib: Any) -> Any:
    nodes = {"a": says("a"), "b": lambda state: {"x": lib.Overwrite(["B"])}, "c": says("c")}
    return graph(lib, [(START, name) for name in nodes], **nodes).compile().invoke({"x": ["in"]})


@surprise(
    7,
    "a Topic flattens lists and no tuples, and reading an empty one raises",
    expected=([1, 2, 3, (4, 5)], "EmptyChannelError: ", []),
)
def topic_of_tuples(lib: Any) -> Any:
    topic = lib.Topic(Any)
    topic.update([1, [2, 3], (4, 5)])
    found = topic.get()
    topic.update([])
    return (found, tried(topic.get), topic.checkpoint())


@surprise(
    8,
    "AnyValue, EphemeralValue and Topic vanish after a superstep without a write; UntrackedValue and LastValue stay",
    expected=({"a": 1, "e": 1, "t": [1], "u": 1, "l": 1}, [["a", "e", "l", "t", "u"], ["l", "u"]]),
)
def keys_that_vanish(lib: Any) -> Any:
    state = typed(
        a=Annotated[int, lib.AnyValue],
        e=Annotated[int, lib.EphemeralValue],
        t=Annotated[int, lib.Topic],
        u=Annotated[int, lib.UntrackedValue],
        l=int,
    )
    seen: list[list[str]] = []

    def look(found: Any) -> None:
        seen.append(sorted(found))

    def write(found: Any) -> Any:
        return {"a": 1, "e": 1, "t": 1, "u": 1, "l": 1}

    builder = graph(lib, [(START, "p"), ("p", "q"), ("q", "r")], state, p=write, q=look, r=look)
    # The output is the last event, and there they still are.
    return (builder.compile().invoke({"l": 0}), seen)


@surprise(
    9,
    "IsLastStep is true one superstep before the limit; one more runs, and then the run fails",
    expected=("GraphRecursionError", [(True, 1), (False, 0)]),
)
def last_step(lib: Any) -> Any:
    seen: list[Any] = []

    def look(state: Any) -> None:
        seen.append((state["l"], state["r"]))

    builder = graph(
        lib, [(START, "a"), ("a", "b")], typed(y=int, r=lib.RemainingSteps, l=lib.IsLastStep), a=look, b=look
    )
    ended = tried(lambda: builder.compile().invoke({"y": 0}, {"recursion_limit": 2}))
    return (ended.partition(":")[0], seen)
