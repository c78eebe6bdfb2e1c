"""Run every benchmark of this folder, or those that are named, and print what each reached beside its target."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

from benchmarks.rows import table

NOT_BENCHMARKS = {"__main__", "rows"}


def main(wanted: list[str]) -> int:
    """Return 0 when every target was reached."""
    failed = 0
    for module in sorted(found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)])):
        if module in NOT_BENCHMARKS or (wanted and module not in wanted):
            continue
        benchmark = importlib.import_module(f"benchmarks.{module}")
        if not hasattr(benchmark, "measure"):
            continue
        print(f"\n{(benchmark.__doc__ or module).splitlines()[0]}", flush=True)
        rows = list(benchmark.measure())
        print(table(rows), flush=True)
        failed += sum(not passed for *_, passed in rows)
    print(f"\n{failed} targets missed" if failed else "\nall targets reached")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
