"""What holds for every test: the same result on every machine, however slow."""

from __future__ import annotations

from hypothesis import settings

# No test is timed, and a failing example must be found again by whoever looks for it.
settings.register_profile("stepgraph", deadline=None, derandomize=True)
settings.load_profile("stepgraph")
