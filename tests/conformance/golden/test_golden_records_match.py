"""The golden records cannot drift from the reference: recorded again, they are the same."""

from __future__ import annotations

import warnings

import pytest

from tests.conformance.golden.records import drift, lines_of, recorded
from tests.conformance.libraries import REFERENCE
from tests.conformance.random_graphs.nodes import Plan

warnings.filterwarnings("ignore", module="langgraph")

GOLDEN = list(recorded())


@pytest.mark.parametrize(("name", "plan", "lines"), GOLDEN, ids=[name for name, _, _ in GOLDEN])
def test_the_reference_still_leaves_what_was_recorded(name: str, plan: Plan, lines: list[str]) -> None:
    """Line for line."""
    assert drift(lines_of(REFERENCE, name, plan), lines) is None
