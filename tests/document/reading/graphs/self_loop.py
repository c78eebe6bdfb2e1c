"""Self loops and edges that lead back."""

from typing import Annotated, Literal, TypedDict

from langgraph.graph import END, START, StateGraph


def larger(left: int, right: int) -> int:
    return max(left, right)


class Climb(TypedDict):
    height: Annotated[int, larger]


def step(state: Climb):
    return {"height": state["height"] + 1}


def top(state: Climb) -> Literal["step", "rest", "__end__"]:
    return "step"


climb = StateGraph(Climb)
climb.add_node("step", step)
climb.add_node("rest", step)
climb.add_edge(START, "step")
climb.add_conditional_edges("step", top, {"step": "step", "rest": "rest", END: END})
climb.add_edge("rest", "rest")
climb.add_edge("rest", "step")
mountain = climb.compile()
