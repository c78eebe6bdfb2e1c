"""What a desk works on: the text with its revisions, its file, its drawing, and the pages that see all three."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from stepgraph.protocol.document import DocumentView
from stepgraph.server.desk.buffer import Buffer, Change
from stepgraph.server.desk.changes import difference
from stepgraph.server.desk.disk import Disk, Found
from stepgraph.server.desk.editor import Editor
from stepgraph.server.desk.filing import Draft, Filing, Trusting
from stepgraph.server.desk.layout import Layout
from stepgraph.server.desk.onlookers import Cause, Onlookers
from stepgraph.server.desk.reading import Reading, Version
from stepgraph.server.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Tools:
    """What a desk works with. ``trusting`` is told of each content before it is written."""

    disk: Disk
    editor: Editor
    layout: Layout
    trusting: Trusting


class Paper:
    """A document's text and all that follows from it. Who changes it holds ``lane``, so acts come one by one."""

    def __init__(self, path: Path, found: Found, tools: Tools) -> None:
        self.path = path
        self.lane = asyncio.Lock()
        self.autosave = True
        self.buffer = Buffer(found.text, found.form)
        self.filing = Filing(tools.disk, found, trusting=tools.trusting)
        self.onlookers = Onlookers(self.view, lambda: self.buffer.text)
        self.reading = Reading(
            str(path), tools.editor, self.onlookers, newest=self._version, studied=self._when_studied
        )
        self._hash = found.hash
        self._parsed = -1
        """The newest revision, if it is known to parse."""

    @property
    def is_edited(self) -> bool:
        """Whether the file does not hold this text."""
        return self._hash != self.filing.hash

    @property
    def hash(self) -> str:
        """Of the bytes that would be saved."""
        return self._hash

    def view(self) -> DocumentView:
        """How the document stands."""
        buffer, filing = self.buffer, self.filing
        return DocumentView(
            path=str(self.path),
            revision=buffer.revision,
            source_hash=self._hash,
            saved=not self.is_edited and filing.conflict is None,
            autosave=self.autosave,
            undo=buffer.undo_title,
            redo=buffer.redo_title,
            read_only=filing.read_only,
            trouble=filing.trouble,
            conflict=filing.conflict,
        )

    # Acts, while the lane is held.

    def changed(self, change: Change, *, cause: Cause, author: str | None = None) -> None:
        """The buffer was changed: tell it, and let it be read."""
        self._hash = self.buffer.form.hash(self.buffer.text)
        self.onlookers.tell_change(change, cause=cause, author=author)
        self.read()

    async def take(self, found: Found, *, title: str) -> None:
        """Make the text what the file holds, in one act."""
        changes = await asyncio.to_thread(difference, self.buffer.text, found.text)
        self.changed(self.buffer.take(changes, title=title, form=found.form), cause="outside")
        self.filing.root = self.buffer.root

    def parses(self) -> None:
        """The newest text is known to parse."""
        self._parsed = self.buffer.revision

    async def save_if_wanted(self) -> None:
        """Save a text that parses, when edits are saved as they are made and nothing is in the way."""
        is_free = self.filing.conflict is None and self.filing.read_only is None
        if self.autosave and is_free and self.is_edited and self._parsed == self.buffer.revision:
            await self.save()

    async def save(self) -> None:
        """Write the text to the file, and tell what came of it."""
        await self.filing.save(self.draft())
        self.onlookers.tell_view()

    def draft(self) -> Draft:
        """Return what would be saved."""
        return Draft(self.buffer.text, self.content(), self._hash, self.buffer.root)

    def content(self) -> bytes:
        """Return the bytes that would be saved."""
        return self.buffer.form.content(self.buffer.text)

    def read(self) -> None:
        """Let the newest text be read as graphs."""
        # A langgraph.json is shown as what it is, and is no Python.
        if self.path.suffix == ".py":
            self.reading.want()

    # What an act requires.

    def require(self, revision: int) -> None:
        """Refuse an act on a text that may not be edited or is not the one that was seen. Raises Refusal."""
        self.require_writable()
        if revision != self.buffer.revision:
            sentence = "The text changed meanwhile. Look at what it is now, and do it again."
            raise Refusal("document.revision", sentence)

    def require_writable(self) -> None:
        """Refuse to edit what is only shown. Raises Refusal."""
        if self.filing.read_only is not None:
            raise Refusal("document.read_only", self.filing.read_only)

    # Reading.

    def _version(self) -> Version:
        return Version(self.buffer.revision, self.buffer.text, self._hash)

    async def _when_studied(self, revision: int, parses: bool) -> None:  # noqa: FBT001 - what a study tells
        async with self.lane:
            if revision != self.buffer.revision:
                return
            self._parsed = revision if parses else -1
            await self.save_if_wanted()
            if self.filing.conflict is not None:
                await self.filing.begin_conflict(self.filing.theirs, self.buffer.text)
                self.onlookers.tell_view()
