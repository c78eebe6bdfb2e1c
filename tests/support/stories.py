"""Runs that are recorded: a graph, an input, and how the run is gone through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stepgraph.debugger.debugger import Debugger
from stepgraph.protocol.events import Question, RunPaused, StepCommitted, StepPlanned, TaskInterrupted
from tests.support.nested_graphs import errands, permit, quarry
from tests.support.story_graphs import asking, clash, endless, failing, survey, unequal, zoo

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


def stop_inside_and_go_on(debugger: Debugger) -> None:
    """Go by phases into the graph furthest inside, stop between two channels, and go on to the end by supersteps."""
    places = (
        (event.ns.count("|"), event.phase, event.step)
        for event in iter(lambda: debugger.step_phase()[-1], None)
        if isinstance(event, RunPaused)
    )
    next(place for place in places if place == (1, "channel", 1))
    debugger.stop()
    debugger.resume()
    to_the_end(debugger)


def answer_one_by_one(debugger: Debugger) -> None:
    """Step to the questions, and answer the first of them until none is left."""
    while debugger.is_held:
        last = debugger.events[-1]
        if isinstance(last, RunPaused) and last.reason == "question":
            first = min(asked_last(debugger), key=lambda question: question.value.text)
            debugger.answer({first.id: ANSWERS[first.value.text]})
        else:
            debugger.step()


def asked_last(debugger: Debugger) -> list[Question]:
    """The questions of the newest superstep."""
    planned = max(index for index, event in enumerate(debugger.events) if isinstance(event, StepPlanned))
    later = debugger.events[planned:]
    return [question for event in later if isinstance(event, TaskInterrupted) for question in event.questions]


ANSWERS = {
    '"how deep?"': 12,
    '"who pays?"': "the mill",
    '"which site?"': "north",
    '"5 m?"': "clay",
    '{"site": "north", "drill": "here?"}': "yes",
}

STORIES: tuple[Story, ...] = (
    Story("survey", survey, {"question": "Where to drill?"}, to_the_end),
    Story("clash", clash, {"topic": "wells"}, to_the_end),
    Story("unequal", unequal, {"last": "none"}, to_the_end),
    Story("zoo", zoo, {"plain": "in"}, to_the_end_by_phases),
    Story("failing", failing, {"log": ["in"]}, fail_and_go_on),
    Story("endless", endless, {"count": 0}, to_the_end, recursion_limit=3),
    Story("asking", asking, {"log": ["north"]}, answer_one_by_one),
    Story("quarry", quarry, {"log": ["in"]}, to_the_end_by_phases),
    Story("stopped", quarry, {"log": ["in"]}, stop_inside_and_go_on),
    Story("permit", permit, {"log": ["in"]}, answer_one_by_one),
    Story("errands", errands, 3, answer_one_by_one),
    Story("forked", unequal, {"last": "none"}, fork_from_the_second),
)
