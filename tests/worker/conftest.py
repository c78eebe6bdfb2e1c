"""Workers for the tests: one for each test, or one that a whole file shares."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.worker.running_worker import RunningWorker


@pytest.fixture
def worker() -> Iterator[RunningWorker]:
    """A worker of the test's own, for what may end it."""
    with RunningWorker() as running:
        yield running


@pytest.fixture(scope="module")
def shared_worker() -> Iterator[RunningWorker]:
    """A worker that loads one document after the other."""
    with RunningWorker() as running:
        yield running
