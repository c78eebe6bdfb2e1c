"""Two graphs of one file; the second holds the first."""

from typing import TypedDict

from langgraph.graph import END, START
from langgraph.graph import StateGraph as Flow


class Song(TypedDict):
    verse: str


def hum(state: Song):
    return {"verse": "la"}


chorus = Flow(Song)
chorus.add_node("hum", hum)
chorus.add_edge(START, "hum")
chorus.add_edge("hum", END)
refrain = chorus.compile()

song = Flow(Song)
song.add_node("verse 1", hum)
song.add_node("refrain", refrain)
song.add_node("again", chorus.compile())
song.add_edge(START, "verse 1")
song.add_edge("verse 1", "refrain")
song.add_edge("refrain", "again")
song.add_edge("again", END)
whole = song.compile()
