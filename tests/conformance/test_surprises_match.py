"""The reference surprises as the table says, so that the table cannot drift from what it describes."""

from __future__ import annotations

import warnings

import pytest

from tests.pregel.surprises import TABLE, Surprise, load

warnings.filterwarnings("ignore", module="langgraph")

REFERENCE = load("langgraph")
DEPARTURES = {22, 61}
"""Where this engine gives another answer on purpose; docs/decisions says why."""


@pytest.mark.parametrize("surprise", TABLE.values(), ids=[surprise.name for surprise in TABLE.values()])
def test_the_reference_surprises_as_the_table_says(surprise: Surprise) -> None:
    """The version that is installed, which mended some of what an earlier one did."""
    assert surprise.scenario(REFERENCE) == surprise.reference, surprise.sentence


def test_only_decided_surprises_depart_from_the_reference() -> None:
    """A new departure is a decision, which is written down first."""
    departing = {number for number, surprise in TABLE.items() if surprise.expected != surprise.reference}

    assert departing == DEPARTURES
