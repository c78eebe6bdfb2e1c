"""One document while people work on it: every page of every session on that file shows the same text."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from stepgraph.protocol.commands import DocumentArrange, DocumentEdit, DocumentType
from stepgraph.protocol.document import DocumentView, TextChange
from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.frames import Accepted, ArrangementFrame, DrawingFrame
from stepgraph.protocol.gestures import NodeRename, TextEdit
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import Draw, Drawn
from stepgraph.server.desk.buffer import Buffer, Change
from stepgraph.server.desk.changes import applied, checked, difference, unified
from stepgraph.server.desk.disk import Disk, Found
from stepgraph.server.desk.editor import Editor
from stepgraph.server.desk.filing import Filing, Trusting
from stepgraph.server.desk.layout import Layout
from stepgraph.server.desk.onlookers import Cause, Onlookers
from stepgraph.server.desk.reading import Reading, Version
from stepgraph.server.outbox import Outbox
from stepgraph.server.refusals import Refusal

GONE_S = 0.3
"""An editor that saves by renaming takes the file away for a moment."""

CLOSE_S = 2.0
"""How long the end of the server waits to hear whether the newest text parses."""

DONE = Accepted()


@dataclass(frozen=True, slots=True)
class Tools:
    """What a desk works with. ``trusting`` is told of each content before it is written."""

    disk: Disk
    editor: Editor
    layout: Layout
    trusting: Trusting


class Desk:
    """A document's text, its file and its pages. Acts on the text come one after the other."""

    def __init__(self, path: Path, found: Found, tools: Tools) -> None:
        self.path = path
        self._tools = tools
        self._buffer = Buffer(found.text, found.form)
        self._hash = found.hash
        self._filing = Filing(tools.disk, found, trusting=tools.trusting)
        self._onlookers = Onlookers(self._view, lambda: self._buffer.text)
        self._reading = Reading(
            str(path), tools.editor, self._onlookers, newest=self._version, studied=self._when_studied
        )
        self._lane = asyncio.Lock()
        self._gestures = asyncio.Lock()
        self._autosave = True
        self._parsed = -1
        """The newest revision that is known to parse."""
        self._second_look: asyncio.Task[None] | None = None
        self._layout_failed = False

    # Pages.

    @property
    def is_shown(self) -> bool:
        """Whether any page shows it."""
        return self._onlookers.are_there

    @property
    def file_hash(self) -> str:
        """Of the bytes that the file holds, as far as is known here."""
        return self._filing.hash

    @property
    def is_edited(self) -> bool:
        """Whether the file does not hold this text."""
        return self._hash != self._filing.hash

    def attach(self, page: Outbox, *, named: bool) -> None:
        """Let a page follow. ``named``: the document of its session only names this file."""
        self._onlookers.add(page, named=named, arrangement=self._arrangement())
        if self._onlookers.drawing is None:
            self._read()

    def detach(self, page: Outbox) -> None:
        """The page follows no longer."""
        self._onlookers.remove(page)

    def compiled(self, graph: GraphCompiled) -> None:
        """The document was compiled; what only the compiled graph has is drawn from now on."""
        self._reading.compiled = graph
        self._read()

    # Edits.

    async def edit(self, command: DocumentEdit, *, graph: str | None) -> Accepted:
        """Let a gesture change the text. Raises Refusal."""
        async with self._gestures:
            self._require(command.revision)
            drawn = await self._draw(command, graph)
            before = self._buffer.text
            self._require(command.revision)
            changes = checked(drawn.changes, length=len(before))
            if not command.dry and changes:
                await self._apply(command, drawn, changes)
            diff = await asyncio.to_thread(unified, before, applied(before, changes), name=self.path.name)
        return Accepted(revision=self._buffer.revision, diff=diff, title=drawn.title, select=drawn.select)

    async def type(self, command: DocumentType) -> Accepted:
        """Let typing change the text. Raises Refusal."""
        async with self._lane:
            self._require(command.revision)
            change = self._buffer.type(_changes(command.changes), author=command.author, joins=command.joins)
            self._changed(change, cause="typed", author=command.author)
        return Accepted(revision=self._buffer.revision)

    async def undo(self, revision: int) -> Accepted:
        """Take the newest act back. Raises Refusal."""
        async with self._lane:
            self._require(revision)
            change = self._buffer.undo()
            self._changed(change, cause="undone")
        return Accepted(revision=self._buffer.revision, title=change.title)

    async def redo(self, revision: int) -> Accepted:
        """Do again what was taken back last. Raises Refusal."""
        async with self._lane:
            self._require(revision)
            change = self._buffer.redo()
            self._changed(change, cause="redone")
        return Accepted(revision=self._buffer.revision, title=change.title)

    async def diff(self, *, since_opened: bool) -> Accepted:
        """Tell what the last act did, or all acts since the file was opened here."""
        buffer = self._buffer
        before = buffer.opened if since_opened else buffer.former
        diff = await asyncio.to_thread(unified, before, buffer.text, name=self.path.name)
        return Accepted(diff=diff, revision=buffer.revision)

    async def arrange(self, command: DocumentArrange) -> Accepted:
        """Put boxes somewhere. Raises Refusal, once, when that cannot be kept."""
        self._tools.layout.arrange(command)
        await self._keep_layout()
        return DONE

    # The file.

    async def save(self) -> Accepted:
        """Write the text to the file. Raises Refusal."""
        async with self._lane:
            self._require_writable()
            self._require_no_conflict()
            await self._save()
            self._require_saved()
        return DONE

    async def flush(self) -> None:
        """Write what is not saved, since the file is about to be run. Raises Refusal."""
        async with self._lane:
            if self.is_edited:
                self._require_no_conflict()
                await self._save()
                self._require_saved()

    async def set_autosave(self, *, on: bool) -> Accepted:
        """Say whether edits are written to the file as they are made."""
        async with self._lane:
            self._autosave = on
            await self._save_if_wanted()
            self._onlookers.tell_view()
        return DONE

    async def keep_mine(self) -> Accepted:
        """End a conflict: what is here goes over what the file holds. Raises Refusal."""
        async with self._lane:
            self._require_conflict()
            await self._filing.save_over(self._buffer.text, self._content(), self._hash)
            self._onlookers.tell_view()
            self._require_saved()
        return DONE

    async def take_theirs(self) -> Accepted:
        """End a conflict: what the file holds takes the place of what is here; Undo gets it back. Raises Refusal."""
        async with self._lane:
            self._require_conflict()
            theirs = self._filing.theirs
            if theirs is None:
                sentence = f"{self.path.name} is gone, so there is nothing to take. Keep yours to write it again."
                raise Refusal("document.gone", sentence)
            self._filing.take(theirs)
            await self._take(theirs, title="taking what the file holds")
        return DONE

    async def look(self) -> None:
        """Look whether the file changed outside, and take up what it holds when nothing is unsaved here."""
        async with self._lane:
            before = self._view()
            try:
                seen, found = await self._filing.look(self._buffer.text, own_hash=self._hash)
            except OSError as error:
                sentence = f"{self.path.name} cannot be read any more: {error.strerror or error}."
                self._filing.trouble = Problem(code="document.unreadable", sentence=sentence, path=str(self.path))
                seen, found = "same", None
            if seen == "gone":
                self._look_again()
            elif seen == "changed" and found is not None:
                await self._take(found, title="a change from outside")
            if self._view() != before and seen != "changed":
                self._onlookers.tell_view()
            await self._save_if_wanted()

    # Ends.

    async def rest(self) -> None:
        """End the editor's process while nobody looks."""
        if not self.is_shown:
            await self.end_editor()

    async def end_editor(self) -> None:
        """End the editor's process; the next text or gesture starts another."""
        await self._tools.editor.end()

    async def close(self) -> None:
        """Save what parses, and end the editor's process."""
        if self._second_look is not None:
            self._second_look.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self._reading.rest()
        async with self._lane:
            await self._save_if_wanted()
        await self._reading.close()
        await self._tools.editor.end()

    # Within a turn.

    async def _apply(self, command: DocumentEdit, drawn: Drawn, changes: tuple[TextChange, ...]) -> None:
        async with self._lane:
            self._require(command.revision)
            known = self._onlookers.drawing
            change = self._buffer.edit(changes, title=drawn.title)
            self._changed(change, cause="drawn")
            if drawn.drawing is not None:
                self._parsed = self._buffer.revision
                self._reading.drawn(self._buffer.revision, drawn.drawing)
            await self._save_if_wanted()
        if isinstance(command.gesture, NodeRename):
            graph = _graph_called(command.graph, known)
            if graph is not None and self._tools.layout.rename(graph, command.gesture.name, command.gesture.to):
                await self._keep_layout()

    def _changed(self, change: Change, *, cause: Cause, author: str | None = None) -> None:
        self._hash = self._buffer.form.hash(self._buffer.text)
        self._onlookers.tell_change(change, cause=cause, author=author)
        self._read()

    async def _take(self, found: Found, *, title: str) -> None:
        changes = await asyncio.to_thread(difference, self._buffer.text, found.text)
        self._changed(self._buffer.edit(changes, title=title, form=found.form), cause="outside")

    async def _save_if_wanted(self) -> None:
        is_free = self._filing.conflict is None and self._filing.read_only is None
        if self._autosave and is_free and self.is_edited and self._parsed == self._buffer.revision:
            await self._save()

    async def _save(self) -> None:
        await self._filing.save(self._buffer.text, self._content(), self._hash)
        self._onlookers.tell_view()

    async def _when_studied(self, revision: int, parses: bool) -> None:  # noqa: FBT001 - what a study tells
        async with self._lane:
            if revision != self._buffer.revision:
                return
            self._parsed = revision if parses else -1
            await self._save_if_wanted()
            if self._filing.conflict is not None:
                await self._filing.begin_conflict(self._filing.theirs, self._buffer.text)
                self._onlookers.tell_view()

    async def _draw(self, command: DocumentEdit, graph: str | None) -> Drawn:
        drawn = await self._tools.editor.draw(
            partial(
                Draw,
                path=str(self.path),
                text=self._buffer.text,
                graph=command.graph or graph,
                gesture=command.gesture.model_dump_json(by_alias=True),
            )
        )
        if drawn.problem is not None:
            raise Refusal.of(drawn.problem)
        return drawn

    async def _keep_layout(self) -> None:
        self._onlookers.tell_arrangement(self._arrangement())
        try:
            await asyncio.to_thread(self._tools.layout.save)
        except OSError as error:
            if not self._layout_failed:
                self._layout_failed = True
                sentence = f"Where the boxes stand cannot be kept beside {self.path.name}: {error.strerror or error}."
                raise Refusal("document.layout", f"{sentence} It is kept until the server ends.") from error

    def _read(self) -> None:
        # A langgraph.json is shown as what it is, and is no Python.
        if self.path.suffix == ".py":
            self._reading.want()

    def _look_again(self) -> None:
        if self._filing.conflict is not None and self._filing.theirs is None:
            return
        if self._second_look is None or self._second_look.done():
            self._second_look = asyncio.create_task(self._look_after_a_moment())

    async def _look_after_a_moment(self) -> None:
        await asyncio.sleep(GONE_S)
        async with self._lane:
            if not await asyncio.to_thread(self.path.exists):
                await self._filing.begin_conflict(None, self._buffer.text)
                self._onlookers.tell_view()
                return
        await self.look()

    # What is told and what is required.

    def _view(self) -> DocumentView:
        buffer, filing = self._buffer, self._filing
        return DocumentView(
            path=str(self.path),
            revision=buffer.revision,
            source_hash=self._hash,
            saved=not self.is_edited and filing.conflict is None,
            autosave=self._autosave,
            undo=buffer.undo_title,
            redo=buffer.redo_title,
            read_only=filing.read_only,
            trouble=filing.trouble,
            conflict=filing.conflict,
        )

    def _version(self) -> Version:
        return Version(self._buffer.revision, self._buffer.text, self._hash)

    def _content(self) -> bytes:
        return self._buffer.form.content(self._buffer.text)

    def _arrangement(self) -> ArrangementFrame:
        return ArrangementFrame(self._tools.layout.told())

    def _require(self, revision: int) -> None:
        self._require_writable()
        if revision != self._buffer.revision:
            sentence = "The text changed meanwhile. Look at what it is now, and do it again."
            raise Refusal("document.revision", sentence)

    def _require_writable(self) -> None:
        if self._filing.read_only is not None:
            raise Refusal("document.read_only", self._filing.read_only)

    def _require_conflict(self) -> None:
        if self._filing.conflict is None:
            raise Refusal("document.no_conflict", "The file and what is here do not contradict each other any more.")

    def _require_no_conflict(self) -> None:
        if self._filing.conflict is not None:
            what = "is gone" if self._filing.theirs is None else "changed"
            sentence = f"{self.path.name} {what} on the disk while there are edits here. Choose which to keep first."
            raise Refusal("document.conflict", sentence)

    def _require_saved(self) -> None:
        self._require_no_conflict()
        if self._filing.trouble is not None and self.is_edited:
            raise Refusal.of(self._filing.trouble)


def _changes(edits: Iterable[TextEdit]) -> tuple[TextChange, ...]:
    return tuple(TextChange(edit.start, edit.end, edit.text) for edit in edits)


def _graph_called(name: str | None, frame: DrawingFrame | None) -> str | None:
    """Return what the drawing calls a graph that a gesture names in any of the ways."""
    graphs = () if frame is None or frame.drawing is None else frame.drawing.graphs
    called = (one for one in graphs if name in {one.name, one.builder, one.compiled, one.function})
    found = next(called, graphs[0] if graphs else None)
    return None if found is None else found.name
