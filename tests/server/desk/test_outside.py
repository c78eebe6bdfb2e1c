"""The file on the disk: what changes outside appears, and a conflict is shown and never settled in silence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from stepgraph.protocol.document import TextChange
from stepgraph.protocol.frames import Accepted
from tests.server.desk.following import PLAIN, Follower, following, held, outside
from tests.support.serving import Server, code_of

pytestmark = pytest.mark.slow

THEIRS = PLAIN.replace("n: int", "n: float")


async def do(act: Callable[..., object], *arguments: object) -> None:
    """Do something that blocks."""
    await asyncio.to_thread(act, *arguments)


async def in_conflict(one: Follower, survey: Path) -> None:
    """Let there be an edit here that is not saved, and another one on the disk."""
    await one.page.ask(type="document.autosave", on=False)
    await one.append("# mine\n")
    await do(outside, survey, THEIRS)
    await one.until(lambda one: one.now.conflict is not None)


@pytest.mark.parametrize("write", [outside, lambda path, text: path.write_text(text)], ids=["renamed", "in place"])
async def test_a_change_from_outside_appears(
    desk_server: Server, survey: Path, write: Callable[[Path, str], object]
) -> None:
    """As the lines that changed, so that cursors and selection stay; one Undo takes it back."""
    async with following(desk_server, survey) as one:
        await do(write, survey, THEIRS)
        await one.until(lambda one: one.text == THEIRS)
        changed = one.frames[-1]
        await one.page.ask(type="document.undo", revision=one.revision)
        await one.until(lambda one: one.text == PLAIN and one.now.saved)

        start = PLAIN.index("    n: int")
        assert changed.cause == "outside"
        assert changed.changes == (TextChange(start, start + len("    n: int\n"), "    n: float\n"),)
        assert (changed.view.saved, changed.view.undo) == (True, "a change from outside")
        assert held(survey) == PLAIN


async def test_a_change_from_outside_meets_one_here(desk_server: Server, survey: Path) -> None:
    """Both are kept: the file as it is, the text as it is, and the page is shown how they differ."""
    async with following(desk_server, survey) as one:
        await in_conflict(one, survey)

        conflict = one.now.conflict
        assert conflict is not None
        assert conflict.text == THEIRS
        assert {"-    n: float", "+    n: int", "+# mine"} <= set(conflict.diff.splitlines())
        assert (one.text, held(survey), one.now.saved) == (f"{PLAIN}# mine\n", THEIRS, False)


@pytest.mark.parametrize("command", [{"type": "document.save"}, {"type": "run.start", "input": {"n": 0}}])
async def test_nothing_is_written_over_in_a_conflict(
    desk_server: Server, survey: Path, command: dict[str, object]
) -> None:
    """Neither by saving nor by a run, which would run the other text."""
    async with following(desk_server, survey) as one:
        await in_conflict(one, survey)
        answer = await one.page.ask(**command)

        assert (code_of(answer), held(survey)) == ("document.conflict", THEIRS)


async def test_mine_goes_over_theirs_when_a_person_says_so(desk_server: Server, survey: Path) -> None:
    """And the conflict is over."""
    async with following(desk_server, survey) as one:
        await in_conflict(one, survey)
        answer = await one.page.ask(type="document.resolve", keep="mine")
        await one.saved()

        assert isinstance(answer, Accepted)
        assert held(survey) == one.text == f"{PLAIN}# mine\n"
        assert one.now.conflict is None


async def test_theirs_takes_the_place_of_mine_and_undo_gets_mine_back(desk_server: Server, survey: Path) -> None:
    """So nothing is lost by a wrong click."""
    async with following(desk_server, survey) as one:
        await in_conflict(one, survey)
        await one.page.ask(type="document.resolve", keep="disk")
        await one.saved()
        taken = one.text
        await one.page.ask(type="document.undo", revision=one.revision)
        await one.until(lambda one: one.frames[-1].cause == "undone")

        assert (taken, one.text, one.now.conflict) == (THEIRS, f"{PLAIN}# mine\n", None)


async def test_without_a_conflict_there_is_none_to_end(desk_server: Server, survey: Path) -> None:
    """A second click changes nothing."""
    async with following(desk_server, survey) as one:
        answer = await one.page.ask(type="document.resolve", keep="disk")

        assert code_of(answer) == "document.no_conflict"


async def test_a_conflict_ends_when_the_file_is_what_it_was(desk_server: Server, survey: Path) -> None:
    """Who takes the other change back leaves no question."""
    async with following(desk_server, survey) as one:
        await in_conflict(one, survey)
        await do(outside, survey, PLAIN)
        await one.until(lambda one: one.now.conflict is None)

        assert (one.text, one.now.saved) == (f"{PLAIN}# mine\n", False)


async def test_a_file_that_is_gone_is_a_conflict_until_it_is_back(desk_server: Server, survey: Path) -> None:
    """The text stays here; what comes back is taken up."""
    async with following(desk_server, survey) as one:
        await do(survey.unlink)
        await one.until(lambda one: one.now.conflict is not None)
        gone, is_saved = one.now.conflict, one.now.saved
        await do(outside, survey, THEIRS)
        await one.until(lambda one: one.text == THEIRS)

        assert gone is not None
        assert (gone.text, is_saved) == (None, False)
        assert (one.now.conflict, one.now.saved) == (None, True)


async def test_a_file_that_is_gone_is_written_again_when_a_person_says_so(desk_server: Server, survey: Path) -> None:
    """And there is nothing else to take."""
    async with following(desk_server, survey) as one:
        await do(survey.unlink)
        await one.until(lambda one: one.now.conflict is not None)
        theirs = await one.page.ask(type="document.resolve", keep="disk")
        mine = await one.page.ask(type="document.resolve", keep="mine")

        assert (code_of(theirs), code_of(mine), held(survey)) == ("document.gone", "", PLAIN)


async def test_a_change_that_the_watch_did_not_tell_is_not_written_over(
    desk_server: Server, survey: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is looked at before it is replaced."""
    async with following(desk_server, survey) as one:
        await one.page.ask(type="document.autosave", on=False)
        await one.append("# mine\n")

        async def unwatched() -> None:
            """Nothing is told."""

        desk, _ = await desk_server.services.sessions.desks.of(survey, None)
        monkeypatch.setattr(desk.file, "look", unwatched)
        await do(outside, survey, THEIRS)
        answer = await one.page.ask(type="document.save")

        assert (code_of(answer), held(survey)) == ("document.conflict", THEIRS)


async def test_a_file_that_becomes_unreadable_as_text_is_only_shown(desk_server: Server, survey: Path) -> None:
    """Another encoding, from outside: it says why, and edits are refused."""
    async with following(desk_server, survey) as one:
        await do(survey.write_bytes, b"a = '\xff'\n")
        await one.until(lambda one: one.now.read_only is not None)
        answer = await one.append("# one\n")

        assert (code_of(answer), held_bytes(survey)) == ("document.read_only", b"a = '\xff'\n")


async def test_what_was_edited_is_saved_when_the_server_ends(desk_server: Server, survey: Path) -> None:
    """If it parses."""
    async with following(desk_server, survey) as one:
        await one.append("# one\n")
        await desk_server.services.sessions.desks.close()

        assert held(survey) == f"{PLAIN}# one\n"


def held_bytes(path: Path) -> bytes:
    """What a file holds."""
    return path.read_bytes()
