"""Loops over values that are written out."""

import operator
from itertools import pairwise
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class Train(TypedDict):
    seen: Annotated[list[str], operator.add]


def couple(state: Train):
    return {"seen": ["coupled"]}


def brake(state: Train):
    return {"seen": ["braked"]}


CARS = ["mail", "dining", "sleeping"]
ENDS = {"couple": couple, "brake": brake}

train = StateGraph(Train)
for car in CARS:
    train.add_node(car, lambda state, car=car: {"seen": [car]})
    train.add_edge(START, car)
for name, function in ENDS.items():
    train.add_node(name, function)
for function in (couple, brake):
    train.add_node(f"{function.__name__} again", function)
for before, after in pairwise(CARS):
    train.add_edge(before, after)
for before, after in zip(CARS, [*CARS[1:], "mail"], strict=True):
    for end in ("couple", "brake"):
        train.add_edge([before, after], end)
for index, letter in enumerate("xy"):
    train.add_node(f"{letter}{index}", couple)
    train.add_conditional_edges(f"{letter}{index}", lambda state: END, {"stop": END, "on": "brake"})
journey = train.compile()
