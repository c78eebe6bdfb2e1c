"""A conversation that grows

Messages are added with `add_messages`: a new one is put at the end, one with a known id takes the place of the old one.
Watch the clerk's answer grow the list, and the correction change it without making it longer.
"""

from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages


class Counter(TypedDict):
    messages: Annotated[list[Any], add_messages]


INPUT = {"messages": [{"role": "user", "content": "When does the train to Lyon leave?", "id": "question"}]}

TIMES = {"Lyon": "9:14", "Nice": "9:40"}


def asked_city(state: Counter) -> str:
    """Find the city in the question. A message is a dict, or an object of LangChain's where that is installed."""
    question = state["messages"][0]
    text = question["content"] if isinstance(question, dict) else question.content
    return next(city for city in TIMES if city in text)


def answer(state: Counter) -> dict[str, object]:
    """Add a message."""
    city = asked_city(state)
    return {"messages": [{"role": "assistant", "content": f"To {city}? At nine.", "id": "answer"}]}


def check(state: Counter) -> dict[str, object]:
    """Look it up, and correct the answer: the same id replaces it."""
    city = asked_city(state)
    return {"messages": [{"role": "assistant", "content": f"To {city}: at {TIMES[city]} exactly.", "id": "answer"}]}


def wish(state: Counter) -> dict[str, object]:
    """A message without an id gets one of its own."""
    return {"messages": [{"role": "assistant", "content": "Have a good journey!"}]}


builder = StateGraph(Counter)
builder.add_sequence([answer, check, wish])
builder.add_edge(START, "answer")
builder.add_edge("wish", END)

graph = builder.compile()
