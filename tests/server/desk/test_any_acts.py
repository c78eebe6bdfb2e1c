"""A desk under any acts: what pages make of its frames is its text, and undoing all of it gives the first bytes."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from stepgraph.protocol.commands import DocumentEdit, DocumentType
from stepgraph.protocol.document import Drawing, TextChange
from stepgraph.protocol.frames import AnyServerFrame, DocumentFrame, Heartbeat, encoder
from stepgraph.protocol.gestures import TextEdit, TextReplace
from stepgraph.protocol.worker_frames import Draw, Drawn, Found, Studied, Study
from stepgraph.server.desk.changes import applied
from stepgraph.server.desk.desk import Desk
from stepgraph.server.desk.disk import Disk
from stepgraph.server.desk.layout import Layout
from stepgraph.server.desk.paper import Tools
from stepgraph.server.outbox import Outbox

FIRST = b"one\r\ntwo\r\n"
decode = msgspec.json.Decoder(AnyServerFrame | list[AnyServerFrame]).decode


class ObligingEditor:
    """Every text parses, and the one gesture that it knows says itself what it does."""

    async def study(self, make: Callable[[int], Study], *, found: Callable[[Found], None]) -> Studied:
        request = make(1)
        found(Found(1, ()))
        return Studied(1, Drawing(request.path, None, ()), None)

    async def draw(self, make: Callable[[int], Draw]) -> Drawn:
        request = make(1)
        gesture = TextReplace.model_validate_json(request.gesture)
        changes = tuple(TextChange(change.start, change.end, change.text) for change in gesture.changes)
        return Drawn(1, gesture.title, changes, (), Drawing(request.path, None, ()), None)

    async def end(self) -> None:
        """Nothing runs."""


@dataclass
class Reader:
    """A page: what it makes of what it is sent."""

    outbox: Outbox = field(default_factory=Outbox)
    text: str = ""

    async def read(self) -> str:
        """Take what waits, if anything does; return the text that it gives."""
        self.outbox.tell(encoder.encode(Heartbeat(0)))
        for message in await self.outbox.messages():
            decoded = decode(message)
            for frame in decoded if isinstance(decoded, list) else [decoded]:
                if isinstance(frame, DocumentFrame):
                    self.text = applied(self.text if frame.text is None else frame.text, frame.changes or ())
        return self.text


@dataclass(frozen=True)
class Act:
    """What is done, where (as a part of the text), with which text."""

    what: str
    start: float
    end: float
    text: str


WORDS = st.text(alphabet="xy\n\U0001f600", max_size=4)
PARTS = st.floats(0, 1)
ACTS = st.builds(
    Act, st.sampled_from(["type", "join", "draw", "undo", "redo", "outside", "windows"]), PARTS, PARTS, WORDS
)


def held(path: Path) -> bytes:
    """What the file holds."""
    return path.read_bytes()


async def do(act: Act, desk: Desk, path: Path) -> None:
    """Do it as a page, or as another editor would."""
    text, revision = desk.text, desk.view.revision
    start, end = sorted((round(act.start * len(text)), round(act.end * len(text))))
    edits = (TextEdit(start=start, end=end, text=act.text),)
    match act.what:
        case "type" | "join":
            joins = act.what == "join"
            typed = DocumentType(type="document.type", author="me", joins=joins, revision=revision, changes=edits)
            await desk.type(typed)
        case "draw":
            gesture = TextReplace(type="text.replace", title="Mend", changes=edits)
            await desk.edit(DocumentEdit(type="document.edit", revision=revision, gesture=gesture), graph=None)
        case "undo" if desk.view.undo is not None:
            await desk.undo(revision)
        case "redo" if desk.view.redo is not None:
            await desk.redo(revision)
        case "outside" | "windows":
            changed = applied(text, (TextChange(start, end, act.text),))
            newline = "\r\n" if act.what == "windows" else "\n"
            await asyncio.to_thread(path.write_bytes, changed.replace("\n", newline).encode())
            await desk.file.look()


async def played(acts: list[Act], path: Path) -> None:
    """Play the acts; then take all of them back."""
    disk = Disk(path)
    found = disk.read()
    assert found is not None

    async def trusting(_old: str, _new: str) -> None:
        """Nothing is run."""

    desk = Desk(path, found, Tools(disk, ObligingEditor(), Layout(path), trusting))
    reader = Reader()
    desk.attach(reader.outbox, named=None)
    for act in acts:
        await do(act, desk, path)
        await desk.settled()
        assert await reader.read() == desk.text
        assert held(path) == desk.content
        assert (desk.view.saved, desk.view.conflict) == (True, None)
    while desk.view.undo is not None:
        await desk.undo(desk.view.revision)
    await desk.close()

    assert held(path) == FIRST


@settings(max_examples=60)
@given(st.lists(ACTS, max_size=12))
def test_pages_files_and_undo_agree_after_any_acts(acts: list[Act]) -> None:
    """Here, in other windows, and in another editor."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "survey.py"
        path.write_bytes(FIRST)
        asyncio.run(played(acts, path))
