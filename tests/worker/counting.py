"""A graph that counts to three, and a worker that has loaded it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from tests.worker.running_worker import RunningWorker

COUNTER = """
from typing import TypedDict
from langgraph.graph import END, START, StateGraph

class State(TypedDict):
    n: int

def add(state):
    return {"n": state["n"] + 1}

def more(state):
    return "add" if state["n"] < 3 else END

def build():
    g = StateGraph(State)
    g.add_node("add", add)
    g.add_edge(START, "add")
    g.add_conditional_edges("add", more, ["add", END])
    return g
"""


def opened(worker: RunningWorker, folder: Path, text: str) -> RunningWorker:
    """Write a document, and load it."""
    path = folder / "graph.py"
    path.write_text(dedent(text), encoding="utf-8")
    assert worker.load(path).problem is None
    return worker


def thread_of(path: Path) -> str:
    """Return a thread of the test's own."""
    return path.name
