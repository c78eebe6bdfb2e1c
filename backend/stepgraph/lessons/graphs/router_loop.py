"""A router loop

A loaf bakes until it is brown: after each turn a router looks at it and names the node that is next. Watch the trigger
`branch:to:bake` get a new version each time, which is what wakes the node again.
"""

from typing import Literal, TypedDict

from langgraph.graph import END, START, StateGraph


class Loaf(TypedDict):
    minutes: int
    colour: str


INPUT = {"minutes": 0, "colour": "white"}


def bake(state: Loaf) -> dict[str, object]:
    """Bake for ten minutes more."""
    minutes = state["minutes"] + 10
    return {"minutes": minutes, "colour": "white" if minutes < 20 else "golden" if minutes < 30 else "brown"}


def look(state: Loaf) -> Literal["bake", "cool"]:
    """Route by what the state says after this turn's own writes."""
    return "cool" if state["colour"] == "brown" else "bake"


def cool(state: Loaf) -> dict[str, str]:
    """Let it rest."""
    return {"colour": f"{state['colour']} and cool"}


builder = StateGraph(Loaf)
builder.add_node("bake", bake)
builder.add_node("cool", cool)

builder.add_edge(START, "bake")
builder.add_conditional_edges("bake", look)
builder.add_edge("cool", END)

graph = builder.compile()
