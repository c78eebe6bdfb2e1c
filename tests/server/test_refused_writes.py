"""A thread whose last writes were refused: the page reads it and repairs it, also in another server's time."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from stepgraph.protocol.events import RunFailed, RunFinished, StateEdited, StepAborted
from stepgraph.protocol.frames import Accepted
from tests.support.serving import GRAPHS, WORKERS, page, running_server

pytestmark = pytest.mark.slow


async def test_a_refused_superstep_is_read_and_repaired_after_a_restart(tmp_path: Path) -> None:
    """What was refused is still told, the values are those before it, and an edit takes its place."""
    document = Path(shutil.copyfile(GRAPHS / "clashes.py", tmp_path / "clashes.py"))
    async with running_server(tmp_path / "data", worker=WORKERS["real"]) as before:
        session, token = await before.open(document), await before.token()
        async with page(before, session, token=token) as opened:
            await opened.state("ready")
            await opened.ask(type="run.start", input={"plan": "none yet"})
            refused = await opened.event(StepAborted)
            await opened.event(RunFailed)
    async with (
        running_server(tmp_path / "data", worker=WORKERS["real"]) as after,
        page(after, session, token=token) as again,
    ):
        read = (await again.snapshot()).snapshot
        await again.state("ready")
        place = next(entry.checkpoint for entry in reversed(read.steps) if entry.checkpoint is not None)
        edit = {"checkpoint": place, "how": "node", "node": "north", "values": {"plan": "drill at the bridge"}}
        preview = await again.ask(type="state.preview", **edit)
        edited = await again.ask(type="state.edit", **edit)
        await again.event(StateEdited)
        await again.ask(type="run.continue")
        await again.event(RunFinished)
    async with running_server(tmp_path / "data") as last, page(last, session, token=token) as later:
        repaired = (await later.snapshot()).snapshot

    assert (refused.reason, {kept.node for kept in refused.kept}) == ("update_failed", {"north", "south"})
    assert (read.cells["plan"].value.text, read.steps[-1].reason) == ('"none yet"', "update_failed")
    assert isinstance(preview, Accepted)
    assert [due.node for due in preview.next or ()] == ["tell"]
    assert edited == Accepted()
    assert repaired.cells["report"].value.text == '"we drill at the bridge"'
