"""Runs that are recorded: a graph, an input, and how the run is gone through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stepgraph.debugger.debugger import Debugger
from stepgraph.protocol.events import Question, RunPaused, StepCommitted, StepPlanned, TaskInterrupted
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


ANSWERS = {'"how deep?"': 12, '"who pays?"': "the mill", '{"site": "north", "drill": "here?"}': "yes"}

STORIES: tuple[Story, ...] = (
    Story("survey", survey, {"question": "Where to drill?"}, to_the_end),
    Story("clash", clash, {"topic": "wells"}, to_the_end),
    Story("unequal", unequal, {"last": "none"}, to_the_end),
    Story("zoo", zoo, {"plain": "in"}, to_the_end_by_phases),
    Story("failing", failing, {"log": ["in"]}, fail_and_go_on),
    Story("endless", endless, {"count": 0}, to_the_end, recursion_limit=3),
    Story("asking", asking, {"log": ["north"]}, answer_one_by_one),
    Story("forked", unequal, {"last": "none"}, fork_from_the_second),
)
