"""One worker for each file of cases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.worker.running_worker import RunningWorker


@pytest.fixture(scope="module")
def worker() -> Iterator[RunningWorker]:
    """A worker that loads one case after the other."""
    with RunningWorker() as running:
        yield running
