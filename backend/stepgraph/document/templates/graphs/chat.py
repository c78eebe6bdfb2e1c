"""A conversation.

The state is a list of messages, to which `add_messages` adds. Put a call of your model where the reply is made.
"""

from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages


class State(TypedDict):
    """The conversation so far."""

    messages: Annotated[list[Any], add_messages]


INPUT = {"messages": [{"role": "user", "content": "Is the library open on Sunday?"}]}


def text_of(message: Any) -> str:
    """Return what a message says: it is a dict, or an object where LangChain is installed."""
    return message["content"] if isinstance(message, dict) else str(message.content)


def reply(state: State) -> dict[str, list[Any]]:
    """Answer the last message."""
    question = text_of(state["messages"][-1])
    return {"messages": [{"role": "assistant", "content": f"You asked: {question} Yes, from ten to four."}]}


builder = StateGraph(State)
builder.add_node("reply", reply)

builder.add_edge(START, "reply")
builder.add_edge("reply", END)

graph = builder.compile()
