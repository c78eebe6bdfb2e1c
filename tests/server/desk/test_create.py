"""New files: made in the served folder from a template or a dropped text, and never over what is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from stepgraph.cli.catalogue import shipped_templates
from stepgraph.protocol.frames import Accepted, StartPage, Welcome
from stepgraph.server.settings import ShippedTemplate
from tests.server.desk.following import PLAIN, Follower, held
from tests.support.serving import Server, code_of, page, running_server

TEMPLATE = ShippedTemplate("plain", "A plain graph", "Two nodes.", lambda name: f"# {name}\n{PLAIN}")


@pytest_asyncio.fixture
async def making(tmp_path: Path, folder: Path) -> AsyncIterator[Server]:
    """A server with one template."""
    (folder / "below").mkdir()
    (folder / "taken.py").write_text("taken = 1\n", encoding="utf-8")
    (folder / "way").symlink_to(tmp_path)
    async with running_server(tmp_path / "data", folder=folder, templates=(TEMPLATE,)) as running:
        yield running


async def test_templates_are_listed_on_the_start_screen(making: Server) -> None:
    """With what they are for."""
    async with making.http(await making.token()) as client:
        told = (await client.get("/api/start")).json()

    assert told["templates"] == [{"id": "plain", "title": "A plain graph", "summary": "Two nodes."}]
    assert set(told) == set(StartPage.__struct_encode_fields__)


async def test_a_file_from_a_template_is_opened_and_trusted(making: Server, folder: Path) -> None:
    """A person made it from what we ship: nothing stands in the way of running it."""
    async with page(making) as opened:
        answer = await opened.ask(type="document.create", path="below/new.py", template="plain")
        one = await Follower(opened).opened()

        assert isinstance(answer, Accepted)
        assert one.text == held(folder / "below" / "new.py") == f"# new.py\n{PLAIN}"
        assert state_of(one) != "untrusted"


async def test_a_dropped_file_is_opened_and_not_trusted(making: Server, folder: Path) -> None:
    """It may come from anywhere."""
    async with page(making) as opened:
        await opened.ask(type="document.create", path="dropped.py", text="a = 1\r\n")
        one = await Follower(opened).opened()

        assert (one.text, held(folder / "dropped.py"), state_of(one)) == ("a = 1\n", "a = 1\r\n", "untrusted")


async def test_a_dropped_file_that_is_there_already_is_opened(making: Server) -> None:
    """Under its name, when it holds the same."""
    async with page(making) as opened:
        answer = await opened.ask(type="document.create", path="taken.py", text="taken = 1\n")

    assert isinstance(answer, Accepted)


async def test_no_file_is_written_over(making: Server, folder: Path) -> None:
    """The person is asked for another name."""
    async with page(making) as opened:
        text = await opened.ask(type="document.create", path="taken.py", text="other = 1\n")
        template = await opened.ask(type="document.create", path="taken.py", template="plain")

    assert (code_of(text), code_of(template)) == ("document.exists", "document.exists")
    assert held(folder / "taken.py") == "taken = 1\n"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../out.py", "document.folder"),
        ("below/../../out.py", "document.folder"),
        ("below/../new.py", "document.folder"),
        ("way/out.py", "document.folder"),
        ("nowhere/new.py", "document.folder"),
        ("taken.py/new.py", "document.folder"),
        ("new\0.py", "document.name"),
        ("/out.py", "document.folder"),
        ("new.txt", "document.name"),
        (".py", "document.name"),
        (".hidden.py", "document.name"),
        ("a\\b.py", "document.name"),
        (f"{'x' * 300}.py", "document.name"),
    ],
)
async def test_a_file_is_only_made_in_the_served_folder(
    making: Server, tmp_path: Path, folder: Path, path: str, code: str
) -> None:
    """Under a name of a Python file, in a folder that is there; what lies outside is not told."""
    before = await asyncio.to_thread(lambda: sorted(tmp_path.rglob("*.py")))
    async with page(making) as opened:
        answer = await opened.ask(type="document.create", path=path, text="a = 1\n")

    assert code_of(answer) == code
    assert await asyncio.to_thread(lambda: sorted(tmp_path.rglob("*.py"))) == before


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({}, "document.which"),
        ({"template": "plain", "text": "a"}, "document.which"),
        ({"template": "none"}, "template.unknown"),
    ],
)
async def test_a_file_begins_as_one_thing(making: Server, command: dict[str, str], code: str) -> None:
    """A template that there is, or a text."""
    async with page(making) as opened:
        answer = await opened.ask(type="document.create", path="new.py", **command)

    assert code_of(answer) == code


def test_every_shipped_template_gives_a_text() -> None:
    """For any name of a file."""
    for template in shipped_templates():
        assert "StateGraph" in template.text("my survey.py")
        assert template.title
        assert template.summary


def state_of(one: Follower) -> str:
    """What the page is told of its session."""
    welcome = [frame for frame in one.page.frames if isinstance(frame, Welcome) and frame.session is not None][-1]
    assert welcome.session is not None
    return welcome.session.state
