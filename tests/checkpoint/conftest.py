"""The savers that one contract holds for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.checkpoint.savers import KINDS, Hands, opened


@pytest.fixture(params=KINDS)
async def hands(request: pytest.FixtureRequest, tmp_path: Path, postgres: str) -> AsyncIterator[Hands]:
    """Each saver, plain and awaited."""
    async with opened(request.param, tmp_path, postgres) as found:
        yield found
