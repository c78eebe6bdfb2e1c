"""Whatever is refused is refused with the same class, code and words as by the reference."""

from __future__ import annotations

import warnings

import pytest

from tests.conformance.refusals import BUILDING, REFUSALS, RUNNING, seen
from tests.pregel.surprises import load

warnings.filterwarnings("ignore", module="langgraph")

ENGINE, REFERENCE = load("stepgraph"), load("langgraph")


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_has_the_words_that_the_specification_names(name: str) -> None:
    """Class, first line and code, to the letter."""
    refusal = REFUSALS[name]

    kind, text, code, _ = seen(refusal.attempt, ENGINE)

    assert (kind, text, code) == (refusal.kind, refusal.text, refusal.code)


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_is_the_same_in_the_reference(name: str) -> None:
    """With the same notes about the task."""
    attempt = REFUSALS[name].attempt

    assert seen(attempt, ENGINE) == seen(attempt, REFERENCE)


def test_no_row_hides_another() -> None:
    """Both halves of the table have names of their own."""
    assert len(REFUSALS) == len(BUILDING) + len(RUNNING)
