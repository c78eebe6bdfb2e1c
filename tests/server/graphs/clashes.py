"""Two nodes write one plain key in one superstep, which is refused; a third says what came of it."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict, total=False):
    plan: str
    report: str


builder = StateGraph(State)
builder.add_node("north", lambda state: {"plan": "drill at the mill"})
builder.add_node("south", lambda state: {"plan": "drill at the ford"})
builder.add_node("tell", lambda state: {"report": f"we {state['plan']}"})
for node in ("north", "south"):
    builder.add_edge(START, node)
    builder.add_edge(node, "tell")
builder.add_edge("tell", END)
graph = builder.compile()
