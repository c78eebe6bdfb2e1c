"""Two topics: one that holds the post of the day, one that files it."""

from typing import Annotated, TypedDict

from langgraph.channels import Topic
from langgraph.graph import START, StateGraph


class Desk(TypedDict):
    post: Annotated[list, Topic(str)]
    file: Annotated[list, Topic(str, accumulate=True)]


def bring(name):
    return lambda state: {"post": name, "file": [name]}


graph = StateGraph(Desk)
graph.add_node("ann", bring("ann"))
graph.add_node("bob", bring("bob"))
graph.add_node("rest", lambda state: {})
graph.add_edge(START, "ann")
graph.add_edge(START, "bob")
graph.add_edge(["ann", "bob"], "rest")
