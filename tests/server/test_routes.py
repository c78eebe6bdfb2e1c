"""What the page asks for over HTTP: the start page, the source, older steps, moments and whole values."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from stepgraph.protocol.events import RunFinished, RunPaused
from stepgraph.protocol.fold import Folder
from stepgraph.protocol.frames import EventFrame, Launch, Moment, Source, StartPage, Steps, WholeValue
from stepgraph.server.store.blobs import WholeBlob, put_blobs
from tests.support.serving import Server, page, real_worker, running_server


async def ran(server: Server, document: Path) -> tuple[str, list[EventFrame]]:
    """A session whose run has ended, and its events."""
    session = await server.open(document)
    async with page(server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 0})
        await opened.event(RunFinished)
    return session, opened.events()


def text_of(document: Path) -> str:
    """What is on the disk."""
    return document.read_text(encoding="utf-8")


async def get(server: Server, path: str, **parameters: object) -> bytes:
    """What the server answers a page."""
    async with server.http(await server.token()) as http:
        answer = await http.get(path, params={name: str(value) for name, value in parameters.items()})
    assert answer.status_code == 200, answer.text
    return answer.content


async def status(server: Server, path: str) -> tuple[int, str]:
    """The status and the problem's code of what is refused."""
    async with server.http(await server.token()) as http:
        answer = await http.get(path)
    return answer.status_code, answer.json()["code"]


async def test_the_start_page_shows_the_folder_and_what_was_opened(server: Server, counter: Path) -> None:
    """The session that was used last comes first, with how its run ended."""
    session, _ = await ran(server, counter)

    start = msgspec.json.decode(await get(server, "/api/start"), type=StartPage)

    assert start.folder == str(server.services.settings.folder)
    assert "counter.py" in start.files
    assert [(recent.session, recent.document, recent.status) for recent in start.recent] == [
        (session, str(counter), "finished")
    ]


async def test_the_source_is_what_is_on_the_disk(server: Server, counter: Path) -> None:
    """The page shows the file as it is now."""
    session = await server.open(counter)

    source = msgspec.json.decode(await get(server, f"/api/sessions/{session}/source"), type=Source)

    assert (source.path, source.text) == (str(counter), text_of(counter))


@pytest.mark.slow
async def test_the_shipped_reader_tells_where_a_text_is_wrong(tmp_path: Path) -> None:
    """A file that does not parse is shown with its problem, and nothing of it runs."""
    broken = tmp_path / "broken.py"
    broken.write_text("import os\nos._exit(1)\ndef (:\n", encoding="utf-8")
    async with running_server(tmp_path / "data", worker=real_worker) as server:
        session = await server.open(broken)
        source = msgspec.json.decode(await get(server, f"/api/sessions/{session}/source"), type=Source)

    assert [problem.line for problem in source.problems] == [3]


async def test_a_moment_is_the_picture_after_a_step_and_its_events(server: Server, counter: Path) -> None:
    """Each entry of the timeline can be looked at, and shows what the fold of the log up to it shows."""
    session, seen = await ran(server, counter)
    folder, pictures = Folder(), {}
    for frame in seen:
        folder.fold(frame.seq, frame.event)
        pictures[frame.seq] = folder.snapshot()
    entries = folder.snapshot().steps

    moments = [
        msgspec.json.decode(await get(server, f"/api/sessions/{session}/moments/{entry.key}"), type=Moment)
        for entry in entries
    ]

    assert [moment.snapshot for moment in moments] == [pictures[entry.seq_to] for entry in entries]
    assert [list(moment.events) for moment in moments] == [
        [frame for frame in seen if entry.seq_from <= frame.seq <= entry.seq_to] for entry in entries
    ]


async def test_an_open_step_is_a_moment_too(server: Server, counter: Path) -> None:
    """Of a superstep that has not ended, the picture now and what was told so far."""
    session = await server.open(counter)
    async with page(server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 0}, until="superstep")
        await opened.event(RunPaused)
        for _ in range(2):
            await opened.ask(type="run.stepPhase")
            await opened.event(RunPaused)
        moment = msgspec.json.decode(await get(server, f"/api/sessions/{session}/moments/2"), type=Moment)

    assert moment.snapshot.open is not None
    assert (moment.snapshot.open.key, moment.events[-1]) == (2, opened.events()[-1])


