"""Sequences: of functions, of pairs, of a list that has a name."""

from typing import TypedDict

from langgraph.graph import START, StateGraph


class Bread(TypedDict):
    state: str


def mix(bread: Bread):
    return {"state": "mixed"}


def rest(bread: Bread):
    return {"state": "rested"}


class Oven:
    """Bakes when it is called."""

    def __call__(self, bread: Bread):
        return {"state": "baked"}


AFTER = [("cool", rest), ("slice", lambda bread: {"state": "sliced"})]

dough = StateGraph(Bread)
dough.add_sequence([mix, rest, Oven()])
dough.add_sequence(AFTER)
dough.add_edge(START, "mix").add_edge("Oven", "cool")
loaf = dough.compile()
