"""A survey with a fan-out, a join and a loop, that notes each call of a node in a file beside it."""

import operator
import os
from pathlib import Path
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph

INPUT = {"question": "Where to drill?", "rounds": 0}
CALLS = os.environ.get("SURVEY_CALLS") or str(Path(__file__).with_suffix(".calls"))


class State(TypedDict, total=False):
    question: str
    findings: Annotated[list[str], operator.add]
    rounds: int
    report: str


def noted(name: str) -> None:
    with Path(CALLS).open("a", encoding="utf-8") as calls:
        calls.write(name + "\n")


def plan(state: State) -> State:
    noted("plan")
    return {"rounds": state["rounds"] + 1}


def north(state: State) -> State:
    noted("north")
    return {"findings": ["clay in the north"]}


def south(state: State) -> State:
    noted("south")
    return {"findings": ["sand in the south"]}


def merge(state: State) -> State:
    noted("merge")
    return {"report": f"{len(state['findings'])} findings"}


def enough(state: State) -> str:
    return END if state["rounds"] >= 2 else "plan"


graph = StateGraph(State)
graph.add_node(plan)
graph.add_node(north)
graph.add_node(south)
graph.add_node(merge)
graph.add_edge(START, "plan")
graph.add_edge("plan", "north")
graph.add_edge("plan", "south")
graph.add_edge(["north", "south"], "merge")
graph.add_conditional_edges("merge", enough, ["plan", END])
