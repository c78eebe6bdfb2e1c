"""The 66 surprises of the engine's specification, as a table of scenarios that both libraries are put to."""

from tests.pregel.surprises import building, channels, failures, order, pauses, returns, streams, threads
from tests.pregel.surprises.prelude import TABLE, Surprise, load

__all__ = [
    "TABLE",
    "Surprise",
    "building",
    "channels",
    "failures",
    "load",
    "order",
    "pauses",
    "returns",
    "streams",
    "threads",
]
