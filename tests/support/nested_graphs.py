"""The graphs of the stories that have graphs inside, and of one that calls tasks.

Without postponed annotations: a schema inside a function names the library that the function was given.
"""

import operator
from typing import Annotated, Any, TypedDict

from stepgraph.func import entrypoint, task
from stepgraph.types import interrupt


class Site(TypedDict):
    log: Annotated[list[str], operator.add]


def _chain(lib: Any, *names: str, **functions: Any) -> Any:
    """Nodes one after the other, each of which writes its name, or what its function gives."""
    builder = lib.StateGraph(Site)
    for name in names:
        builder.add_node(name, functions.get(name, lambda state, name=name: {"log": [name]}))
    for before, after in zip([lib.START, *names], [*names, lib.END], strict=True):
        builder.add_edge(before, after)
    return builder


def quarry(lib: Any) -> Any:
    """A node that is a graph, with a graph in it; and one that calls a graph twice."""
    wash = _chain(lib, "soak", "dry").compile()
    sift = _chain(lib, "shake", "wash", wash=wash).compile()
    haul = _chain(lib, "load").compile()

    def carts(state: Site) -> Any:
        first = haul.invoke({"log": ["first cart"]})
        second = haul.invoke({"log": ["second cart"]})
        return {"log": [first["log"][-1], second["log"][0]]}

    return _chain(lib, "sift", "carts", sift=sift, carts=carts)


def permit(lib: Any) -> Any:
    """A graph inside that asks after its first superstep, and whose failing node has a handler."""

    def stamp(state: Site) -> Any:
        raise ValueError("no ink")

    office = lib.StateGraph(Site)
    office.add_node("queue", lambda state: {"log": ["queued"]})
    office.add_node("ask", lambda state: {"log": [lib.interrupt("which site?")]})
    office.add_node("stamp", stamp, error_handler=lambda state: {"log": ["signed by hand"]})
    office.add_edge(lib.START, "queue")
    office.add_edge("queue", "ask")
    office.add_edge("ask", "stamp")
    return _chain(lib, "plan", "office", office=office.compile())


def errands(lib: Any) -> Any:
    """A function that calls three tasks, one after the other, of which the last one asks."""
    del lib

    @task
    def dig(depth: int) -> int:
        return depth + 1

    @task
    def ask(depth: int) -> str:
        return str(interrupt(f"{depth} m?"))

    @entrypoint()
    def survey(depth: int) -> str:
        first = dig(depth).result()
        second = dig(first).result()
        return f"{ask(second).result()} at {second} m"

    return survey
