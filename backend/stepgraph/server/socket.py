"""One page's socket: its hello, what it asks, and what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial
from time import monotonic

from starlette.websockets import WebSocket, WebSocketDisconnect

from stepgraph.protocol.commands import DocumentCreate, DocumentOpen
from stepgraph.protocol.frames import (
    CLOSE_NO_HELLO,
    CLOSE_TOKEN,
    CLOSE_VERSION,
    Accepted,
    Ask,
    Heartbeat,
    Hello,
    Reply,
    Welcome,
    encoder,
)
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.shape import PROTOCOL_VERSION
from stepgraph.server.answers import Answer, Answers
from stepgraph.server.client_frames import MAX_HELLO_CHARACTERS, BadFrame, read_frame
from stepgraph.server.launch import Launch
from stepgraph.server.limits import Bucket
from stepgraph.server.open_session import OpenSession
from stepgraph.server.outbox import Outbox
from stepgraph.server.refusals import Refusal
from stepgraph.server.sessions import Sessions
from stepgraph.server.settings import MAX_SOCKETS, MAX_SOCKETS_OF_A_SESSION

HELLO_S = 5.0
HEARTBEAT_S = 10.0
BAD_MESSAGES = 20
COMMANDS_PER_SECOND = 200
COMMANDS_AT_ONCE = 200
UNANSWERED = 64

CLOSE_MISBEHAVED = 1008
CLOSE_FULL = 1013

log = logging.getLogger(__name__)


class Sockets:
    """All pages that are connected."""

    def __init__(self, *, sessions: Sessions, launch: Launch, clock_s: Callable[[], float] = monotonic) -> None:
        self.sessions = sessions
        self.launch = launch
        self.answers = Answers()
        self.clock_s = clock_s
        self._open = 0

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one page until it goes away."""
        await websocket.accept()
        if self._open >= MAX_SOCKETS:
            await websocket.close(CLOSE_FULL, "too many pages")
            return
        self._open += 1
        try:
            await _Page(websocket, self).serve()
        except WebSocketDisconnect:
            log.debug("a page went away")
        finally:
            self._open -= 1


