"""Who trusts a document trusts its content: what people here make of it stays trusted, what comes from outside not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.desk.following import PLAIN, Follower, held, outside
from tests.server.desk.test_outside import do
from tests.support.serving import Server, code_of, page

pytestmark = pytest.mark.slow

THEIRS = PLAIN.replace("n: int", "n: float")


@asynccontextmanager
async def trusting(server: Server, path: Path) -> AsyncIterator[Follower]:
    """Follow a document that was opened, and then trusted as it is."""
    session = (await server.services.sessions.open_file(path, None)).session
    async with page(server, session.row.id) as opened:
        one = await Follower(opened).opened()
        await opened.ask(type="document.trust")
        yield one


async def is_trusted(server: Server, path: Path) -> bool:
    """Whether a session that is opened now would run the file as it is."""
    other = (await server.services.sessions.open_file(path, None)).session
    async with page(server, other.row.id) as opened:
        return code_of(await opened.ask(type="run.start", input={"n": 0})) != "document.untrusted"


async def taken_from_outside(one: Follower, path: Path) -> None:
    """Let somebody write to the file."""
    await do(outside, path, THEIRS)
    await one.until(lambda one: one.text == THEIRS)


async def test_what_is_made_here_of_a_trusted_document_is_trusted(desk_server: Server, survey: Path) -> None:
    """And so is what Undo leaves of it."""
    async with trusting(desk_server, survey) as one:
        await one.append("# one\n")
        await one.until(lambda one: one.revision == 1 and one.now.saved)
        await one.append("# two\n")
        await one.until(lambda one: one.revision == 2 and one.now.saved)
        await one.page.ask(type="document.undo", revision=one.revision)
        await one.until(lambda one: one.now.saved and one.revision == 3)

        assert held(survey) == f"{PLAIN}# one\n"
        assert await is_trusted(desk_server, survey)


async def test_what_comes_from_outside_is_not_trusted_for_an_edit_on_top_of_it(
    desk_server: Server, survey: Path
) -> None:
    """Somebody else wrote the rest."""
    async with trusting(desk_server, survey) as one:
        await taken_from_outside(one, survey)
        await one.append("# mine\n")
        await one.until(lambda one: one.revision == 2 and one.now.saved)

        assert held(survey) == f"{THEIRS}# mine\n"
        assert not await is_trusted(desk_server, survey)


async def test_what_comes_from_outside_is_not_trusted_by_undo_and_redo(desk_server: Server, survey: Path) -> None:
    """The file holds what was trusted in between; what comes after that is still somebody else's."""
    async with trusting(desk_server, survey) as one:
        await taken_from_outside(one, survey)
        await one.page.ask(type="document.undo", revision=one.revision)
        await one.until(lambda one: one.text == PLAIN and one.now.saved)
        before = await is_trusted(desk_server, survey)
        await one.page.ask(type="document.redo", revision=one.revision)
        await one.until(lambda one: one.text == THEIRS and one.now.saved)

        assert before
        assert held(survey) == THEIRS
        assert not await is_trusted(desk_server, survey)


async def test_what_was_there_before_an_outside_change_is_not_trusted_with_it(
    desk_server: Server, survey: Path
) -> None:
    """Undo brings the first content back, which nobody has allowed to run."""
    session = (await desk_server.services.sessions.open_file(survey, None)).session
    async with page(desk_server, session.row.id) as opened:
        one = await Follower(opened).opened()
        await taken_from_outside(one, survey)
        await opened.ask(type="document.trust")
        await opened.ask(type="document.undo", revision=one.revision)
        await one.until(lambda one: one.text == PLAIN and one.now.saved)

        assert held(survey) == PLAIN
        assert not await is_trusted(desk_server, survey)


async def test_what_nobody_has_seen_yet_is_not_trusted(
    desk_server: Server, survey: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person presses the button for what the page shows, while somebody writes to the file."""

    async def unwatched() -> None:
        """Nothing is told."""

    session = (await desk_server.services.sessions.open_file(survey, None)).session
    async with page(desk_server, session.row.id) as opened:
        await Follower(opened).opened()
        desk, _ = await desk_server.services.sessions.desks.of(survey, None)
        monkeypatch.setattr(desk.file, "look", unwatched)
        await do(outside, survey, THEIRS)
        answer = await opened.ask(type="document.trust")

        assert code_of(answer) == "document.untrusted"
        assert not await is_trusted(desk_server, survey)


async def test_what_a_langgraph_json_names_is_trusted_by_its_own_content(desk_server: Server, survey: Path) -> None:
    """Somebody who changes the named file changes what would run, though the list stays as it is."""
    listed = survey.parent / "langgraph.json"
    listed.write_text(f'{{"graphs": {{"agent": "./{survey.name}:graph"}}}}', encoding="utf-8")
    session = (await desk_server.services.sessions.open_file(listed, "agent")).session
    async with page(desk_server, session.row.id) as opened:
        await opened.ask(type="document.trust")
        assert code_of(await opened.ask(type="run.start", input={"n": 0})) == ""
        await do(outside, survey, THEIRS)
        await opened.ask(type="run.stop")

        again = await opened.ask(type="run.restart")

    assert code_of(again) == "document.untrusted"
