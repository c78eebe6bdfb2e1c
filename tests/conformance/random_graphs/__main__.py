"""The long run: ``python -m tests.conformance.random_graphs --graphs 2000``; it says what occurred and what differs.

``--first`` is the number of the first graph; ``--small`` makes one that differs as small as it can be.
"""

from __future__ import annotations

import argparse
import json
import logging
import re
import sys
import time
import warnings
from collections import Counter
from statistics import median

from tests.conformance.random_graphs.compare import difference
from tests.conformance.random_graphs.features import FEATURES, features_of, longest_run
from tests.conformance.random_graphs.nodes import Plan
from tests.conformance.random_graphs.sample import difference_of, expected, found, plan_of
from tests.conformance.random_graphs.shrinking import shrunk


def main() -> int:
    """Run what was asked for; 1 when anything differs, or when a feature is too rare to count as looked at."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--graphs", type=int, default=2000)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--small", type=int, metavar="NUMBER")
    asked = options.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    return show_small(asked.small) if asked.small is not None else compare(asked.first, asked.graphs)


def compare(first: int, graphs: int) -> int:
    """Compare graph after graph, and print the differences and the frequencies."""
    happened: Counter[str] = Counter()
    lengths: list[int] = []
    differing = 0
    begun = time.monotonic()
    for number in range(first, first + graphs):
        record, bench = expected(number)
        expected.cache_clear()
        differs = difference(found(number), record)
        if differs is not None:
            differing += 1
            print(f"Graph {number} differs at {differs[:600]}", flush=True)
        happened.update(features_of(plan_of(number), record, bench))
        lengths.append(longest_run(plan_of(number), record))
    for feature in sorted(FEATURES, key=lambda feature: happened[feature]):
        print(f"{happened[feature] * 100 / graphs:5.1f} %  {feature}")
    rare = [feature for feature in FEATURES if happened[feature] < graphs / 20]
    print(
        f"{graphs} graphs in {time.monotonic() - begun:.0f} s: {differing} differ; supersteps of the longest run: "
        f"median {median(lengths)}, most {max(lengths)}; features in less than 5 %: {', '.join(rare) or 'none'}"
    )
    return int(differing > 0 or bool(rare) or median(lengths) < 5)


def show_small(number: int) -> int:
    """Print the smallest plan that differs in the same way as a graph."""
    differs = difference_of(plan_of(number))
    if differs is None:
        print(f"Graph {number} does not differ.")
        return 0

    def is_the_same(plan: Plan) -> bool:
        try:
            smaller = difference_of(plan)
        except Exception:  # noqa: BLE001  # what is left is no graph
            return False
        return smaller is not None and _kind(smaller) == _kind(differs)

    small = shrunk(plan_of(number), is_the_same)
    print(json.dumps(small), difference_of(small), sep="\n")
    return 1


def _kind(differs: str) -> list[str]:
    place = differs.partition("\n")[0]
    return re.sub(r"\d+", "", place).split(".")[:4]


if __name__ == "__main__":
    sys.exit(main())
