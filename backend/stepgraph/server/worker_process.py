"""One worker as a process: its start, its frames, its end. Everything that comes from it is treated as hostile."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import struct
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from stepgraph.protocol.worker_frames import MAX_FRAME_BYTES, FromWorker, ToWorker, encoder, from_worker
from stepgraph.server import guard

_GUARD = (sys.executable, "-I", "-S", guard.__file__)
_HEADER = struct.Struct(">I")
_TAIL_BYTES = 16 * 1024
_READ_BYTES = 64 * 1024
_LAST_FRAMES_S = 0.5
"""How long a dead worker's frames are still waited for, when something that it started holds the socket open."""


class WorkerMisbehaved(Exception):
    """A worker sent what no worker of ours sends. The message is the end of a sentence about it."""


@dataclass(frozen=True, slots=True)
class WorkerEnd:
    """How a worker ended. ``said`` is the last that it wrote to its standard streams."""

    exit_code: int | None
    signal: int | None
    said: str


@dataclass(frozen=True, slots=True)
class WorkerCommand:
    """How a worker is started: the program (the socket's number is added), its environment, and where."""

    program: Sequence[str]
    environment: Mapping[str, str]
    folder: Path


class WorkerProcess:
    """A started worker, behind a guard that ends with it whatever it started. Signals and exit codes pass through."""

    def __init__(
        self, process: asyncio.subprocess.Process, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
        self._tails = [_Tail(stream) for stream in (process.stdout, process.stderr) if stream is not None]
        self._is_read = asyncio.Event()
        self._watch = asyncio.create_task(self._close_after_exit())

    @classmethod
    async def start(cls, command: WorkerCommand) -> WorkerProcess:
        """Start a worker. Raises OSError when the system gives no process."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                process = await asyncio.create_subprocess_exec(
                    *_GUARD,
                    *command.program,
                    str(theirs.fileno()),
                    pass_fds=[theirs.fileno()],
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                    env=dict(command.environment),
                    cwd=command.folder,
                    start_new_session=True,
                )
        except BaseException:
            ours.close()
            raise
        reader, writer = await asyncio.open_unix_connection(sock=ours, limit=MAX_FRAME_BYTES)
        return cls(process, reader, writer)

    @property
    def pid(self) -> int:
        """The number of the server's child, which is the guard. When it is ended by force, the worker ends with it."""
        return self._process.pid

    def send(self, frame: ToWorker) -> None:
        """Send a frame; to a worker that is gone it is lost."""
        payload = encoder.encode(frame)
        if not self._writer.is_closing():
            self._writer.write(_HEADER.pack(len(payload)) + payload)

    async def drain(self) -> None:
        """Wait until the worker has read most of what was sent."""
        with contextlib.suppress(ConnectionError):
            await self._writer.drain()

    async def receive(self) -> FromWorker | None:
        """Return the next frame, or None when there will be none. Raises WorkerMisbehaved."""
        try:
            (size,) = _HEADER.unpack(await self._reader.readexactly(_HEADER.size))
            if size > MAX_FRAME_BYTES:
                raise WorkerMisbehaved(f"it announced a message of {size:,} bytes")
            return from_worker.decode(await self._reader.readexactly(size))
        except (asyncio.IncompleteReadError, ConnectionError):
            self._is_read.set()
            return None
        except msgspec.MsgspecError as error:
            raise WorkerMisbehaved(f"it sent a message that cannot be read ({error})") from error

    def interrupt(self) -> None:
        """Send the worker and its group what Ctrl-C sends."""
        self._signal(signal.SIGINT)

    def kill(self) -> None:
        """End the worker, and all that it started, at once."""
        self._signal(signal.SIGTERM)

    async def ended(self) -> WorkerEnd:
        """Wait for the process's end and close what is left of it. Called when no more frames are wanted."""
        self._is_read.set()
        code = await self._process.wait()
        await self._watch
        said = "".join([await tail.text() for tail in self._tails])
        return WorkerEnd(code if code >= 0 else None, -code if code < 0 else None, said)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def _close_after_exit(self) -> None:
        await self._process.wait()
        # Frames that the process sent before its end are still in the socket.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_read.wait(), _LAST_FRAMES_S)
        self._writer.close()


class _Tail:
    """Reads a stream so that its writer never waits, and keeps the end of it."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream
        self._kept = b""
        self._task = asyncio.create_task(self._read())

    async def text(self) -> str:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._task, _LAST_FRAMES_S)
        return self._kept.decode(errors="replace")

    async def _read(self) -> None:
        while piece := await self._stream.read(_READ_BYTES):
            self._kept = (self._kept + piece)[-_TAIL_BYTES:]
