"""From the input of a run, or of an edit in the input's name, to the writes that it means."""

from __future__ import annotations

import logging

from stepgraph.pregel.program import ChannelPair, Program

LOGGER = logging.getLogger("stepgraph")


def input_writes(program: Program, given: object) -> list[ChannelPair]:
    """Return what `given` writes to the graph's input: to its one channel, or by name to several; [] for nothing."""
    taken = program.input_channel
    if given is None:
        return []
    if isinstance(taken, str):
        return [(taken, given)]
    if not isinstance(given, dict):
        raise TypeError(f"Expected chunk to be a dict, got {type(given).__name__}")
    for name in given:
        if name not in taken:
            LOGGER.warning("Input channel %s not found in %s", name, list(taken))
    return [(name, value) for name, value in given.items() if name in taken]


def no_input(program: Program, what: str = "input") -> str:
    """Return the sentence that refuses a run or an edit without input."""
    taken = program.input_channel
    return f"Received no {what} for {taken if isinstance(taken, str) else list(taken)}"
