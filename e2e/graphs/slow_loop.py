"""A loop of short rounds, long enough to be paused, reloaded and watched."""

import time
from typing import TypedDict

from langgraph.graph import END, START, StateGraph

INPUT = {"round": 0, "last": 150}


class State(TypedDict):
    round: int
    last: int


def work(state: State) -> dict[str, int]:
    time.sleep(0.02)
    return {"round": state["round"] + 1}


def again(state: State) -> str:
    return "work" if state["round"] < state["last"] else END


graph = StateGraph(State)
graph.add_node(work)
graph.add_edge(START, "work")
graph.add_conditional_edges("work", again, ["work", END])
