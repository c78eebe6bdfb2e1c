"""The savers that one contract holds for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.checkpoint.savers import KINDS, Hands, opened


@pytest.fixture(params=KINDS)
async def hands(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Hands]:
    """Each saver, plain and awaited."""
    address = request.getfixturevalue("postgres") if request.param.startswith("postgres") else ""
    async with opened(request.param, tmp_path, address) as found:
        yield found
