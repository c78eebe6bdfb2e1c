"""The socket: who is greeted, what is refused, and that each command is carried out and answered once."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stepgraph.protocol.events import RunFinished, RunPaused, RunStarted
from stepgraph.protocol.frames import CLOSE_NO_HELLO, CLOSE_TOKEN, CLOSE_VERSION, Accepted, Reply, Welcome
from stepgraph.protocol.problems import Problem
from stepgraph.server.settings import MAX_MESSAGE_BYTES
from tests.support.serving import Server, code_of, page


def bare(server: Server) -> connect:
    """A socket that says nothing by itself."""
    return connect(f"ws://127.0.0.1:{server.port}/api/socket", origin=server.origin)


async def closed_with(connection: ClientConnection) -> int:
    """Wait until the server closes the socket; return the code."""
    await asyncio.wait_for(connection.wait_closed(), 20)
    assert connection.close_code is not None
    return connection.close_code


def hello(token: str, **more: object) -> str:
    """A hello as text."""
    return json.dumps({"frame": "hello", "version": 1, "token": token, **more})


async def test_a_page_is_greeted_without_a_session(server: Server) -> None:
    """The start screen needs nothing but the welcome."""
    async with page(server) as opened:
        welcome = await opened.until(lambda frame: isinstance(frame, Welcome))

    assert welcome == Welcome(version=1, session=None, epoch=None, seq=0)


async def test_an_unknown_session_is_greeted_as_none(server: Server) -> None:
    """A page that was left open for long finds the start screen, and no dead end."""
    async with page(server, "gone") as opened:
        welcome = await opened.until(lambda frame: isinstance(frame, Welcome))

    assert isinstance(welcome, Welcome)
    assert welcome.session is None


@pytest.mark.parametrize("token", ["", "wrong", "x" * 256])
async def test_a_wrong_token_closes_the_socket(server: Server, token: str) -> None:
    """The code tells the page that trying again does not help."""
    async with bare(server) as connection:
        await connection.send(hello(token))
        reply = json.loads(await connection.recv())

        assert (await closed_with(connection), reply["problem"]["code"]) == (CLOSE_TOKEN, "gate.token")


async def test_another_version_closes_the_socket(server: Server) -> None:
    """A page of another version is told to load itself again."""
    async with bare(server) as connection:
        await connection.send(hello(await server.token(), version=99))

        assert await closed_with(connection) == CLOSE_VERSION


NO_HELLOS: dict[str, str | bytes] = {
    "nothing of JSON": "hello",
    "another frame": json.dumps({"frame": "ask", "id": "1", "command": {"type": "run.step"}}),
    "a frame with more": json.dumps({"frame": "hello", "version": 1, "token": "x", "admin": True}),
    "a list": "[]",
    "too long": json.dumps({"frame": "hello", "version": 1, "token": "x", "session": "y" * 5000}),
    "bytes": b"hello",
}


@pytest.mark.parametrize("case", NO_HELLOS)
async def test_the_first_message_is_a_hello(server: Server, case: str) -> None:
    """Whoever begins with anything else is not listened to."""
    async with bare(server) as connection:
        await connection.send(NO_HELLOS[case])

        assert await closed_with(connection) == CLOSE_NO_HELLO


MALFORMED: dict[str, str | bytes] = {
    "empty": "",
    "cut": '{"frame":"ask","id":"m","comm',
    "a list": "[]",
    "null": "null",
    "a number": "1",
    "no command": '{"frame":"ask","id":"m"}',
    "unknown command": '{"frame":"ask","id":"m","command":{"type":"run.fly"}}',
    "unknown field": '{"frame":"ask","id":"m","command":{"type":"run.step","n":1}}',
    "field of another type": '{"frame":"ask","id":"m","command":{"type":"run.fork","checkpoint":1}}',
    "a text for a number": '{"frame":"ask","id":"m","command":{"type":"run.start","input":1,"recursionLimit":"5"}}',
    "an empty name": '{"frame":"ask","id":"m","command":{"type":"run.fork","checkpoint":""}}',
    "a second hello": '{"frame":"hello","version":1,"token":"x"}',
    "NaN": '{"frame":"ask","id":"m","command":{"type":"run.start","input":NaN}}',
    "infinity": '{"frame":"ask","id":"m","command":{"type":"run.start","input":1e999}}',
    "a key twice": '{"frame":"ask","id":"m","command":{"type":"run.start","input":{"a":1,"a":2}}}',
    "half a surrogate pair": '{"frame":"ask","id":"m","command":{"type":"run.start","input":"\\ud800"}}',
    "endless nesting": '{"frame":"ask","id":"m","command":{"type":"run.start","input":' + "[" * 100_000,
    "a huge number": '{"frame":"ask","id":"m","command":{"type":"run.start","input":' + "9" * 5000 + "}}",
    "bytes": b"\x00\xff",
}


@pytest.mark.parametrize("case", MALFORMED)
async def test_a_malformed_message_is_refused_and_the_socket_stays(server: Server, case: str) -> None:
    """What is not of the protocol gets a sentence; the next message is read as if nothing had been."""
    async with page(server) as opened:
        await opened.connection.send(MALFORMED[case])
        refused = await opened.until(lambda frame: isinstance(frame, Reply))
        answer = await opened.ask(type="run.step")

    assert isinstance(refused, Reply)
    assert refused.problem is not None
    assert refused.problem.code.startswith("message.")
    assert code_of(answer) == "session.none"


async def test_a_refused_message_is_answered_under_its_id_if_it_has_one(server: Server) -> None:
    """The page can tell which of its commands was refused."""
    async with page(server) as opened:
        await opened.connection.send(MALFORMED["unknown field"])
        refused = await opened.until(lambda frame: isinstance(frame, Reply))

    assert isinstance(refused, Reply)
    assert refused.id == "m"


async def test_a_problem_does_not_repeat_what_was_sent(server: Server) -> None:
    """A sentence about a malformed message holds none of its content."""
    async with page(server) as opened:
        secret = json.dumps({"frame": "ask", "id": "m", "command": {"type": "run.fork", "checkpoint": ["hush-hush"]}})
        await opened.connection.send(secret)
        refused = await opened.until(lambda frame: isinstance(frame, Reply))

    assert isinstance(refused, Reply)
    assert refused.problem is not None
    assert "hush" not in refused.problem.sentence


async def test_twenty_malformed_messages_close_the_socket(server: Server) -> None:
    """Whoever goes on sending junk is not listened to for ever."""
    async with page(server) as opened:
        for _ in range(20):
            await opened.connection.send("junk")

        assert await closed_with(opened.connection) == 1008


async def test_a_message_that_is_too_long_closes_the_socket_and_nothing_else(server: Server) -> None:
    """It is not read to its end; other pages do not notice."""
    async with page(server) as small, page(server) as large:
        # The socket may be closed before all of it is sent.
        with contextlib.suppress(ConnectionClosed):
            await large.connection.send("x" * (MAX_MESSAGE_BYTES + 1))
        code = await closed_with(large.connection)
        answer = await small.ask(type="run.step")

    assert (code, code_of(answer)) == (1009, "session.none")


async def test_the_same_command_twice_is_carried_out_once(server: Server, counter: Path) -> None:
    """A page that sends again what it sent before the socket broke gets the same answer, and nothing else happens."""
    session, token = await server.open(counter), await server.token()
    async with page(server, session, token=token) as first:
        await first.state("ready")
        await first.send_as("once", type="run.start", input={"n": 0}, until="superstep")
        await first.reply("once")
        await first.event(RunPaused)
    async with page(server, session, token=token) as second:
        for _ in range(50):
            await second.send_as("once", type="run.start", input={"n": 0}, until="superstep")
        answers = [await second.reply("once") for _ in range(50)]
        await second.ask(type="run.continue")
        await second.event(RunFinished)
        started = second.told(RunStarted)

    assert (answers, started) == ([Accepted()] * 50, [])


async def test_the_same_command_while_it_is_carried_out_waits_for_the_one_answer(server: Server, counter: Path) -> None:
    """Sending again does not help a command along, and does not repeat it either."""
    session = await server.open(counter)
    async with page(server, session) as opened:
        for _ in range(5):
            await opened.send_as("once", type="run.start", input={"n": 0})
        await opened.event(RunFinished)
        await opened.reply("once")
        started = opened.told(RunStarted)

    assert len(started) == 1


async def test_another_command_with_the_same_id_is_refused(server: Server) -> None:
    """An answer is never given for a command that was not asked."""
    async with page(server) as opened:
        await opened.send_as("1", type="run.step")
        await opened.reply("1")
        opened.frames.clear()
        await opened.send_as("1", type="run.stop")
        answer = await opened.reply("1")

    assert code_of(answer) == "command.id"


async def test_too_many_commands_at_once_are_refused(server: Server) -> None:
    """A burst is carried out, a flood is not; each command has its answer."""
    async with page(server) as opened:
        numbers = [await opened.send(type="run.step") for _ in range(1000)]
        codes = [code_of(await opened.reply(number)) for number in numbers]

    assert set(codes) == {"session.none", "command.too_many"}


async def test_a_command_without_an_open_document_is_refused(server: Server) -> None:
    """The sentence says what to do first."""
    async with page(server) as opened:
        answer = await opened.ask(type="run.start", input={})

    assert answer == Problem(code="session.none", sentence="No document is open: open one first.")
