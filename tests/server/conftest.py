"""Servers for the tests of this room: real ones, on loopback ports, with histories of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from stepgraph.server.session import controls
from tests.support.serving import GRAPHS, WORKERS, Server, running_server


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server whose workers have no engine."""
    async with running_server(tmp_path / "data") as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """One server for a file of tests that leave it as it was."""
    async with running_server(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest_asyncio.fixture(params=["fake", pytest.param("real", marks=pytest.mark.slow)])
async def any_server(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Server]:
    """A server with the workers of tests, and one with those that are shipped: both keep the same contract."""
    async with running_server(tmp_path / "data", worker=WORKERS[request.param]) as running:
        yield running


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop goes on sooner to the means that a node which hangs needs; a node that ends in time may be ended as well."""
    monkeypatch.setattr(controls, "HALT_S", 0.1)
    monkeypatch.setattr(controls, "INTERRUPT_S", 0.1)


@pytest.fixture
def counter() -> Path:
    """A graph that counts to three."""
    return GRAPHS / "counter.py"
