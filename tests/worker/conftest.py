"""Workers for the tests: one for each test, or one that a whole file shares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worker.counting import COUNTER, opened
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


@pytest.fixture
def counter(tmp_path: Path, shared_worker: RunningWorker) -> RunningWorker:
    """A worker that has loaded a graph that counts to three."""
    return opened(shared_worker, tmp_path, COUNTER)
