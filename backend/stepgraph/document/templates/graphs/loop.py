"""A loop with a counter.

A node runs again and again until its router is content or the counter says that it is enough.
"""

from typing import Literal, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    """A number, and how close its root is."""

    target: float
    guess: float
    rounds: int


INPUT = {"target": 2.0, "guess": 1.0, "rounds": 0}

CLOSE = 1e-6
MOST_ROUNDS = 20


def improve(state: State) -> dict[str, float]:
    """Come closer to the square root of the target."""
    guess = (state["guess"] + state["target"] / state["guess"]) / 2
    return {"guess": guess, "rounds": state["rounds"] + 1}


def judge(state: State) -> Literal["again", "done"]:
    """Go round once more unless the guess is close, or the rounds are used up."""
    is_close = abs(state["guess"] ** 2 - state["target"]) < CLOSE
    return "done" if is_close or state["rounds"] >= MOST_ROUNDS else "again"


builder = StateGraph(State)
builder.add_node("improve", improve)

builder.add_edge(START, "improve")
builder.add_conditional_edges("improve", judge, {"again": "improve", "done": END})

graph = builder.compile()
