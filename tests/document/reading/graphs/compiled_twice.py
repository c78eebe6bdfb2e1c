"""One builder that is compiled under two names."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Note(TypedDict):
    text: str


pad = StateGraph(Note)
pad.add_node("write", lambda state: {"text": "x"})
pad.add_edge(START, "write")
pad.add_edge("write", END)
quick = pad.compile()
careful = pad.compile(interrupt_before=["write"])
