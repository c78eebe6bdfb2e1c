"""In which order what was read of a text is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from stepgraph.protocol.document import DocumentView, Drawing
from stepgraph.protocol.frames import ArrangementFrame
from stepgraph.protocol.worker_frames import Draw, Drawn, Found, Studied, Study
from stepgraph.server.desk.onlookers import Onlookers
from stepgraph.server.desk.reading import Reading, Version
from stepgraph.server.outbox import Outbox

PATH = str(Path("wells.py").absolute())


class HastyEditor:
    """Its findings are there before anybody has looked at the answer, as they are from a quick process."""

    async def study(self, make: Callable[[int], Study], *, found: Callable[[Found], None]) -> Studied:
        found(Found(1, ()))
        return Studied(1, Drawing(PATH, None, ()), None)

    async def draw(self, make: Callable[[int], Draw]) -> Drawn:
        raise AssertionError("nothing is drawn here")

    async def end(self) -> None:
        """There is no process."""


async def test_findings_that_were_there_before_the_drawing_are_told_after_it() -> None:
    """A drawing displaces what was found in an older text, and nothing else."""
    page = Outbox()
    onlookers = Onlookers(view, lambda: "")
    onlookers.add(page, named=None, arrangement=ArrangementFrame(()))
    reading = Reading(
        PATH, HastyEditor(), onlookers, newest=lambda: Version(0, "", "0"), studied=lambda _revision, _parses: nothing()
    )

    reading.want()
    await reading.rest()
    await reading.close()

    frames = [frame["frame"] for message in await page.messages() for frame in json.loads(message)]
    assert frames == ["document", "arrangement", "drawing", "findings"]


async def nothing() -> None:
    """Nobody waits for what was studied."""


def view() -> DocumentView:
    """A document as it was opened."""
    return DocumentView(
        path=PATH,
        revision=0,
        source_hash="0",
        saved=True,
        autosave=True,
        undo=None,
        redo=None,
        read_only=None,
        trouble=None,
        conflict=None,
    )
