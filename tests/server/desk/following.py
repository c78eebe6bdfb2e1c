"""A page as it follows a document: it makes the text of the frames that it is sent, as the real page does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from stepgraph.protocol.document import DocumentView, Drawing
from stepgraph.protocol.frames import (
    Accepted,
    ArrangementFrame,
    DocumentFrame,
    DrawingFrame,
    FindingsFrame,
)
from stepgraph.protocol.problems import Problem
from stepgraph.server.desk.changes import applied
from tests.support.serving import WAIT_S, Page, Server, page

PLAIN = """\
from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    n: int


def ask(state: State) -> dict:
    return {"n": 1}


def check(state: State) -> dict:
    return {"n": 2}


builder = StateGraph(State)
builder.add_node("ask", ask)
builder.add_node("check", check)
builder.add_edge(START, "ask")
builder.add_edge("check", END)
graph = builder.compile()

INPUT = {"n": 0}
"""


def held(path: Path) -> str:
    """What a file holds, with the line ends it has."""
    return path.read_bytes().decode()


def outside(path: Path, text: str) -> None:
    """Write as an editor of the person's own does, which puts a new file in the old one's place."""
    other = path.with_name(f"{path.name}.new")
    other.write_bytes(text.encode())
    other.replace(path)


class Follower:
    """A page and the document that it makes of what it is sent. What it waits for holds at the end of a frame."""

    def __init__(self, opened: Page) -> None:
        self.page = opened
        self.text: str | None = None
        self.view: DocumentView | None = None
        self.frames: list[DocumentFrame] = []
        self.drawing: DrawingFrame | None = None
        self.good: Drawing | None = None
        self.findings: FindingsFrame | None = None
        self.arrangement: ArrangementFrame | None = None
        self._taken = 0

    async def until(self, holds: Callable[[Follower], bool]) -> None:
        """Take frames until this holds."""
        async with asyncio.timeout(WAIT_S):
            self._take()
            while not holds(self):
                await self.page.receive()
                self._take()

    async def opened(self) -> Follower:
        """Wait for the document and its first drawing."""
        await self.until(lambda one: one.text is not None and one.drawing is not None)
        return self

    async def at(self, revision: int) -> None:
        """Wait for a revision, drawn or refused."""
        await self.until(lambda one: one.revision == revision and one.drawn_revision == revision)

    async def saved(self) -> None:
        """Wait until the file holds the text."""
        await self.until(lambda one: one.view is not None and one.view.saved)

    @property
    def revision(self) -> int:
        """The newest revision that was told."""
        return -1 if self.view is None else self.view.revision

    @property
    def drawn_revision(self) -> int:
        """The revision of the newest drawing, or of why there is none."""
        return -1 if self.drawing is None else self.drawing.revision

    @property
    def now(self) -> DocumentView:
        """The view; there is one."""
        assert self.view is not None
        return self.view

    async def edit(self, dry: bool = False, revision: int | None = None, **gesture: Any) -> Accepted | Problem:
        """Draw."""
        number = self.revision if revision is None else revision
        return await self.page.ask(type="document.edit", revision=number, gesture=gesture, dry=dry)

    async def type(self, start: int, end: int, text: str, *, joins: bool = False, author: str = "me") -> Any:
        """Type."""
        changes = [{"start": start, "end": end, "text": text}]
        return await self.page.ask(
            type="document.type", author=author, joins=joins, revision=self.revision, changes=changes
        )

    async def append(self, text: str, **more: Any) -> Any:
        """Type at the end."""
        assert self.text is not None
        return await self.type(len(self.text), len(self.text), text, **more)

    def _take(self) -> None:
        for frame in self.page.frames[self._taken :]:
            match frame:
                case DocumentFrame():
                    self._document(frame)
                case DrawingFrame():
                    self.drawing = frame
                    self.good = frame.drawing or self.good
                case FindingsFrame():
                    self.findings = frame
                case ArrangementFrame():
                    self.arrangement = frame
                case _:
                    pass
        self._taken = len(self.page.frames)

    def _document(self, frame: DocumentFrame) -> None:
        if frame.text is not None:
            self.text = frame.text
        elif frame.changes is not None:
            assert self.text is not None
            assert frame.base == self.revision, "a change of a text that this page does not have"
            self.text = applied(self.text, frame.changes)
        self.view = frame.view
        self.frames.append(frame)


@asynccontextmanager
async def following(server: Server, path: Path, graph: str | None = None) -> AsyncIterator[Follower]:
    """A page that follows a document from its first drawing on."""
    session = await server.open(path, graph)
    async with page(server, session) as opened:
        yield await Follower(opened).opened()
