"""Runs that are recorded: a graph, an input, and how the run is gone through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stepgraph.debugger.debugger import Debugger
from stepgraph.protocol.events import StepCommitted
from tests.support.story_graphs import clash, endless, failing, survey, unequal, zoo

Drive = Callable[[Debugger], None]


@dataclass(frozen=True)
class Story:
    """One recorded run. ``build`` takes a library's names and returns the builder; ``drive`` goes through the run."""

    name: str
    build: Callable[[Any], Any]
    input: Any
    drive: Drive
    recursion_limit: int = 25


def to_the_end(debugger: Debugger) -> None:
    """Step until nothing is held any more."""
    while debugger.is_held:
        debugger.step()


def to_the_end_by_phases(debugger: Debugger) -> None:
    """Pause before each phase and each channel."""
    while debugger.is_held:
        debugger.step_phase()


def fail_and_go_on(debugger: Debugger) -> None:
    """Step into a failure, then go on from the last checkpoint."""
    to_the_end(debugger)
    debugger.resume()
    to_the_end(debugger)


def fork_from_the_second(debugger: Debugger) -> None:
    """Run to the end, then go on from the checkpoint after superstep 0 once more."""
    to_the_end(debugger)
    _, second, *_ = [event.checkpoint for event in debugger.events if isinstance(event, StepCommitted)]
    debugger.fork(second)
    to_the_end(debugger)


STORIES: tuple[Story, ...] = (
    Story("survey", survey, {"question": "Where to drill?"}, to_the_end),
    Story("clash", clash, {"topic": "wells"}, to_the_end),
    Story("unequal", unequal, {"last": "none"}, to_the_end),
    Story("zoo", zoo, {"plain": "in"}, to_the_end_by_phases),
    Story("failing", failing, {"log": ["in"]}, fail_and_go_on),
    Story("endless", endless, {"count": 0}, to_the_end, recursion_limit=3),
    Story("forked", unequal, {"last": "none"}, fork_from_the_second),
)
