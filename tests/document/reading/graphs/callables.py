"""Everything that may run in a node."""

import functools
from functools import partial
from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Shop(TypedDict):
    till: int


def counted(function):
    @functools.wraps(function)
    def count(state):
        return function(state)

    return count


def hidden(function):
    def behind(state):
        return function(state)

    return behind


@counted
def open_shop(state: Shop):
    return {"till": 0}


@hidden
def secret(state: Shop):
    return {"till": 1}


def sell(price: int, state: Shop):
    return {"till": state["till"] + price}


class Clerk:
    """Sells at the counter."""

    def __init__(self, name: str):
        self.name = name

    def greet(self, state: Shop):
        return None

    def __call__(self, state: Shop):
        return {"till": 2}


clerk = Clerk("Ada")
sell_tea = partial(sell, 2)
shut = lambda state: None  # noqa: E731  a lambda with a name

shop = StateGraph(Shop)
shop.add_node(open_shop)
shop.add_node(secret)
shop.add_node("sell tea", sell_tea)
shop.add_node("sell milk", functools.partial(sell, 1))
shop.add_node(clerk)
shop.add_node("other clerk", Clerk("Bob"))
shop.add_node(clerk.greet)
shop.add_node("shut", shut)
shop.add_node(action=sell_tea, node="tea again")
shop.add_edge(START, "open_shop")
shop.add_edge("open_shop", "behind")
shop.add_edge("behind", "sell tea")
shop.add_edge("sell tea", "sell milk")
shop.add_edge("sell milk", "Clerk")
shop.add_edge("Clerk", "other clerk")
shop.add_edge("other clerk", "greet")
shop.add_edge("greet", "shut")
shop.add_edge("shut", "tea again")
shop.add_edge("tea again", END)
shift = shop.compile()
