"""Several pages on one document: all of them show the same text, and nobody writes over what another did."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from stepgraph.protocol.frames import Accepted, DocumentFrame
from stepgraph.protocol.problems import Problem
from stepgraph.server import outbox
from tests.server.desk.following import PLAIN, Follower, following, held
from tests.support.serving import Server, code_of, page

REPLACED: dict[str, Any] = {
    "type": "text.replace",
    "title": "Mend",
    "changes": [{"start": 0, "end": 0, "text": "# mended\n"}],
}


async def test_two_pages_show_what_either_does(desk_server: Server, survey: Path) -> None:
    """They follow one session or two; what comes to each gives the same text."""
    async with following(desk_server, survey) as one, following(desk_server, survey, "graph") as other:
        await one.append("# one\n")
        await other.until(lambda other: other.revision == 1)
        await other.edit(**REPLACED)
        await one.until(lambda one: one.revision == 2 and one.now.saved)
        await other.until(lambda other: other.now.saved)

        assert one.text == other.text == f"# mended\n{PLAIN}# one\n" == held(survey)
        assert one.now == other.now


async def test_a_page_knows_what_it_typed_itself(desk_server: Server, survey: Path) -> None:
    """By the name that it gave itself; what was drawn has no author."""
    async with following(desk_server, survey) as one:
        await one.append("# one\n", author="window-7")
        await one.until(lambda one: one.revision == 1)
        await one.edit(**REPLACED)
        await one.until(lambda one: one.revision == 2)

        told = [(frame.cause, frame.author) for frame in one.frames if frame.changes is not None]
        assert told == [("typed", "window-7"), ("drawn", None)]


@pytest.mark.parametrize(
    "command",
    [
        {"type": "document.edit", "gesture": REPLACED},
        {"type": "document.type", "author": "me", "changes": [{"start": 0, "end": 0, "text": "x"}]},
        {"type": "document.undo"},
        {"type": "document.redo"},
    ],
)
async def test_who_saw_an_older_text_is_refused(desk_server: Server, survey: Path, command: dict[str, object]) -> None:
    """It looks at the newer one first, and nothing is written over."""
    async with following(desk_server, survey) as one:
        await one.append("# one\n")
        answer = await one.page.ask(revision=0, **command)

        assert isinstance(answer, Problem)
        assert answer.code == "document.revision"


async def test_a_page_that_comes_later_gets_all_there_is(desk_server: Server, survey: Path) -> None:
    """The text as it is now, how it stands, where the boxes are."""
    async with following(desk_server, survey) as one:
        await one.append("# one\n")
        boxes = [{"name": "ask", "x": 1.0, "y": 2.0}]
        await one.page.ask(type="document.arrange", graph="graph", boxes=boxes)
        await one.until(lambda one: one.now.saved and one.drawn_revision == 1)
        async with following(desk_server, survey) as late:
            await late.until(lambda late: late.arrangement is not None)

            assert (late.text, late.now, late.drawing) == (one.text, one.now, one.drawing)
            assert late.arrangement == one.arrangement


async def test_a_page_that_comes_while_the_text_does_not_parse_gets_the_last_drawing(
    desk_server: Server, survey: Path
) -> None:
    """And why it is not the newest."""
    async with following(desk_server, survey) as one:
        await one.append("# does not parse\n")
        await one.at(1)
        async with following(desk_server, survey) as late:
            await late.until(lambda late: late.drawn_revision == 1)

            assert late.good is not None
            assert late.drawing is not None
            assert late.drawing.fault is not None


async def test_changes_are_shown_to_a_page_that_is_too_slow_as_a_whole_text(
    desk_server: Server, survey: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It misses none of them, and costs the server no more than that."""
    monkeypatch.setattr(outbox, "MAX_CHANGES", 0)
    async with following(desk_server, survey) as one:
        await one.append("# one\n")
        await one.until(lambda one: one.revision == 1)
        whole = [frame for frame in one.page.frames if isinstance(frame, DocumentFrame) and frame.text is not None]

        assert one.text == f"{PLAIN}# one\n" == whole[-1].text


async def test_a_page_that_opens_another_document_leaves_the_first(
    desk_server: Server, survey: Path, folder: Path
) -> None:
    """What happens to the first is not told to it any more."""
    other = folder / "other.py"
    other.write_text("graph = None\n", encoding="utf-8")
    async with following(desk_server, survey) as one, following(desk_server, survey) as mover:
        await mover.page.ask(type="document.open", path="other.py")
        await mover.until(lambda mover: mover.now.path == str(other))
        await one.append("# one\n")
        await mover.append("# other\n")
        await mover.until(lambda mover: mover.revision == 1)

        assert mover.text == "graph = None\n# other\n"
        assert all(frame.view.path == str(other) for frame in mover.frames[-2:])


async def test_a_command_about_a_document_needs_one(desk_server: Server) -> None:
    """A page on the start screen has none."""
    async with page(desk_server) as opened:
        answer = await opened.ask(type="document.undo", revision=0)

    assert code_of(answer) == "session.none"


async def test_the_last_change_and_all_of_them_are_told_as_a_diff(desk_server: Server, survey: Path) -> None:
    """Since the last act, or since the document was opened here."""
    async with following(desk_server, survey) as one:
        await one.append("# one\n")
        await one.until(lambda one: one.revision == 1)
        await one.append("# two\n")
        last = await one.page.ask(type="document.diff")
        both = await one.page.ask(type="document.diff", since="opened")

    assert isinstance(last, Accepted)
    assert isinstance(both, Accepted)
    added = [[line for line in (one.diff or "").splitlines() if line.startswith("+#")] for one in (last, both)]
    assert added == [["+# two"], ["+# one", "+# two"]]


async def test_editing_does_not_wait_for_a_run(desk_server: Server, folder: Path, impatient: None) -> None:
    """Commands about the run have a lane of their own."""
    path = folder / "long.py"
    path.write_text('# script: {"target": 3, "at": {"1": "hang"}}\ngraph = None\n', encoding="utf-8")
    async with following(desk_server, path) as one:
        await one.page.send(type="run.start", input={"n": 0})
        answer = await one.append("# one\n")

        assert isinstance(answer, Accepted)
        await one.page.ask(type="run.stop")


async def test_a_document_that_cannot_be_read_is_told_when_somebody_edits_it(desk_server: Server, survey: Path) -> None:
    """The page is there all the same."""
    session = await desk_server.open(survey)
    await asyncio.to_thread(survey.unlink)
    async with page(desk_server, session) as opened:
        answer = await Follower(opened).page.ask(type="document.undo", revision=0)

    assert code_of(answer) == "document.unreadable"