class _Goodbye(Exception):
    """The socket is closed, with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class _Page:
    """One connected page."""

    def __init__(self, websocket: WebSocket, sockets: Sockets) -> None:
        self._websocket = websocket
        self._sockets = sockets
        self._outbox = Outbox()
        self._following: OpenSession | None = None
        self._has_left = False
        self._token = ""
        self._bad_messages = 0
        self._asks: set[asyncio.Task[None]] = set()
        self._bucket = Bucket(burst=COMMANDS_AT_ONCE, per_second=COMMANDS_PER_SECOND, clock_s=sockets.clock_s)

    async def serve(self) -> None:
        """Greet, then send and receive side by side."""
        try:
            hello = await self._hello()
        except _Goodbye as goodbye:
            await self._close(goodbye)
            return
        tasks: list[asyncio.Task[None]] = []
        try:
            # Commands may follow the hello at once, and are about the session that it names.
            await self._greet(hello)
            tasks = [asyncio.create_task(work) for work in (self._send(), self._beat(), self._receive())]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except _Goodbye as goodbye:
            await self._close(goodbye)
        finally:
            self._has_left = True
            self._leave()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # Hello.

    async def _hello(self) -> Hello:
        try:
            text = await asyncio.wait_for(self._text(), HELLO_S)
        except TimeoutError:
            raise _Goodbye(CLOSE_NO_HELLO, "no hello came") from None
        if text is None or len(text) > MAX_HELLO_CHARACTERS:
            raise _Goodbye(CLOSE_NO_HELLO, "the first message has to be a short hello")
        try:
            frame = read_frame(text)
        except BadFrame as bad:
            await self._say(Reply(bad.id, problem=bad.problem))
            raise _Goodbye(CLOSE_NO_HELLO, "the first message has to be a hello") from None
        if not isinstance(frame, Hello):
            raise _Goodbye(CLOSE_NO_HELLO, "the first message has to be a hello")
        await self._check(frame)
        return frame

    async def _check(self, hello: Hello) -> None:
        launch = self._sockets.launch
        if not launch.knows(hello.token):
            if not launch.may_guess():
                raise _Goodbye(CLOSE_FULL, "too many wrong tokens")
            sentence = "This token is not known: open the page from a fresh launch address."
            await self._say(Reply("", problem=Problem(code="gate.token", sentence=sentence)))
            raise _Goodbye(CLOSE_TOKEN, "unknown token")
        if hello.version != PROTOCOL_VERSION:
            sentence = f"The page speaks version {hello.version} of the protocol, the server {PROTOCOL_VERSION}."
            await self._say(Reply("", problem=Problem(code="protocol.version", sentence=f"{sentence} Load it again.")))
            raise _Goodbye(CLOSE_VERSION, "another version of the protocol")
        self._token = hello.token

    async def _greet(self, hello: Hello) -> None:
        found = None if hello.session is None else await self._sockets.sessions.find(hello.session)
        if found is None:
            welcome = Welcome(version=PROTOCOL_VERSION, session=None, epoch=None, seq=0)
            self._outbox.tell(encoder.encode(welcome))
            return
        try:
            self._follow(found, epoch=hello.epoch, seq=hello.seq)
        except Refusal as refusal:
            raise _Goodbye(CLOSE_FULL, refusal.problem.sentence) from None

    def _follow(self, found: OpenSession, *, epoch: str | None = None, seq: int = 0) -> None:
        if found is not self._following and len(found.session.audience.pages) >= MAX_SOCKETS_OF_A_SESSION:
            raise Refusal("session.full", "Too many pages follow this session. Close one of them.")
        self._leave()
        self._following = found
        found.follow(self._outbox, epoch=epoch, seq=seq)

    def _leave(self) -> None:
        if self._following is not None:
            self._following.leave(self._outbox)
            self._following = None

    # Receiving.

    async def _receive(self) -> None:
        while True:
            text = await self._text()
            try:
                await self._take(text)
            except BadFrame as bad:
                self._outbox.tell(encoder.encode(Reply(bad.id, problem=bad.problem)))
                self._bad_messages += 1
                if self._bad_messages >= BAD_MESSAGES:
                    raise _Goodbye(CLOSE_MISBEHAVED, "too many malformed messages") from None
            await self._outbox.room()

    async def _take(self, text: str | None) -> None:
        if text is None:
            raise BadFrame("message.binary", "Messages are text, each one frame as JSON.")
        frame = read_frame(text)
        if not isinstance(frame, Ask):
            raise BadFrame("message.hello", "The hello is only the first message.")
        if not self._bucket.take() or len(self._asks) >= UNANSWERED:
            sentence = "Too many commands at once. Wait for answers, then try again."
            self._reply(frame, Problem(code="command.too_many", sentence=sentence))
            return
        task = asyncio.create_task(self._ask(frame))
        self._asks.add(task)
        task.add_done_callback(self._asks.discard)

    async def _ask(self, ask: Ask) -> None:
        carry_out = partial(self._carry_out, ask)
        answer = await self._sockets.answers.answer(self._token, ask.id, ask.command, carry_out=carry_out)
        if isinstance(answer, Accepted) and answer.session is not None:
            try:
                await self._open(answer.session)
            except Refusal as refusal:
                answer = refusal.problem
        self._reply(ask, answer)

    async def _open(self, session: str) -> None:
        found = await self._sockets.sessions.find(session)
        # The page may have gone away meanwhile, and must not be followed by an outbox that nobody empties.
        if found is not None and not self._has_left:
            self._follow(found)

    async def _carry_out(self, ask: Ask) -> Accepted:
        if isinstance(ask.command, DocumentOpen):
            opened = await self._sockets.sessions.open(ask.command)
            return Accepted(session=opened.session.row.id)
        if isinstance(ask.command, DocumentCreate):
            made = await self._sockets.sessions.create(ask.command)
            return Accepted(session=made.session.row.id)
        if self._following is None:
            raise Refusal("session.none", "No document is open: open one first.")
        return await self._following.carry_out(ask.command)

    def _reply(self, ask: Ask, answer: Answer) -> None:
        reply = Reply(ask.id, problem=answer) if isinstance(answer, Problem) else Reply(ask.id, ok=answer)
        self._outbox.tell(encoder.encode(reply))

    async def _text(self) -> str | None:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        return text

    # Sending.

    async def _send(self) -> None:
        while True:
            for message in await self._outbox.messages():
                await self._websocket.send_text(message)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            seq = 0 if self._following is None else self._following.session.picture.seq
            self._outbox.beat(encoder.encode(Heartbeat(seq)))

    async def _say(self, frame: Reply) -> None:
        await self._websocket.send_text(encoder.encode(frame).decode())

    async def _close(self, goodbye: _Goodbye) -> None:
        with contextlib.suppress(RuntimeError):
            await self._websocket.close(goodbye.code, goodbye.reason)
