"""How a document stands to its file: what was last read or written, what is in the way, what went wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from stepgraph.protocol.document import FileConflict
from stepgraph.protocol.problems import Problem
from stepgraph.server.desk.changes import unified
from stepgraph.server.desk.disk import Changed, Disk, Found, SaveFailed

Trusting = Callable[[str, str], Awaitable[None]]
"""Called with the hashes of the old and the new content, before the file holds what people here made of the old one."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be saved: the text, its bytes and their hash. ``root`` is the content of the file it was made from."""

    text: str
    content: bytes
    hash: str
    root: int


Seen = Literal["same", "changed", "conflict", "gone"]


class Filing:
    """One document's file. ``hash`` is of the bytes that were last read or written here."""

    def __init__(self, disk: Disk, found: Found, *, trusting: Trusting) -> None:
        self.hash = found.hash
        self.root = 0
        """Which content of the file those bytes were made from by what people did here."""
        self.read_only = found.read_only
        self.trouble: Problem | None = None
        self.conflict: FileConflict | None = None
        self.theirs: Found | None = None
        """In a conflict: what the file holds."""
        self._disk = disk
        self._trusting = trusting

    async def save(self, draft: Draft) -> bool:
        """Write the file, unless something is in the way; say whether it holds this now."""
        if self.read_only is not None or self.conflict is not None:
            return False
        return await self._write(draft, over=self.hash)

    async def save_over(self, draft: Draft) -> bool:
        """Write over what the conflict was about; say whether the file holds this now."""
        over = None if self.theirs is None else self.theirs.hash
        self.end_conflict()
        return await self._write(draft, over=over)

    async def look(self, text: str, *, own_hash: str) -> tuple[Seen, Found | None]:
        """Look what the file holds by now; ``own_hash`` is of what would be saved. Raises OSError."""
        found = await asyncio.to_thread(self._disk.read)
        if found is None:
            return "gone", None
        is_edited = own_hash != self.hash
        if found.hash in {self.hash, own_hash}:
            if found.hash == own_hash:
                self.trouble = None
            self.hash, self.read_only = found.hash, found.read_only
            self.end_conflict()
            return "same", found
        if is_edited:
            await self.begin_conflict(found, text)
            return "conflict", found
        self.take(found)
        return "changed", found

    def take(self, found: Found) -> None:
        """What the file holds is what is worked on from now on."""
        self.hash, self.read_only, self.trouble = found.hash, found.read_only, None
        self.end_conflict()

    async def begin_conflict(self, theirs: Found | None, text: str) -> None:
        """The file holds something else (None: it is gone), and there are edits that are not saved."""
        self.theirs = theirs
        other = "" if theirs is None else theirs.text
        diff = await asyncio.to_thread(unified, other, text, name=self._disk.path.name)
        self.conflict = FileConflict(None if theirs is None else theirs.text, diff)

    def end_conflict(self) -> None:
        """Nothing is in the way any more."""
        self.conflict = None
        self.theirs = None

    async def _write(self, draft: Draft, *, over: str | None) -> bool:
        # Undo and Redo may bring back what others had written, which nobody has vouched for here.
        if draft.root == self.root:
            await self._trusting(self.hash, draft.hash)
        try:
            await asyncio.to_thread(self._disk.save, draft.content, over=over)
        except SaveFailed as error:
            self.trouble = error.problem
            return False
        except Changed as changed:
            await self.begin_conflict(changed.found, draft.text)
            return False
        self.hash, self.root, self.trouble = draft.hash, draft.root, None
        return True
