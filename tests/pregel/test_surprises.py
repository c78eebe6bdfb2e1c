"""What a straightforward engine gets wrong: each surprise of the specification, by its number."""

from __future__ import annotations

import pytest

from tests.pregel.surprises import TABLE, Surprise, load

ENGINE = load("stepgraph")


@pytest.mark.parametrize("surprise", TABLE.values(), ids=[surprise.name for surprise in TABLE.values()])
def test_a_surprise_is_as_the_specification_says(surprise: Surprise) -> None:
    """What a caller sees is what the table says, where it departs from the reference too."""
    assert surprise.scenario(ENGINE) == surprise.expected, surprise.sentence


def test_every_surprise_stands_in_the_table() -> None:
    """All 66, each under its number and with a sentence of its own."""
    assert sorted(TABLE) == list(range(1, 67))
    assert len({surprise.sentence for surprise in TABLE.values()}) == 66
