"""A search that is steered by what the last run on the thread has left behind."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class Search(TypedDict):
    question: str
    pages: Annotated[list, operator.add]
    found: bool


def look(state):
    return {"pages": [f"a page on {state['question']}"], "found": True}


graph = StateGraph(Search)
graph.add_node("look", look)
graph.add_conditional_edges(START, lambda state: END if state.get("found") else "look", ["look", END])
