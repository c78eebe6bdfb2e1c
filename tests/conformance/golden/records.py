"""The golden records: named graphs with the step records that the reference left, one line for each thing that is told.

``python -m tests.conformance.golden`` records them anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.conformance.golden.states import STATES
from tests.conformance.golden.threads import THREADS
from tests.conformance.golden.ways import WAYS
from tests.conformance.random_graphs.compare import difference, told
from tests.conformance.random_graphs.nodes import Plan
from tests.conformance.random_graphs.plans import draw_plan

FILE = Path(__file__).with_name("records.jsonl")

RANDOM_GRAPHS = (0, 2, 3, 9, 10, 15, 18, 19, 21, 24, 25, 26, 29, 33, 37, 39)
"""The random graphs that stand beside those that were written by hand: some with short stories."""


def written_plans() -> dict[str, Plan]:
    """Return the plans that were written by hand, by name."""
    return {**WAYS, **STATES, **THREADS}


def new_plans() -> dict[str, Plan]:
    """Return all plans that a new recording has."""
    return {**written_plans(), **{f"random {number}": draw_plan(Random(number)) for number in RANDOM_GRAPHS}}


def lines_of(lib: Any, name: str, plan: Plan) -> list[str]:
    """Return the lines of one graph: its plan, what each call led to, and each checkpoint."""
    record, _ = told(lib, plan)
    if name.startswith("random "):
        # Theirs would be longer than all else; the differential test compares them.
        for call in record["calls"]:
            call.pop("events", None)
    return [
        # In the order in which it is written: which node is declared first is a part of the graph.
        _line({"graph": name, "plan": plan}, sort_keys=False),
        *(_line({"call": place, **call}) for place, call in enumerate(record["calls"])),
        *(_line({"checkpoint": place, **step}) for place, step in enumerate(record["steps"])),
    ]


def _line(thing: Any, *, sort_keys: bool = True) -> str:
    return json.dumps(thing, ensure_ascii=False, separators=(",", ":"), sort_keys=sort_keys)


def drift(found: list[str], expected: list[str]) -> str | None:
    """Return the first place where the lines of a graph differ from those that were recorded, None when they agree."""
    return difference([json.loads(line) for line in found], [json.loads(line) for line in expected])


def recorded() -> Iterator[tuple[str, Plan, list[str]]]:
    """Yield name, plan and lines of every recorded graph."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    starts = [place for place, line in enumerate(lines) if "graph" in json.loads(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        head = json.loads(lines[start])
        yield head["graph"], head["plan"], lines[start:end]
