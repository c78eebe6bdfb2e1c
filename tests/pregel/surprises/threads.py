"""Surprises 62-66: forks, graphs inside, and edits of a thread."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.pregel.surprises.prelude import START, graph, kept, says, surprise, thread, tried
from tests.pregel.surprises.returns import Checked


@surprise(
    62,
    "going on from a finished head by its id makes a fork; without the id nothing is written",
    expected=(3, 3, 4, "fork"),
)
def going_on_from_a_finished_head(lib: Any) -> Any:
    compiled = kept(lib, graph(lib, [(START, "a")], a=says("a")))
    compiled.invoke({"x": []}, thread())

    def count() -> int:
        return len(list(compiled.get_state_history(thread())))

    first = count()
    compiled.invoke(None, thread())
    second = count()
    compiled.invoke(None, compiled.get_state(thread()).config)
    return (first, second, count(), compiled.get_state(thread()).metadata["source"])


@surprise(
    63,
    "a graph inside returns its whole output, so a shared log is folded in twice",
    expected={"x": ["in", "in", "c"]},
)
def output_of_a_graph_inside(lib: Any) -> Any:
    inner = graph(lib, [(START, "c")], c=says("c")).compile()
    return graph(lib, [(START, "s")], s=inner).compile().invoke({"x": ["in"]})


@surprise(
    64,
    "a Command for the parent reaches one level up, and other Commands in its list are dropped",
    expected=[["in", "up"], ["in", "in", "up"]],
)
def command_for_the_parent(lib: Any) -> Any:
    def up(state: Any) -> Any:
        return [
            lib.Command(update={"x": ["local"]}),
            lib.Command(graph=lib.Command.PARENT, update={"x": ["up"]}),
        ]

    one = graph(lib, [(START, "u")], u=up).compile()
    two = graph(lib, [(START, "m")], m=one).compile()
    return [graph(lib, [(START, "s")], s=inner).compile().invoke({"x": ["in"]})["x"] for inner in (one, two)]


@surprise(
    65,
    "a second edit of a thread that never ran is made by the start; awaited, 1.2.9 called it ambiguous",
    expected=({"x": ["u", "v"]}, {"x": ["u", "v"]}),
)
def edits_of_a_thread_that_never_ran(lib: Any) -> Any:
    builder = graph(lib, [(START, "a"), ("a", "b")], a=says("a"), b=says("b"))
    plain, awaited = kept(lib, builder), kept(lib, builder)

    async def edit() -> None:
        for given in "uv":
            await awaited.aupdate_state(thread(), {"x": [given]})

    for given in "uv":
        plain.update_state(thread(), {"x": [given]})
    told = tried(lambda: asyncio.run(edit()))
    return (plain.get_state(thread()).values, told or awaited.get_state(thread()).values)


@surprise(
    66,
    "a write that does not fit a pydantic state spoils every look at the thread, its history too",
    expected=["ValidationError", "ValidationError", "ValidationError"],
)
def write_that_spoils_a_thread(lib: Any) -> Any:
    builder = graph(lib, [(START, "n"), ("n", "o")], Checked, n=lambda state: {"a": "bad"}, o=lambda state: None)
    compiled = kept(lib, builder)
    looks = [
        lambda: compiled.invoke({"a": 1}, thread()),
        lambda: compiled.get_state(thread()),
        lambda: list(compiled.get_state_history(thread())),
    ]
    return [tried(look).partition(":")[0] for look in looks]
