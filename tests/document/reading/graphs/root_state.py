"""A state that is one value, not a class with fields."""

import operator
from typing import Annotated

from langgraph.graph import END, START, StateGraph

total = StateGraph(Annotated[list, operator.add])
total.add_node("one", lambda state: [1])
total.add_node("two", lambda state: [2])
total.add_edge(START, "one")
total.add_edge(START, "two")
total.add_edge("two", END)
summed = total.compile()
