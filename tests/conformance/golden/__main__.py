"""Records the golden graphs from the reference: ``python -m tests.conformance.golden``."""

from __future__ import annotations

import logging
import warnings

from tests.conformance.golden.records import FILE, lines_of, new_plans
from tests.conformance.libraries import REFERENCE


def main() -> None:
    """Write the file that every test run compares our engine with."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    lines = [line for name, plan in new_plans().items() for line in lines_of(REFERENCE, name, plan)]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(new_plans())} graphs, {len(lines)} lines, {FILE.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
