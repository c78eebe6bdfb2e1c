"""The sample: the graphs that every test run looks at, and what the reference leaves of them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.random_graphs.bench import Bench
from tests.conformance.random_graphs.compare import difference, told
from tests.conformance.random_graphs.nodes import Plan
from tests.conformance.random_graphs.plans import draw_plan

SAMPLE = 200
"""How many graphs a test run looks at: those of the numbers below this."""


@cache
def plan_of(number: int) -> Plan:
    """Return the plan of a number, the same on every machine."""
    return draw_plan(Random(number))


@cache
def expected(number: int) -> tuple[Any, Bench]:
    """Return the reference's record of a planned graph, with what was seen to happen."""
    return told(REFERENCE, plan_of(number))


def found(number: int) -> Any:
    """Return our record of a planned graph."""
    return told(OURS, plan_of(number))[0]


def difference_of(plan: Plan) -> str | None:
    """Return the first place where the libraries differ over a plan; None when they agree."""
    return difference(told(OURS, plan)[0], told(REFERENCE, plan)[0])
