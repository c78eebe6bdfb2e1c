"""A real server for tests: its parts on a loopback port, and a page's socket that speaks frames."""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from stepgraph.cli.ports import listen
from stepgraph.cli.serve import uvicorn_configuration
from stepgraph.protocol.events import Event
from stepgraph.protocol.frames import (
    Accepted,
    AnyServerFrame,
    EventFrame,
    Reply,
    SnapshotFrame,
    Welcome,
)
from stepgraph.protocol.problems import Problem
from stepgraph.server.app import make_app
from stepgraph.server.services import Services, make_services, worker_command
from stepgraph.server.settings import Settings, ShippedExample, ShippedTemplate
from stepgraph.server.store.store import Store
from stepgraph.server.worker_process import WorkerCommand

ROOT = Path(__file__).parents[2]
GRAPHS = ROOT / "tests" / "server" / "graphs"
WAIT_S = 20.0
"""No test waits for time to pass; this only ends one that would wait for ever."""

E = TypeVar("E", bound=Event)

_decode = msgspec.json.Decoder(AnyServerFrame | list[AnyServerFrame]).decode


def fake_worker(folder: Path) -> WorkerCommand:
    """The worker without an engine."""
    real = worker_command(folder, allowed=())
    environment = {**real.environment, "PYTHONPATH": str(ROOT)}
    return WorkerCommand((sys.executable, "-m", "tests.support.fake_worker"), environment, folder)


def real_worker(folder: Path) -> WorkerCommand:
    """The worker that is shipped."""
    return worker_command(folder, allowed=())


