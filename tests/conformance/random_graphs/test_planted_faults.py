"""The sample is worth its time: an engine with a fault cannot pass it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.random_graphs.compare import difference
from tests.conformance.random_graphs.faults import FAULTS
from tests.conformance.random_graphs.sample import SAMPLE, expected, found

warnings.filterwarnings("ignore", module="langgraph")


def _first_that_differs(numbers: Any) -> int | None:
    return next((number for number in numbers if difference(found(number), expected(number)[0]) is not None), None)


@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_caught(plant: Callable[[], Any]) -> None:
    """Some graph of the sample that agrees without the fault differs with it."""
    with plant():
        caught = _first_that_differs(range(SAMPLE))

    assert caught is not None
    assert _first_that_differs([caught]) is None
