"""One small graph in several styles of file."""

from __future__ import annotations

STATEMENTS = '''"""Tea, step by step."""

from typing import TypedDict

from langgraph.graph import START, StateGraph


class Tea(TypedDict):
    heat: int


def boil(state: Tea) -> dict:
    return {"heat": 100}


def steep(state: Tea) -> dict:
    return {"heat": 80}


builder = StateGraph(Tea)
builder.add_node("boil", boil)  # water first
builder.add_node("steep", steep)
builder.add_edge(START, "boil")
builder.add_edge("boil", "steep")  # no milk yet
tea = builder.compile()
'''

CHAIN = """from typing import TypedDict
from langgraph.graph import StateGraph, START, END

class Tea(TypedDict):
    heat: int

def boil(state): return {'heat': 100}
def steep(state): return {'heat': 80}

tea = (
    StateGraph(Tea)
    .add_node(boil)
    .add_node(steep)  # three minutes
    .add_edge(START, 'boil')
    .add_edge('boil', 'steep')
    .compile()
)
"""

ONE_LINE = """from typing import TypedDict
from langgraph.graph import START, StateGraph
class Tea(TypedDict):
    heat: int
def boil(state): return {"heat": 100}
tea = StateGraph(Tea).add_node(boil).add_edge(START, "boil").compile()
"""

FACTORY = """import typing as t

import langgraph.graph as lg


class Tea(t.TypedDict):
\theat: int


def make():
\tdef boil(state: Tea):
\t\treturn {"heat": 100}

\tdef steep(state: Tea):
\t\treturn {"heat": 80}

\tg = lg.StateGraph(Tea)
\tg.add_sequence([boil, ("steep", steep)])
\tg.set_entry_point("boil")
\tg.set_finish_point("steep")
\treturn g.compile()"""

BACKSLASHES = """from typing import TypedDict
from langgraph.graph import START, StateGraph
class Tea(TypedDict):
    heat: int
def boil(state): return {"heat": 100}
tea = StateGraph(Tea) \\
    .add_node("boil", boil) \\
    .add_edge(START, "boil") \\
    .compile()
"""

CONSTANTS = """from typing import Literal, TypedDict

from langgraph.graph import (
    END,  # where it ends
    StateGraph,
)
from langgraph.types import Command, Send

BOIL = "boil"
POT, CUP = "pot", "cup"


class Tea(TypedDict):
    heat: int


def boil(state: Tea) -> Command[Literal["pot", "cup"]]:
    "A boil is not the boil."
    return Command(goto="cup" if state["heat"] > 90 else [POT, Send("cup", {"heat": 1})])


def pot(state: Tea):
    print("cup", boil.__doc__)
    return {"heat": 80}


def cup(state: Tea):
    return {}


def taste(state: Tea) -> Literal["pot", "cup", "__end__"]:
    if state["heat"] > 50:
        return "pot"
    return 'cup' if state["heat"] else END


builder = StateGraph(Tea)
builder.add_node(BOIL, boil)
builder.add_node(POT, pot, destinations=(CUP, BOIL))
builder.add_node(cup)
builder.add_edge("__start__", BOIL)
builder.add_edge([BOIL, POT], CUP)
builder.add_conditional_edges(CUP, taste, {"pot": POT, "cup": "cup", END: END})
tea = builder.compile(interrupt_before=["cup", POT])
"""

EMPTY = """from typing import TypedDict

from langgraph.graph import StateGraph


class Tea(TypedDict):
    heat: int


builder = StateGraph(Tea)

tea = builder.compile()
"""

ALL = {
    "statements": STATEMENTS,
    "chain": CHAIN,
    "one line": ONE_LINE,
    "factory": FACTORY,
    "backslashes": BACKSLASHES,
    "constants": CONSTANTS,
    "empty": EMPTY,
}