WORKERS = {"fake": fake_worker, "real": real_worker}


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, as tests see it."""

    services: Services
    port: int

    @property
    def address(self) -> str:
        """The page's address, without a code."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def origin(self) -> Origin:
        """What the page's browser says of where it comes from."""
        return Origin(self.address)

    async def token(self) -> str:
        """A good token."""
        return await self.services.launch.redeem(self.services.launch.new_code())

    async def open(self, path: Path, graph: str | None = None) -> str:
        """Open a document as the command line does; return its session."""
        return (await self.services.sessions.open_named(path, graph)).session.row.id

    async def worker_of(self, session: str) -> int:
        """The process that runs the session's graph."""
        found = await self.services.sessions.find(session)
        assert found is not None
        assert found.session.keeper.link is not None
        return found.session.keeper.link.pid

    def http(self, token: str | None = None) -> httpx2.AsyncClient:
        """A client for requests, with a token or without."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        # Reading the system's certificates takes longer than most tests.
        return httpx2.AsyncClient(base_url=self.address, headers=headers, verify=False)


@asynccontextmanager
async def running_server(
    data: Path,
    *,
    worker: Callable[[Path], WorkerCommand] = fake_worker,
    folder: Path = GRAPHS,
    examples: tuple[ShippedExample, ...] = (),
    templates: tuple[ShippedTemplate, ...] = (),
) -> AsyncIterator[Server]:
    """Serve until the block is left; the data folder may have a history already."""
    listening = listen(0)
    port = listening.getsockname()[1]
    await asyncio.to_thread(data.mkdir, exist_ok=True)
    settings = Settings(folder=folder, data=data, port=port, examples=examples, templates=templates)
    services = make_services(settings, Store(data / "history.sqlite"), worker=worker(folder))

    async def started() -> None:
        pass

    configuration = uvicorn_configuration(make_app(services, port=port, started=started))
    configuration.load()
    server = uvicorn.Server(configuration)
    # Begun and ended by hand, in its own order: by itself it looks only ten times a second whether it is to end.
    server.lifespan = configuration.lifespan_class(configuration)
    await server.startup(sockets=[listening])
    try:
        yield Server(services, port)
    finally:
        for listener in server.servers:
            listener.close()
        for connection in list(server.server_state.connections):
            connection.shutdown()
        await asyncio.gather(*server.server_state.tasks, return_exceptions=True)
        await server.lifespan.shutdown()


class Page:
    """A page's socket: it keeps all frames it was sent, and can wait for one."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[AnyServerFrame] = []
        self._ids = itertools.count(1)
        self._prefix = msgspec.json.encode(id(self)).decode()
        self._seen = 0

    async def receive(self) -> None:
        """Take one message."""
        message = await self.connection.recv()
        decoded = _decode(message)
        self.frames += decoded if isinstance(decoded, list) else [decoded]

    async def until(self, is_wanted: Callable[[AnyServerFrame], bool]) -> AnyServerFrame:
        """Return the first frame that is wanted, after the one that was returned last."""
        async with asyncio.timeout(WAIT_S):
            return await self._next(is_wanted)

    async def _next(self, is_wanted: Callable[[AnyServerFrame], bool]) -> AnyServerFrame:
        while True:
            for position, frame in enumerate(self.frames[self._seen :], start=self._seen + 1):
                if is_wanted(frame):
                    self._seen = position
                    return frame
            self._seen = len(self.frames)
            await self.receive()

    async def event(self, kind: type[E]) -> E:
        """Return the next event of this kind."""
        frame = await self.until(lambda frame: isinstance(frame, EventFrame) and isinstance(frame.event, kind))
        assert isinstance(frame, EventFrame)
        assert isinstance(frame.event, kind)
        return frame.event

    async def snapshot(self) -> SnapshotFrame:
        """Return the next snapshot."""
        frame = await self.until(lambda frame: isinstance(frame, SnapshotFrame))
        assert isinstance(frame, SnapshotFrame)
        return frame

    async def state(self, state: str) -> Welcome:
        """Return the next welcome in which the session has this state."""
        frame = await self.until(
            lambda frame: isinstance(frame, Welcome) and frame.session is not None and frame.session.state == state
        )
        assert isinstance(frame, Welcome)
        return frame

    async def send(self, **command: Any) -> str:
        """Send a command; return its id."""
        number = f"{self._prefix}-{next(self._ids)}"
        await self.send_as(number, **command)
        return number

    async def send_as(self, number: str, **command: Any) -> None:
        """Send a command with an id."""
        await self.connection.send(json.dumps({"frame": "ask", "id": number, "command": command}))

    async def reply(self, number: str) -> Accepted | Problem:
        """Wait for the answer to a command, wherever it stands among the frames."""
        async with asyncio.timeout(WAIT_S):
            return await self._answer(number)

    async def _answer(self, number: str) -> Accepted | Problem:
        while True:
            for frame in self.frames:
                if isinstance(frame, Reply) and frame.id == number:
                    answer = frame.ok or frame.problem
                    assert answer is not None
                    return answer
            await self.receive()

    async def ask(self, **command: Any) -> Accepted | Problem:
        """Send a command and wait for its answer."""
        return await self.reply(await self.send(**command))

    def events(self) -> list[EventFrame]:
        """All events that were sent, in their frames."""
        return [frame for frame in self.frames if isinstance(frame, EventFrame)]

    def told(self, kind: type[E]) -> list[E]:
        """All events of this kind that were sent."""
        return [frame.event for frame in self.events() if isinstance(frame.event, kind)]

    @property
    def epoch(self) -> str:
        """The log that the newest event is of."""
        return self.events()[-1].epoch


@asynccontextmanager
async def page(
    server: Server,
    session: str | None = None,
    *,
    token: str | None = None,
    epoch: str | None = None,
    seq: int = 0,
) -> AsyncIterator[Page]:
    """Connect a page that says hello."""
    hello = {
        "frame": "hello",
        "version": 1,
        "token": token or await server.token(),
        "session": session,
        "epoch": epoch,
        "seq": seq,
    }
    async with connect(f"ws://127.0.0.1:{server.port}/api/socket", origin=server.origin) as connection:
        opened = Page(connection)
        await connection.send(json.dumps(hello))
        yield opened


def tag_of(frame: EventFrame) -> str:
    """The event's type."""
    return str(type(frame.event).__struct_config__.tag)


def code_of(answer: Accepted | Problem) -> str:
    """The problem's code; "" for what was accepted."""
    return answer.code if isinstance(answer, Problem) else ""
