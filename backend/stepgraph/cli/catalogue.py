"""The shipped examples, as the server wants them."""

from __future__ import annotations

from stepgraph.lessons.catalogue import examples
from stepgraph.server.settings import ShippedExample


def shipped_examples() -> tuple[ShippedExample, ...]:
    """Return the examples in the order of the start screen."""
    return tuple(ShippedExample(found.id, found.title, found.summary, found.path) for found in examples())
