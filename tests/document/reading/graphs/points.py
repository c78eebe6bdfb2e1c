"""The older words for edges from START and to END."""

from typing import Literal, TypedDict

from langgraph.graph import StateGraph


class Day(TypedDict):
    hour: int


def choose(state: Day) -> Literal["work", "rest"]:
    return "work"


work_day = StateGraph(Day)
work_day.add_node("wake", lambda day: {"hour": 7})
work_day.add_node("work", lambda day: {"hour": 8})
work_day.add_node("rest", lambda day: {"hour": 9})
work_day.set_entry_point("wake")
work_day.add_conditional_edges("wake", choose)
work_day.set_finish_point("work")
work_day.set_finish_point(key="rest")
day = work_day.compile()

free_day = StateGraph(Day)
free_day.add_node("rest", lambda day: {"hour": 9})
free_day.add_node("work", lambda day: {"hour": 9})
free_day.set_conditional_entry_point(choose, {"work": "rest", "rest": "rest"})
free_day.add_edge("rest", "__end__")
free = free_day.compile()
