"""The channel zoo

One state with a cage for each kind of channel. Step through a day at the zoo and compare what stays in its cage when
nobody writes to it: a Topic, an EphemeralValue and an AnyValue are gone, an UntrackedValue stays but is never stored.
"""

from typing import Annotated, TypedDict

from langgraph.channels import AnyValue, EphemeralValue, Topic, UntrackedValue
from langgraph.graph import END, START, StateGraph
from langgraph.managed import RemainingSteps


class Zoo(TypedDict, total=False):
    keeper: str
    visitors: Annotated[list[str], Topic(str)]
    guestbook: Annotated[list[str], Topic(str, accumulate=True)]
    shout: Annotated[str, EphemeralValue]
    weather: Annotated[str, AnyValue]
    key: Annotated[str, UntrackedValue]
    left: RemainingSteps


INPUT = {"keeper": "Noor"}


def open_gates(state: Zoo) -> dict[str, object]:
    """Write to every cage."""
    name = f"Noor, {state['left']} supersteps left"
    return {"keeper": name, "visitors": "a class", "guestbook": "a class", "shout": "Open!", "key": "brass"}


def left_bank(state: Zoo) -> dict[str, object]:
    """Two nodes may write one AnyValue or one Topic in the same superstep."""
    return {"weather": "sunny", "visitors": ["a painter"], "guestbook": ["a painter"]}


def right_bank(state: Zoo) -> dict[str, object]:
    return {"weather": "sunny", "visitors": ["a dog"], "guestbook": ["a dog"]}


def close_gates(state: Zoo) -> dict[str, object]:
    """See what is left of the day."""
    leaving, came = len(state["visitors"]), len(state["guestbook"])
    return {"keeper": f"Noor saw {leaving} of {came} leave, and has the {state['key']} key"}


builder = StateGraph(Zoo)
for node in (open_gates, left_bank, right_bank, close_gates):
    builder.add_node(node.__name__, node)

builder.add_edge(START, "open_gates")
builder.add_edge("open_gates", "left_bank")
builder.add_edge("open_gates", "right_bank")
builder.add_edge(["left_bank", "right_bank"], "close_gates")
builder.add_edge("close_gates", END)

graph = builder.compile()
