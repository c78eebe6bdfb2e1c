"""What `from_elsewhere` takes from here."""

import operator
from typing import Annotated, Literal, TypedDict

SHELF = "shelf"


class Base(TypedDict):
    """What every shelf has."""

    books: Annotated[list[str], operator.add]


class Shelf(Base):
    """A shelf with dust."""

    dust: int


def sort_books(state: Shelf):
    """Sort them."""
    return {"books": sorted(state["books"])}


def dust(state: Shelf):
    """Dust it."""
    return {"dust": 0}


def is_tidy(state: Shelf) -> Literal["shelf", "__end__"]:
    """Tell whether it is done."""
    return "__end__"
