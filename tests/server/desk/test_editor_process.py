"""The process that reads and edits: whatever it does, the text and its Undo are the server's and stay."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from stepgraph.protocol.worker_frames import Draw, Found, Study
from stepgraph.server.desk import editor as editor_module
from stepgraph.server.desk.editor import EditorProcess
from stepgraph.server.outbox import Outbox
from stepgraph.server.refusals import Refusal
from stepgraph.server.worker_process import WorkerCommand
from tests.server.desk.following import PLAIN, following, held
from tests.support.serving import ROOT, Server, fake_worker


@pytest_asyncio.fixture
async def editor(tmp_path: Path) -> AsyncIterator[EditorProcess]:
    """An odd one."""
    program = (sys.executable, "-m", "tests.server.desk.odd_editor")
    command = WorkerCommand(program, fake_worker(ROOT).environment, tmp_path)
    odd = EditorProcess(command)
    yield odd
    await odd.end()


def forget(_found: Found) -> None:
    """Nobody waits for findings."""


async def study(editor: EditorProcess, text: str) -> str:
    """Let it read a text; return the code of the refusal, or "" for an answer."""
    make = partial(Study, path="survey.py", text=text, graph=None, source_hash="", compiled=None)
    try:
        await editor.study(make, found=forget)
    except Refusal as refusal:
        return refusal.problem.code
    return ""


@pytest.mark.parametrize("text", ["end", "junk", "beat", "boast"])
async def test_a_process_that_ends_or_misbehaves_is_replaced(editor: EditorProcess, text: str) -> None:
    """The request is refused, the next one is answered."""
    assert await study(editor, text) == "document.unreadable"
    assert await study(editor, "fine") == ""


async def test_a_process_that_says_nothing_is_replaced(editor: EditorProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while."""
    assert await study(editor, "fine") == ""
    with monkeypatch.context() as impatient:
        impatient.setattr(editor_module, "ANSWER_S", 0.01)
        assert await study(editor, "hang") == "document.unreadable"

    assert await study(editor, "fine") == ""


async def test_another_answer_than_was_asked_for_is_none(editor: EditorProcess) -> None:
    """It is refused like silence."""
    make = partial(Draw, path="survey.py", text="fine", graph=None, gesture="{}")

    with pytest.raises(Refusal) as refusal:
        await editor.draw(make)

    assert refusal.value.problem.code == "document.unreadable"


async def test_all_who_wait_are_told_of_the_end(editor: EditorProcess) -> None:
    """Nobody waits for ever."""
    assert await asyncio.gather(*(study(editor, "end") for _ in range(3))) == ["document.unreadable"] * 3


async def test_a_desk_outlives_its_editor(desk_server: Server, survey: Path) -> None:
    """An editor that was ended by force is started again for the next text; nothing of the document is lost."""
    async with following(desk_server, survey) as one:
        await one.append("# one\n")
        await one.at(1)
        desk, _ = await desk_server.services.sessions.desks.of(survey, None)
        await desk.end_editor()
        await one.append("# two\n")
        await one.until(lambda one: one.drawn_revision == 2 and one.now.saved)
        await one.page.ask(type="document.undo", revision=2)
        await one.page.ask(type="document.undo", revision=3)
        await one.until(lambda one: one.revision == 4 and one.now.saved)

        assert one.text == PLAIN == held(survey)


async def test_the_process_rests_when_nobody_looks(desk_server: Server, survey: Path) -> None:
    """After a while in which no page came; a page that comes starts it again."""
    desks = desk_server.services.sessions.desks
    desk, _ = await desks.of(survey, None)
    page = Outbox()
    desk.attach(page, named=None)
    while_shown = await desks.let_rest(frozenset())
    desk.detach(page)
    once = await desks.let_rest(frozenset())
    twice = await desks.let_rest(once)
    async with following(desk_server, survey) as one:
        await one.append("# one\n")
        await one.until(lambda one: one.revision == 1 and one.now.saved)

    assert [sorted(paths) for paths in (while_shown, once, twice)] == [[], [survey], [survey]]
