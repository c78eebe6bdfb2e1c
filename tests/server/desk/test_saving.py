"""Saving, as pages see it: the file keeps its form, and when it cannot be written the edits are kept here."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path

import pytest

from stepgraph.protocol.frames import Accepted
from stepgraph.protocol.problems import Problem
from stepgraph.server.desk.disk import Disk
from stepgraph.server.trust import Trust
from tests.server.desk.following import PLAIN, following
from tests.support.serving import Server, code_of


def bytes_of(path: Path) -> bytes:
    """What a file holds."""
    return path.read_bytes()


@pytest.mark.parametrize(
    ("content", "after"),
    [
        (b"a = 1\r\nb = 2\r\n", b"a = 1\r\nb = 2\r\n# one\r\n"),
        (b"\xef\xbb\xbfa = 1\n", b"\xef\xbb\xbfa = 1\n# one\n"),
        (b"if a:\n\tb = 2", b"if a:\n\tb = 2# one\n"),
        (b"a = '\xf0\x9f\x98\x80'\n", b"a = '\xf0\x9f\x98\x80'\n# one\n"),
    ],
    ids=["windows", "mark", "tabs and no end", "astral"],
)
async def test_a_file_keeps_its_form(desk_server: Server, survey: Path, content: bytes, after: bytes) -> None:
    """Only what was edited differs, and Undo gives the first bytes."""
    await asyncio.to_thread(survey.write_bytes, content)
    async with following(desk_server, survey) as one:
        await one.append("# one\n")
        await one.until(lambda one: one.revision == 1 and one.now.saved)
        edited = bytes_of(survey)
        await one.page.ask(type="document.undo", revision=1)
        await one.until(lambda one: one.revision == 2 and one.now.saved)

        assert (edited, bytes_of(survey)) == (after, content)


async def test_saving_by_itself_can_be_switched_off_and_on(desk_server: Server, survey: Path) -> None:
    """Switched on, it writes what waits."""
    async with following(desk_server, survey) as one:
        await one.page.ask(type="document.autosave", on=False)
        await one.append("# one\n")
        await one.at(1)
        waiting = bytes_of(survey)
        await one.page.ask(type="document.autosave", on=True)
        await one.saved()

        assert (waiting, bytes_of(survey)) == (PLAIN.encode(), f"{PLAIN}# one\n".encode())


async def test_a_text_that_does_not_parse_is_saved_when_it_is_asked_for(desk_server: Server, survey: Path) -> None:
    """By a person, who may want that."""
    async with following(desk_server, survey) as one:
        await one.append("# does not parse\n")
        await one.at(1)
        waiting = bytes_of(survey)
        answer = await one.page.ask(type="document.save")

        assert isinstance(answer, Accepted)
        assert (waiting, bytes_of(survey)) == (PLAIN.encode(), f"{PLAIN}# does not parse\n".encode())


async def test_edits_that_cannot_be_saved_are_kept_and_saved_later(
    desk_server: Server, survey: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is told why, and again when it worked."""

    def full(_disk: Disk, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with following(desk_server, survey) as one:
        with monkeypatch.context() as disk:
            disk.setattr(Disk, "_replace", full)
            await one.append("# one\n")
            await one.until(lambda one: one.now.trouble is not None)
            trouble = one.now.trouble
            answer = await one.page.ask(type="document.save")
        await one.append("# two\n")
        await one.saved()

        assert isinstance(answer, Problem)
        assert trouble == answer
        assert (answer.code, one.now.trouble) == ("document.not_saved", None)
        assert bytes_of(survey) == f"{PLAIN}# one\n# two\n".encode()


@pytest.mark.parametrize("content", [b"a = '\xff'\n", b"a = 1\r\nb = 2\n"])
async def test_what_cannot_be_written_again_is_only_shown(desk_server: Server, survey: Path, content: bytes) -> None:
    """The reason stands at the document, and every edit gets it."""
    await asyncio.to_thread(survey.write_bytes, content)
    async with following(desk_server, survey) as one:
        answer = await one.append("# one\n")

        assert isinstance(answer, Problem)
        assert (answer.code, answer.sentence) == ("document.read_only", one.now.read_only)
        assert (one.now.saved, bytes_of(survey)) == (True, content)


async def test_a_link_is_followed(desk_server: Server, survey: Path, folder: Path) -> None:
    """The file is written, the link stays, and both names are one document."""
    link = folder / "link.py"
    await asyncio.to_thread(link.symlink_to, survey)
    async with following(desk_server, link) as one, following(desk_server, survey) as other:
        await one.append("# one\n")
        await other.until(lambda other: other.revision == 1 and other.now.saved)

        assert bytes_of(survey) == f"{PLAIN}# one\n".encode()
        assert await asyncio.to_thread(link.is_symlink)


async def test_a_trusted_document_stays_trusted_when_it_is_saved(desk_server: Server, survey: Path) -> None:
    """What a person drew there is theirs, for later runs of the server too."""
    async with following(desk_server, survey) as one:
        await one.append("# one\n")
        await one.saved()
        services = desk_server.services
        # Another run of the server, in which nobody named the file.
        trust = Trust(services.store, services.documents, services.settings.outside)

        assert await trust.allows(survey, one.now.source_hash)


async def test_a_long_document_is_edited_like_any_other(desk_server: Server, survey: Path) -> None:
    """50,000 lines."""
    long = PLAIN + "".join(f"x{number} = {number}\n" for number in range(50_000))
    await asyncio.to_thread(survey.write_text, long)
    async with following(desk_server, survey) as one:
        answer = await one.edit(
            type="text.replace", title="Mend", changes=[{"start": 0, "end": 0, "text": "# mended\n"}]
        )
        await one.until(lambda one: one.revision == 1)

        assert isinstance(answer, Accepted)
        assert len((answer.diff or "").splitlines()) == 7
        assert one.text == f"# mended\n{long}"


async def test_a_change_longer_than_the_text_can_be_is_refused(desk_server: Server, survey: Path) -> None:
    """At the edge."""
    async with following(desk_server, survey) as one:
        answer = await one.type(0, 0, "x" * 200_001)

    assert code_of(answer) == "message.malformed"
