"""Building a graph: state, nodes, edges and branches."""

from __future__ import annotations

from stepgraph.constants import END, START
from stepgraph.graph.message import MessageGraph, MessagesState, add_messages
from stepgraph.graph.state import StateGraph

__all__ = ["END", "START", "MessageGraph", "MessagesState", "StateGraph", "add_messages"]
