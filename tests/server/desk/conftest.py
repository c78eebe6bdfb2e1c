"""Servers of a folder with one document, with an editor of tests and with the real one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.server.desk.following import PLAIN
from tests.support.serving import Server, real_worker, running_server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A served folder."""
    served = tmp_path / "served"
    served.mkdir()
    return served


@pytest.fixture
def survey(folder: Path) -> Path:
    """A document."""
    path = folder / "survey.py"
    path.write_text(PLAIN, encoding="utf-8")
    return path


@pytest_asyncio.fixture
async def desk_server(tmp_path: Path, folder: Path) -> AsyncIterator[Server]:
    """A server whose editors read nothing: each text parses that does not say otherwise."""
    async with running_server(tmp_path / "data", folder=folder) as running:
        yield running


@pytest_asyncio.fixture
async def real_server(tmp_path: Path, folder: Path) -> AsyncIterator[Server]:
    """A server with the editors and workers that are shipped."""
    async with running_server(tmp_path / "data", folder=folder, worker=real_worker) as running:
        yield running
