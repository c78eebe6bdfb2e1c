"""Runs of the same graphs leave the same behind on both libraries, superstep by superstep."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance import graphs_routes, graphs_state
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import record

warnings.filterwarnings("ignore", module="langgraph")

CASES = [*graphs_state.CASES, *graphs_routes.CASES]


@pytest.mark.parametrize(("build", "given"), CASES, ids=lambda part: getattr(part, "__name__", repr(part)))
def test_a_run_leaves_what_the_reference_leaves(build: Callable[[Any], Any], given: Any) -> None:
    """Output, events, checkpoints, pending writes, errors, and what going on and running again then do."""
    expected = record(REFERENCE, build, given)

    found = record(OURS, build, given)

    assert found == expected


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
@pytest.mark.parametrize("build", [graphs_routes.endless, graphs_routes.deferred, graphs_state.managed_values])
def test_a_run_stops_at_its_limit_like_the_reference(build: Callable[[Any], Any], limit: int) -> None:
    """The limit counts the same supersteps, and what was done until then is kept."""
    expected = record(REFERENCE, build, {"x": ["in"]}, limit=limit)

    found = record(OURS, build, {"x": ["in"]}, limit=limit)

    assert found == expected


_STOPS: list[dict[str, Any]] = [
    {"interrupt_before": ["b"]},
    {"interrupt_after": ["a"]},
    {"interrupt_before": "*"},
    {"interrupt_after": "*"},
    {"interrupt_before": ["c"], "interrupt_after": ["b"]},
]


@pytest.mark.parametrize("options", _STOPS, ids=str)
@pytest.mark.parametrize("build", [graphs_routes.joined_branches, graphs_routes.two_routers])
def test_a_run_stops_at_breakpoints_like_the_reference(build: Callable[[Any], Any], options: Any) -> None:
    """A breakpoint stops before or after the same tasks, and is passed by a resume."""
    expected = record(REFERENCE, build, {"x": ["in"]}, **options)

    found = record(OURS, build, {"x": ["in"]}, **options)

    assert found == expected
