"""Routers whose annotation names the targets, in every spelling."""

from __future__ import annotations

from typing import Literal, TypedDict, Union

from langgraph.graph import END, START, StateGraph

Way = Literal["left", "right"]


class Maze(TypedDict):
    turns: int


def plain(state: Maze) -> Literal["left", "right", "__end__"]:
    return "left" if state["turns"] else END


def named(state: Maze) -> Way:
    return "right"


def quoted(state: "Maze") -> "Literal['left']":  # noqa: UP037  this spelling is read too
    return "left"


def listed(state: Maze) -> list[Literal["left", "right"]]:
    return ["left", "right"]


def mixed(state: Maze) -> Union[Literal["left"], None]:  # noqa: UP007  this spelling is read too
    return "left"


async def awaited(state: Maze) -> Literal[Way, "__end__"]:
    return "left"


maze = StateGraph(Maze)
for_all = {"turns": 1}
maze.add_node("left", lambda state: for_all)
maze.add_node("right", lambda state: for_all)
maze.add_conditional_edges(START, plain)
maze.add_conditional_edges("left", named)
maze.add_conditional_edges("left", quoted)
maze.add_conditional_edges("left", mixed)
maze.add_conditional_edges("right", listed)
maze.add_conditional_edges("right", awaited)
out = maze.compile()
