"""Branches are named after their routers, if these have a name."""

from functools import partial
from typing import Literal, TypedDict

from langgraph.graph import END, START, StateGraph


class Game(TypedDict):
    points: int


def won(limit: int, state: Game) -> Literal["play", "__end__"]:
    return "play"


class Referee:
    """Decides when it is called."""

    def __call__(self, state: Game) -> Literal["play", "__end__"]:
        return END

    def rule(self, state: Game) -> Literal["play", "pause"]:
        return "pause"


referee = Referee()

game = StateGraph(Game)
game.add_node("play", lambda state: {"points": 1})
game.add_node("pause", lambda state: {"points": 1})
game.add_edge(START, "play")
game.add_conditional_edges("play", partial(won, 3))
game.add_conditional_edges("pause", Referee())
game.add_conditional_edges("play", referee.rule)
match = game.compile()
