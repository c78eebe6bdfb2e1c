"""One document while people work on it: every page of every session on that file shows the same text."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from stepgraph.protocol.commands import DocumentArrange, DocumentEdit, DocumentType
from stepgraph.protocol.document import DocumentView, TextChange
from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.frames import Accepted, ArrangementFrame, DrawingFrame
from stepgraph.protocol.gestures import NodeRename, TextEdit
from stepgraph.protocol.worker_frames import Draw, Drawn
from stepgraph.server.desk.changes import applied, checked, unified
from stepgraph.server.desk.disk import Found
from stepgraph.server.desk.file_acts import FileActs
from stepgraph.server.desk.paper import Paper, Tools
from stepgraph.server.outbox import Outbox
from stepgraph.server.refusals import Refusal

CLOSE_S = 2.0
"""How long the end of the server waits to hear whether the newest text parses."""

DONE = Accepted()


class Desk:
    """A document's text, its file and its pages. ``file`` has the acts about its file."""

    def __init__(self, path: Path, found: Found, tools: Tools) -> None:
        self.path = path
        self._tools = tools
        self._paper = Paper(path, found, tools)
        self.file = FileActs(self._paper)
        self._gestures = asyncio.Lock()
        self._layout_failed = False

    @property
    def text(self) -> str:
        """The text now."""
        return self._paper.buffer.text

    @property
    def content(self) -> bytes:
        """The bytes that it would be saved as."""
        return self._paper.content()

    @property
    def view(self) -> DocumentView:
        """How the document stands."""
        return self._paper.view()

    @property
    def file_hash(self) -> str:
        """Of the bytes that the file holds, as far as is known here."""
        return self._paper.filing.hash

    # Pages.

    @property
    def is_shown(self) -> bool:
        """Whether any page shows it."""
        return self._paper.onlookers.are_there

    def attach(self, page: Outbox, *, named: str | None) -> None:
        """Let a page follow. ``named``: its graph's name in this file, where its session's document only names both."""
        self._paper.onlookers.add(page, named=named, arrangement=self._arrangement())
        self._paper.read()

    def detach(self, page: Outbox) -> None:
        """The page follows no longer."""
        self._paper.onlookers.remove(page)

    def compiled(self, graph: GraphCompiled) -> None:
        """The document was compiled; what only the compiled graph has is drawn from now on."""
        self._paper.reading.compiled = graph
        if self.is_shown:
            self._paper.read()

    # Edits.

    async def edit(self, command: DocumentEdit, *, graph: str | None) -> Accepted:
        """Let a gesture change the text. Raises Refusal."""
        paper = self._paper
        async with self._gestures:
            paper.require(command.revision)
            drawn = await self._drawn(command, command.graph or graph)
            paper.require(command.revision)
            before = paper.buffer.text
            changes = checked(drawn.changes, length=len(before))
            if not command.dry and changes:
                await self._apply(command, drawn, changes)
            revision = paper.buffer.revision
        diff = await asyncio.to_thread(_diff, before, changes, self.path.name)
        return Accepted(revision=revision, diff=diff, title=drawn.title, select=drawn.select)

    async def type(self, command: DocumentType) -> Accepted:
        """Let typing change the text. Raises Refusal."""
        paper = self._paper
        async with paper.lane:
            paper.require(command.revision)
            change = paper.buffer.type(_changes(command.changes), author=command.author, joins=command.joins)
            paper.changed(change, cause="typed", author=command.author)
            return Accepted(revision=paper.buffer.revision)

    async def undo(self, revision: int) -> Accepted:
        """Take the newest act back. Raises Refusal."""
        paper = self._paper
        async with paper.lane:
            paper.require(revision)
            change = paper.buffer.undo()
            paper.changed(change, cause="undone")
            return Accepted(revision=paper.buffer.revision, title=change.title)

    async def redo(self, revision: int) -> Accepted:
        """Do again what was taken back last. Raises Refusal."""
        paper = self._paper
        async with paper.lane:
            paper.require(revision)
            change = paper.buffer.redo()
            paper.changed(change, cause="redone")
            return Accepted(revision=paper.buffer.revision, title=change.title)

    async def diff(self, *, since_opened: bool) -> Accepted:
        """Tell what the last act did, or all acts since the file was opened here."""
        buffer = self._paper.buffer
        before, revision = buffer.opened if since_opened else buffer.former, buffer.revision
        diff = await asyncio.to_thread(unified, before, buffer.text, name=self.path.name)
        return Accepted(diff=diff, revision=revision)

    async def arrange(self, command: DocumentArrange) -> Accepted:
        """Put boxes somewhere. Raises Refusal, once, when that cannot be kept."""
        self._tools.layout.arrange(command)
        await self._keep_layout()
        return DONE

    # Ends.

    async def settled(self) -> None:
        """Wait until the newest text is read and, where that is wanted, saved."""
        await self._paper.reading.rest()

    async def rest(self) -> None:
        """End the editor's process while nobody looks."""
        if not self.is_shown:
            await self.end_editor()

    async def end_editor(self) -> None:
        """End the editor's process; the next text or gesture starts another."""
        await self._tools.editor.end()

    async def close(self) -> None:
        """Save what parses, and end the editor's process."""
        self.file.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self.settled()
        await self._paper.reading.close()
        await self.end_editor()

    # Gestures.

    async def _drawn(self, command: DocumentEdit, graph: str | None) -> Drawn:
        drawn = await self._tools.editor.draw(
            partial(
                Draw,
                path=str(self.path),
                text=self._paper.buffer.text,
                graph=graph,
                gesture=command.gesture.model_dump_json(by_alias=True),
            )
        )
        if drawn.problem is not None:
            raise Refusal.of(drawn.problem)
        return drawn

    async def _apply(self, command: DocumentEdit, drawn: Drawn, changes: tuple[TextChange, ...]) -> None:
        paper = self._paper
        async with paper.lane:
            paper.require(command.revision)
            known = paper.onlookers.drawing
            paper.changed(paper.buffer.edit(changes, title=drawn.title), cause="drawn")
            if drawn.drawing is not None:
                paper.parses()
                paper.reading.drawn(paper.buffer.revision, drawn.drawing)
            await paper.save_if_wanted()
        if isinstance(command.gesture, NodeRename):
            graph = _graph_called(command.graph, known)
            if graph is not None and self._tools.layout.rename(graph, command.gesture.name, command.gesture.to):
                await self._keep_layout()

    # The layout.

    async def _keep_layout(self) -> None:
        self._paper.onlookers.tell_arrangement(self._arrangement())
        try:
            await asyncio.to_thread(self._tools.layout.save)
        except OSError as error:
            if not self._layout_failed:
                self._layout_failed = True
                sentence = f"Where the boxes stand cannot be kept beside {self.path.name}: {error.strerror or error}."
                raise Refusal("document.layout", f"{sentence} It is kept until the server ends.") from error

    def _arrangement(self) -> ArrangementFrame:
        return ArrangementFrame(self._tools.layout.told())


def _changes(edits: Iterable[TextEdit]) -> tuple[TextChange, ...]:
    return tuple(TextChange(edit.start, edit.end, edit.text) for edit in edits)


def _diff(before: str, changes: tuple[TextChange, ...], name: str) -> str:
    return unified(before, applied(before, changes), name=name)


def _graph_called(name: str | None, frame: DrawingFrame | None) -> str | None:
    """Return what the drawing calls a graph that a gesture names in any of the ways."""
    graphs = () if frame is None or frame.drawing is None else frame.drawing.graphs
    called = (one for one in graphs if name in {one.name, one.builder, one.compiled, one.function})
    found = next(called, graphs[0] if graphs else None)
    return None if found is None else found.name