async def test_older_steps_come_page_by_page(server: Server, counter: Path) -> None:
    """From any key backwards, oldest first."""
    session, _ = await ran(server, counter)

    newest = msgspec.json.decode(await get(server, f"/api/sessions/{session}/steps"), type=Steps)
    some = msgspec.json.decode(await get(server, f"/api/sessions/{session}/steps", before=3, limit=2), type=Steps)

    assert [entry.key for entry in newest.steps] == [0, 1, 2, 3, 4]
    assert some.steps == newest.steps[1:3]


async def test_a_whole_value_comes_in_pieces(server: Server, counter: Path) -> None:
    """A text of any length is read piece by piece, by characters and not by bytes."""
    session = await server.open(counter)
    text = '"' + "ä" * 300_000 + '"'
    ref = "5" * 64
    blob = WholeBlob(_hash(text), None, 0, text.encode(), is_json=True)
    await server.services.store.write(lambda connection: put_blobs(connection, session, [blob]))

    first = msgspec.json.decode(await get(server, f"/api/values/{blob.ref}"), type=WholeValue)
    rest = msgspec.json.decode(await get(server, f"/api/values/{blob.ref}", offset=262_144), type=WholeValue)

    assert first.text + rest.text == text
    assert (first.characters, first.json, rest.offset) == (300_002, True, 262_144)
    assert await status(server, f"/api/values/{ref}") == (404, "value.unknown")


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


async def test_a_value_that_is_damaged_is_told(server: Server, counter: Path) -> None:
    """What does not fit its name is not shown."""
    session = await server.open(counter)
    blob = WholeBlob("0" * 64, None, 0, b"lies", is_json=False)
    await server.services.store.write(lambda connection: put_blobs(connection, session, [blob]))

    assert await status(server, f"/api/values/{blob.ref}") == (410, "value.damaged")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/api/sessions/nothing/source", (404, "session.unknown")),
        ("/api/sessions/nothing/steps", (404, "session.unknown")),
        ("/api/sessions/nothing/moments/0", (404, "session.unknown")),
        ("/api/sessions/..%2f..%2fx/source", (404, "http.404")),
        ("/api/sessions/nothing/moments/-1", (404, "step.unknown")),
        ("/api/sessions/nothing/moments/x", (422, "request.malformed")),
        ("/api/sessions/nothing/moments/99999999999999999999", (404, "step.unknown")),
        ("/api/sessions/nothing/steps?before=-1", (422, "request.malformed")),
        ("/api/sessions/nothing/steps?limit=99999999999999999999", (422, "request.malformed")),
        ("/api/values/..%2f..%2fetc%2fpasswd", (404, "http.404")),
        ("/api/values/x?offset=-1", (422, "request.malformed")),
        ("/api/nothing", (404, "http.404")),
    ],
)
async def test_what_is_not_there_is_refused_with_a_code(server: Server, path: str, expected: tuple[int, str]) -> None:
    """Every refusal is a problem of the protocol, and none is a mistake of the server."""
    assert await status(server, path) == expected


async def test_an_unknown_step_of_a_known_session_is_refused(server: Server, counter: Path) -> None:
    """A moment that has not come yet is not made up."""
    session = await server.open(counter)

    assert await status(server, f"/api/sessions/{session}/moments/7") == (404, "step.unknown")


BODIES = {
    "no JSON": b"code",
    "no object": b"[]",
    "no code": b"{}",
    "another type": b'{"code": 1}',
    "more": b'{"code": "x", "token": "y"}',
    "a key twice": b'{"code": "x", "code": "x"}',
    "not text": b"\xff\xfe",
}


@pytest.mark.parametrize("case", BODIES)
async def test_a_malformed_request_is_refused(server: Server, case: str) -> None:
    """A launch is asked for in one way."""
    async with server.http() as http:
        answer = await http.post("/api/launch", content=BODIES[case], headers={"Content-Type": "application/json"})

    assert (answer.status_code, answer.json()["code"]) == (400, "request.malformed")


async def test_a_request_without_end_is_refused(server: Server) -> None:
    """A body is read up to a limit."""
    async with server.http() as http:
        answer = await http.post("/api/launch", content=b" " * 100_000, headers={"Content-Type": "application/json"})

    assert (answer.status_code, answer.json()["code"]) == (413, "request.too_large")


async def test_a_window_hands_another_one_a_code(server: Server) -> None:
    """A second window has no key of its own; the first one asks for a code for it."""
    async with server.http(await server.token()) as http:
        another = msgspec.json.decode((await http.post("/api/launch/another", json={})).content, type=Launch)
    async with server.http() as http:
        answer = await http.post("/api/launch", json={"code": another.code})

    assert answer.status_code == 200
    assert server.services.launch.knows(answer.json()["token"])
