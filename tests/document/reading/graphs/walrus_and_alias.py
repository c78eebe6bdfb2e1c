"""A builder with two names, and one that is made within an expression."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Count(TypedDict):
    number: int


def up(state: Count):
    return {"number": state["number"] + 1}


first = StateGraph(Count)
second = first
first.add_node("up", up)
second.add_node("down", up)
first.add_edge(START, "up")
second.add_edge("up", "down")
counting = second.compile()

(third := StateGraph(Count)).add_node("up", up)
third.add_edge(START, "up")
third.add_edge("up", END)
print_me = third.compile()
print(third.nodes.keys(), len(third.edges))
