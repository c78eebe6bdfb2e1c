"""A deferred node runs last

After the party somebody tidies up, and only when nobody dances any more. The trigger of a deferred node is a
LastValueAfterFinish: it holds its value unseen until nothing else is due, and only then wakes the node.
"""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class Party(TypedDict):
    songs: int
    diary: Annotated[list[str], operator.add]


INPUT = {"songs": 3}


def arrive(state: Party) -> dict[str, list[str]]:
    """Wakes the dancer and, by a single edge, the one who tidies up."""
    return {"diary": ["everybody is here"]}


def dance(state: Party) -> dict[str, object]:
    return {"songs": state["songs"] - 1, "diary": [f"song {state['songs']}"]}


def again(state: Party) -> str:
    return "dance" if state["songs"] > 0 else END


def tidy(state: Party) -> dict[str, list[str]]:
    """Due since the first superstep, and run in the last. Without `defer` it would run beside the first song."""
    return {"diary": ["the chairs are up"]}


builder = StateGraph(Party)
builder.add_node("arrive", arrive)
builder.add_node("dance", dance)
builder.add_node("tidy", tidy, defer=True)

builder.add_edge(START, "arrive")
builder.add_edge("arrive", "dance")
builder.add_edge("arrive", "tidy")
builder.add_conditional_edges("dance", again, ["dance", END])
builder.add_edge("tidy", END)

graph = builder.compile()
