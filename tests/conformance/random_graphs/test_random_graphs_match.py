"""Random graphs: whatever is built and done, both libraries leave the same step records behind.

More of them, and one of them made small: ``python -m tests.conformance.random_graphs --help``.
"""

from __future__ import annotations

import json
import warnings
from collections import Counter
from statistics import median
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conformance.random_graphs.compare import difference
from tests.conformance.random_graphs.features import FEATURES, features_of, longest_run
from tests.conformance.random_graphs.plans import draw_plan
from tests.conformance.random_graphs.sample import SAMPLE, difference_of, expected, found, plan_of

warnings.filterwarnings("ignore", module="langgraph")


@pytest.mark.parametrize("number", range(SAMPLE))
def test_a_random_graph_leaves_what_the_reference_leaves(number: int) -> None:
    """Outcomes, events, states, and every checkpoint with its values, versions, next tasks and pending writes."""
    differs = difference(found(number), expected(number)[0])

    assert differs is None, f"Graph {number} differs at {differs}\n{json.dumps(plan_of(number))}"


def test_the_sample_shows_every_feature() -> None:
    """A planner that no longer draws something would let every difference in it pass."""
    happened = Counter(
        feature for number in range(SAMPLE) for feature in features_of(plan_of(number), *expected(number))
    )

    rare = {feature: happened[feature] for feature in FEATURES if happened[feature] < SAMPLE / 20}

    assert rare == {}


def test_the_graphs_of_the_sample_run_for_long() -> None:
    """Half of them take five supersteps or more from an input to its end."""
    lengths = [longest_run(plan_of(number), expected(number)[0]) for number in range(SAMPLE)]

    assert median(lengths) >= 5


@settings(max_examples=50, suppress_health_check=list(HealthCheck), database=None)
@given(plan=st.randoms(use_true_random=False).map(draw_plan))
def test_any_graph_that_can_be_drawn_leaves_what_the_reference_leaves(plan: Any) -> None:
    """One that differs is made as small as it can be."""
    assert difference_of(plan) is None
