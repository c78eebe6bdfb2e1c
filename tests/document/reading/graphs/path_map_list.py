"""A path map that is a list, one that has a name, a tuple (which the engine does not see), and an empty one."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Post(TypedDict):
    street: str


def pick(state: Post):
    return state["street"]


STREETS = ["north", "south"]

post = StateGraph(Post)
post.add_node("north", lambda state: None)
post.add_node("south", lambda state: None)
post.add_conditional_edges(START, pick, ["north", "south", END])
post.add_conditional_edges("north", pick, STREETS)
post.add_conditional_edges("south", lambda state: state["street"], ("north", END))
post.add_conditional_edges("south", pick, {})
round_trip = post.compile()
