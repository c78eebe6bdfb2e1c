"""A state that is one value

The state need not have keys: here it is a bare list of words, held by one channel named `__root__`. Nodes get the list
itself, and what they return is the write.
"""

import operator
from typing import Annotated, Any

from langgraph.graph import END, START, StateGraph

Words: Any = Annotated[list[str], operator.add]

INPUT = ["Once", "upon", "a", "time"]


def continue_story(state: Any) -> list[str]:
    """Return a list, which the reducer puts behind the one so far."""
    return ["there", "was", "a", "graph"]


def end_story(state: Any) -> list[str]:
    return [f"({len(state)} words)"]


builder = StateGraph(Words)
builder.add_node("continue_story", continue_story)
builder.add_node("end_story", end_story)

builder.add_edge(START, "continue_story")
builder.add_edge("continue_story", "end_story")
builder.add_edge("end_story", END)

graph = builder.compile()
