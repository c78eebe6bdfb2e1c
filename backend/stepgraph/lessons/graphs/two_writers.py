"""Two writers, one value

Two critics see the same play and both fill in the verdict, which takes only one value in a superstep. Step until it is
refused: you see both writes, who made them, and what would repair it.
"""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Page(TypedDict):
    play: str
    verdict: str


INPUT = {"play": "Hamlet"}


def attend(state: Page) -> dict[str, str]:
    """Sit down in the theatre."""
    return {"play": state["play"] + ", the premiere"}


def ada(state: Page) -> dict[str, str]:
    """Ada is moved."""
    return {"verdict": "Ada wept."}


def ben(state: Page) -> dict[str, str]:
    """Ben is not."""
    return {"verdict": "Ben slept."}


def publish(state: Page) -> dict[str, str]:
    """Never reached: the superstep before it comes to nothing."""
    return {"play": state["play"].upper()}


builder = StateGraph(Page)
builder.add_node("attend", attend)
builder.add_node("ada", ada)
builder.add_node("ben", ben)
builder.add_node("publish", publish)

builder.add_edge(START, "attend")
# Both edges lead to the next superstep, so both critics write in the same one.
builder.add_edge("attend", "ada")
builder.add_edge("attend", "ben")
builder.add_edge(["ada", "ben"], "publish")
builder.add_edge("publish", END)

graph = builder.compile()
