"""Golden records: graphs whose step records the reference left once; our engine leaves the same, without the reference.

Each is named by what it shows. ``python -m tests.conformance.golden`` records them anew.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.golden.records import drift, lines_of, recorded, written_plans
from tests.conformance.loading import load
from tests.conformance.random_graphs.nodes import Plan

GOLDEN = list(recorded())

_ALONE = """
import sys
sys.modules["langgraph"] = None
from tests.conformance.golden.records import lines_of, recorded
from tests.conformance.loading import load
name, plan, lines = next(recorded())
assert lines_of(load("stepgraph"), name, plan) == lines
"""


@pytest.mark.parametrize(("name", "plan", "lines"), GOLDEN, ids=[name for name, _, _ in GOLDEN])
def test_a_golden_graph_leaves_what_was_recorded(name: str, plan: Plan, lines: list[str]) -> None:
    """Outcomes, events, states, and every checkpoint with its values, versions, next tasks and pending writes."""
    assert drift(lines_of(load("stepgraph"), name, plan), lines) is None


def test_there_are_enough_golden_graphs_and_all_are_recorded() -> None:
    """More than sixty, and none that was written since the last recording is missing or another."""
    plans = {name: plan for name, plan, _ in GOLDEN}

    assert len(plans) > 60
    assert {name: plans.get(name) for name in written_plans()} == written_plans()


def test_the_golden_records_need_no_reference() -> None:
    """They can be checked where it is not installed."""
    root = Path(__file__).resolve().parents[3]

    subprocess.run([sys.executable, "-W", "ignore", "-c", _ALONE], cwd=root, check=True)
