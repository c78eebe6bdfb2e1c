"""Documents: the browser opens only what lies in the served folder, and nothing runs before it is trusted."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from stepgraph.protocol.events import GraphCompiled, RunFinished
from stepgraph.protocol.frames import Accepted
from stepgraph.server.documents import Documents, content_hash
from stepgraph.server.refusals import Refusal
from stepgraph.server.settings import Settings, ShippedExample
from tests.support.serving import GRAPHS, Server, code_of, page, running_server

COUNTER = (GRAPHS / "counter.py").read_text(encoding="utf-8")
EXAMPLE = ShippedExample("counter", "A counter", "It counts.", GRAPHS / "counter.py")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A served folder, with something beside it that must not be reached."""
    served = tmp_path / "served"
    (served / "below").mkdir(parents=True)
    (served / "graph.py").write_text(COUNTER, encoding="utf-8")
    (served / "below" / "other.py").write_text(COUNTER, encoding="utf-8")
    (served / "langgraph.json").write_text("{}", encoding="utf-8")
    (served / "notes.txt").write_text("not a graph", encoding="utf-8")
    (tmp_path / "secret.py").write_text("SECRET = 1", encoding="utf-8")
    (tmp_path / "served-too").mkdir()
    (tmp_path / "served-too" / "secret.py").write_text("SECRET = 1", encoding="utf-8")
    (served / "link.py").symlink_to(tmp_path / "secret.py")
    (served / "way").symlink_to(tmp_path)
    (served / ".hidden.py").write_text("SECRET = 1", encoding="utf-8")
    return served


@pytest_asyncio.fixture
async def served(tmp_path: Path, folder: Path) -> AsyncIterator[Server]:
    """A server of that folder, with one example."""
    async with running_server(tmp_path / "data", folder=folder, examples=(EXAMPLE,)) as running:
        yield running


def change(document: Path) -> None:
    """Change a file, as its writer would in an editor."""
    document.write_bytes(document.read_bytes() + b"\n# changed\n")


def documents_of(folder: Path) -> Documents:
    """What a server of that folder may open."""
    return Documents(Settings(folder=folder, data=folder.parent / "data", port=0))


