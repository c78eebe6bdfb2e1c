"""The watch: what changes in a folder is told, whatever becomes of the folder and of the system's watches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from watchfiles import awatch

from stepgraph.server.desk import watch as watch_module
from stepgraph.server.desk.watch import Watch
from tests.support.serving import WAIT_S

pytestmark = pytest.mark.slow


class Told:
    """What a watch tells."""

    def __init__(self) -> None:
        self.told: list[frozenset[Path] | None] = []
        self._news = asyncio.Event()

    async def hear(self, paths: frozenset[Path] | None) -> None:
        """Take what is told."""
        self.told.append(paths)
        self._news.set()

    async def until(self, holds: Callable[[list[frozenset[Path] | None]], bool]) -> None:
        """Wait until this holds of what was told."""
        async with asyncio.timeout(WAIT_S):
            while not holds(self.told):
                self._news.clear()
                await self._news.wait()


@pytest.fixture
def told() -> Told:
    """Nothing yet."""
    return Told()


@pytest_asyncio.fixture
async def watch(told: Told, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Watch]:
    """A watch that looks for lost folders often."""
    monkeypatch.setattr(watch_module, "TIMEOUT_MS", 50)
    watching = Watch(told.hear)
    yield watching
    await watching.close()


def write(path: Path) -> None:
    """Change a file."""
    path.write_text("a = 2\n", encoding="utf-8")


def names(path: Path) -> Callable[[list[frozenset[Path] | None]], bool]:
    """Whether a path was told."""
    return lambda told: any(paths is not None and path in paths for paths in told)


async def test_the_first_thing_told_is_that_anything_may_have_changed(watch: Watch, told: Told, tmp_path: Path) -> None:
    """What changed before the watch began is told by nobody else."""
    watch.add(tmp_path)
    await told.until(lambda told: told == [None])


async def test_a_changed_file_is_told(watch: Watch, told: Told, tmp_path: Path) -> None:
    """By its path; what lies in folders below is not watched."""
    watch.add(tmp_path)
    await told.until(lambda told: told == [None])
    below = tmp_path / "below"
    await asyncio.to_thread(below.mkdir)
    await asyncio.to_thread(write, below / "other.py")
    await asyncio.to_thread(write, tmp_path / "survey.py")
    await told.until(names(tmp_path / "survey.py"))

    assert not names(below / "other.py")(told.told)


async def test_folders_are_added_and_removed_while_it_watches(watch: Watch, told: Told, tmp_path: Path) -> None:
    """Each is watched as long as any document of it is open."""
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        await asyncio.to_thread(folder.mkdir)
    watch.add(first)
    watch.add(first)
    await told.until(lambda told: len(told) == 1)
    watch.add(second)
    await told.until(lambda told: told.count(None) == 2)
    watch.remove(first)
    await asyncio.to_thread(write, first / "survey.py")
    await told.until(names(first / "survey.py"))
    await asyncio.to_thread(write, second / "survey.py")
    await told.until(names(second / "survey.py"))


async def test_a_folder_that_comes_back_is_watched_again(watch: Watch, told: Told, tmp_path: Path) -> None:
    """And all in it is looked at once."""
    folder = tmp_path / "folder"
    await asyncio.to_thread(folder.mkdir)
    watch.add(folder)
    await told.until(lambda told: told == [None])
    await asyncio.to_thread(folder.rmdir)
    await asyncio.to_thread(folder.mkdir)
    await asyncio.to_thread(write, folder / "survey.py")
    await told.until(lambda told: told.count(None) > 1 or names(folder / "survey.py")(told))


async def test_a_folder_that_is_gone_is_told(watch: Watch, told: Told, tmp_path: Path) -> None:
    """Since all that was in it is gone, too."""
    folder = tmp_path / "folder"
    await asyncio.to_thread(folder.mkdir)
    watch.add(folder)
    await told.until(lambda told: told == [None])
    await asyncio.to_thread(folder.rmdir)
    await told.until(lambda told: told.count(None) > 1)


async def test_without_watches_of_the_system_it_looks_again_and_again(
    watch: Watch, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may be used up, or not work on a folder of another machine."""

    def used_up(*folders: Path, force_polling: bool | None, **options: Any) -> Any:
        if not force_polling:
            raise OSError("OS file watch limit reached.")
        return awatch(*folders, force_polling=True, poll_delay_ms=20, **options)

    monkeypatch.setattr(watch_module, "awatch", used_up)
    watch.add(tmp_path)
    await told.until(lambda told: told == [None])
    await asyncio.to_thread(write, tmp_path / "survey.py")
    await told.until(names(tmp_path / "survey.py"))
