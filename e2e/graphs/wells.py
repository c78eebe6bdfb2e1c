"""A question that is answered once for a thread: START's branch ends the graph when an answer is there already."""

from typing import Annotated, TypedDict

from langgraph.channels import Topic
from langgraph.graph import END, START, StateGraph

INPUT = {"question": ""}


class State(TypedDict, total=False):
    question: str
    answer: str
    heard: Annotated[str, Topic]


def ask(state: State) -> State:
    return {"answer": state["question"][0].upper() + state["question"][1:], "heard": "a well"}


def rest(state: State) -> State:
    return {}


def route(state: State) -> str:
    return END if state.get("answer") else "ask"


graph = StateGraph(State)
graph.add_node(ask)
graph.add_node(rest)
graph.add_conditional_edges(START, route, ["ask", END])
graph.add_edge("ask", "rest")
graph.add_edge("rest", END)