OUTSIDE = [
    "../secret.py",
    "below/../../secret.py",
    "./../secret.py",
    "..\\secret.py",
    "%2e%2e/secret.py",
    "%2e%2e%2fsecret.py",
    "..%2fsecret.py",
    "%252e%252e%252fsecret.py",
    "..;/secret.py",
    "....//secret.py",
    "\u2024\u2024/secret.py",
    "\uff0e\uff0e/secret.py",
    "../served-too/secret.py",
    "link.py",
    "way/secret.py",
    "graph.py/../../secret.py",
    "graph.py\0.txt",
    "\0",
    "",
    ".",
    "..",
    "/",
    "~/secret.py",
    "C:\\secret.py",
    "\\\\host\\share\\secret.py",
    "file:///etc/passwd",
    "below",
    "notes.txt",
    ".hidden.py",
    "GRAPH.PY",
    "graph.py.",
    "graph.py ",
    "CON",
    "nothing.py",
    "x" * 5000,
    "a/" * 2000 + "b.py",
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_served_folder_is_found(folder: Path, path: str) -> None:
    """Dots, links, encodings, other systems' paths: all are one and the same "there is no such file"."""
    with pytest.raises(Refusal) as refused:
        documents_of(folder).inside(path)

    assert refused.value.problem.code == "document.missing"


def test_an_absolute_path_is_found_only_inside(folder: Path) -> None:
    """How a file is named makes no difference to where it is."""
    documents = documents_of(folder)

    assert documents.inside(str(folder / "graph.py")) == folder / "graph.py"
    with pytest.raises(Refusal):
        documents.inside(str(folder.parent / "secret.py"))


async def test_the_start_page_lists_graph_files_and_no_others(folder: Path) -> None:
    """Links that lead out may be listed by their names, but are not opened; tools' folders are left out."""
    for tool in ("node_modules", ".git", "venv", "__pycache__", "mine"):
        (folder / tool).mkdir()
        (folder / tool / "x.py").write_text("", encoding="utf-8")
    (folder / "mine" / "pyvenv.cfg").write_text("", encoding="utf-8")

    listed = await documents_of(folder).listed()

    assert listed == ("below/other.py", "graph.py", "langgraph.json", "link.py")


async def test_a_file_that_is_too_large_is_refused(folder: Path) -> None:
    """No graph file has ten megabytes; reading one to its end would only hold everyone up."""
    large = folder / "large.py"
    with large.open("wb") as file:
        os.truncate(file.fileno(), 11 * 1024 * 1024)

    with pytest.raises(Refusal, match="larger than"):
        await content_hash(large)


async def test_a_pipe_in_place_of_a_document_is_refused(folder: Path) -> None:
    """Reading it would wait for whoever writes, for ever."""
    os.mkfifo(folder / "pipe.py")

    with pytest.raises(Refusal, match="is not a file"):
        await content_hash(folder / "pipe.py")


async def test_a_document_opened_in_the_browser_runs_only_after_it_is_trusted(served: Server) -> None:
    """Opening, reading and asking for a run do not import it; the person's word does."""
    async with page(served) as opened:
        answer = await opened.ask(type="document.open", path="graph.py")
        await opened.state("untrusted")
        refused = await opened.ask(type="run.start", input={"n": 0})
        before = opened.told(GraphCompiled)
        trusted = await opened.ask(type="document.trust")
        await opened.ask(type="run.start", input={"n": 0})
        await opened.event(RunFinished)

    assert isinstance(answer, Accepted)
    assert (code_of(refused), before, trusted) == ("document.untrusted", [], Accepted())


async def test_a_grant_is_for_a_path_and_its_content(served: Server, folder: Path) -> None:
    """The same content elsewhere is not trusted, and neither is the file after it was changed."""
    async with page(served) as opened:
        await opened.ask(type="document.open", path="graph.py")
        await opened.ask(type="document.trust")
        change(folder / "graph.py")
        refused = await opened.ask(type="run.start", input={"n": 0})
        await opened.ask(type="document.open", path="below/other.py")
        other = await opened.ask(type="run.start", input={"n": 0})

    assert (code_of(refused), code_of(other)) == ("document.untrusted", "document.untrusted")


async def test_a_file_of_the_command_line_is_trusted_when_it_changes(served: Server, folder: Path) -> None:
    """Whoever started the server with a file goes on editing it."""
    session = await served.open(folder / "graph.py")
    async with page(served, session) as opened:
        await opened.state("ready")
        change(folder / "graph.py")
        answer = await opened.ask(type="run.start", input={"n": 0})

    assert answer == Accepted()


async def test_an_example_is_opened_as_a_copy(served: Server) -> None:
    """The shipped file stays as it is, whatever the person does to the copy; opening it again finds the copy."""
    async with page(served) as opened:
        first = await opened.ask(type="document.open", example="counter")
        welcome = await opened.state("ready")
        second = await opened.ask(type="document.open", example="counter")

    assert first == second
    assert welcome.session is not None
    assert welcome.session.example == "counter"
    assert Path(welcome.session.document).is_relative_to(served.services.settings.data)


async def test_an_example_whose_copy_was_changed_is_copied_again(served: Server) -> None:
    """Who wants the example gets the example."""
    async with page(served) as opened:
        first = await opened.ask(type="document.open", example="counter")
        welcome = await opened.state("ready")
        assert welcome.session is not None
        change(Path(welcome.session.document))
        second = await opened.ask(type="document.open", example="counter")

    assert first != second


async def test_the_same_file_is_the_same_session(served: Server, folder: Path) -> None:
    """A history is found again by opening its file."""
    session = await served.open(folder / "graph.py")
    async with page(served) as opened:
        answer = await opened.ask(type="document.open", path="graph.py")

    assert answer == Accepted(session=session)


WRONG_OPENS: dict[str, tuple[dict[str, str], str]] = {
    "nothing": ({}, "document.which"),
    "two things": ({"path": "graph.py", "example": "counter"}, "document.which"),
    "no such example": ({"example": "../counter"}, "example.unknown"),
    "no such session": ({"session": "nothing"}, "session.unknown"),
    "no such file": ({"path": "nothing.py"}, "document.missing"),
}


@pytest.mark.parametrize("case", WRONG_OPENS)
async def test_what_cannot_be_opened_is_refused(served: Server, case: str) -> None:
    """The page stays where it was."""
    command, code = WRONG_OPENS[case]
    async with page(served) as opened:
        answer = await opened.ask(type="document.open", **command)

    assert code_of(answer) == code


async def test_a_document_that_is_gone_is_rejected_and_not_forgotten(served: Server, folder: Path) -> None:
    """Its history is still there, and the page says why it cannot run."""
    session = await served.open(folder / "graph.py")
    (folder / "graph.py").unlink()
    async with page(served, session) as opened:
        await opened.state("rejected")
        answer = await opened.ask(type="run.start", input={"n": 0})

    assert code_of(answer) == "document.unreadable"
