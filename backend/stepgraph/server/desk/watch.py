"""Watches the folders of documents that are open, and tells when anything in one of them changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

from watchfiles import awatch
from watchfiles.main import FileChange

DEBOUNCE_MS = 100
STEP_MS = 25
TIMEOUT_MS = 5_000
"""How often folders are looked for that are not there."""

log = logging.getLogger(__name__)


class Watch:
    """One watch for all folders. ``changed`` is told the paths that changed, or None: anything may have."""

    def __init__(self, changed: Callable[[frozenset[Path] | None], Awaitable[None]]) -> None:
        self._changed = changed
        self._folders: Counter[Path] = Counter()
        self._again = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    def add(self, folder: Path) -> None:
        """Watch a folder, not what lies in folders of it."""
        self._folders[folder] += 1
        if self._folders[folder] == 1:
            self._again.set()
        if self._task is None:
            self._task = asyncio.create_task(self._watch_on())

    def remove(self, folder: Path) -> None:
        """One document of this folder is no longer open."""
        self._folders[folder] -= 1
        if self._folders[folder] <= 0:
            del self._folders[folder]
            self._again.set()

    async def close(self) -> None:
        """Watch no more."""
        if self._task is not None:
            self._is_closed = True
            self._again.set()
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _watch_on(self) -> None:
        polls = False
        while not self._is_closed:
            self._again = asyncio.Event()
            folders = await asyncio.to_thread(_there, tuple(self._folders))
            try:
                await self._watch(folders, polls=polls)
            except FileNotFoundError:
                # A folder went away between the two; it is looked for again.
                continue
            except (OSError, RuntimeError) as error:
                if polls:
                    log.warning("Files are not watched any more: %s.", error)
                    return
                # The system may have no watches left; looking again and again works everywhere.
                polls = True

    async def _watch(self, folders: tuple[Path, ...], *, polls: bool) -> None:
        if not folders:
            await self._changed(None)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TIMEOUT_MS / 1000):
                    await self._again.wait()
            return
        watching: AsyncGenerator[set[FileChange], None] = awatch(
            *folders,
            watch_filter=None,
            debounce=DEBOUNCE_MS,
            step=STEP_MS,
            stop_event=self._again,
            rust_timeout=TIMEOUT_MS,
            yield_on_timeout=True,
            force_polling=polls or None,
            recursive=False,
        )
        async with contextlib.aclosing(watching):
            following = asyncio.create_task(_next(watching))
            try:
                # The watch begins in the task's first step; what changed before it is told by nobody.
                await asyncio.sleep(0)
                await self._changed(None)
                while (paths := await following) is not None and await self._are_all(folders):
                    if paths.intersection(folders):
                        # A folder that went away and came back is another one, which is not watched.
                        return
                    if paths:
                        await self._changed(paths)
                    following = asyncio.create_task(_next(watching))
            finally:
                self._again.set()
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)

    async def _are_all(self, folders: tuple[Path, ...]) -> bool:
        return set(await asyncio.to_thread(_there, tuple(self._folders))) == set(folders)


async def _next(watching: AsyncGenerator[set[FileChange], None]) -> frozenset[Path] | None:
    async for changes in watching:
        return frozenset(Path(path) for _, path in changes)
    return None


def _there(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    return tuple(folder for folder in folders if folder.is_dir())
