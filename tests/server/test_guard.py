"""The guard of a worker: whatever the worker started ends with it, however the worker ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stepgraph.protocol.worker_frames import Quit, Waits
from stepgraph.server.worker_process import WorkerCommand, WorkerEnd, WorkerProcess
from tests.support.programs import ends

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans over")]

PROGRAM = """
import os, socket, subprocess, sys, time
from stepgraph.protocol.worker_frames import Waits
from stepgraph.worker.frames import FrameSocket

line = FrameSocket(socket.socket(fileno=int(sys.argv[2])))
sleep = ["sleep", "600"]
plain = subprocess.Popen(sleep)
session = subprocess.Popen(sleep, start_new_session=True, env={})
shell = "sleep 600 & echo $!; exec sleep 600"
chain = subprocess.Popen(["setsid", "sh", "-c", shell], stdout=subprocess.PIPE)
daemon = subprocess.run(
    ["sh", "-c", "setsid sleep 600 >/dev/null & echo $!"], stdout=subprocess.PIPE, check=True
)
pids = [plain.pid, session.pid, chain.pid, int(chain.stdout.readline()), int(daemon.stdout)]
line.send(Waits(tuple(map(str, pids))))
line.receive()
if sys.argv[1] == "leaves":
    os._exit(7)
if sys.argv[1] == "dies":
    os.abort()
time.sleep(600)
"""

ALONE = """
import os, socket, sys, time
from stepgraph.protocol.worker_frames import Waits
from stepgraph.worker.frames import FrameSocket

line = FrameSocket(socket.socket(fileno=int(sys.argv[1])))
line.send(Waits((str(os.getpid()),)))
time.sleep(600)
"""


async def started(folder: Path, how: str) -> tuple[WorkerProcess, list[int]]:
    """A worker that has started other programs in every way there is; return their numbers too."""
    program = (sys.executable, "-c", PROGRAM, how)
    process = await WorkerProcess.start(WorkerCommand(program, dict(os.environ), folder))
    told = await process.receive()
    assert isinstance(told, Waits)
    return process, [int(pid) for pid in told.nodes]


WAYS: dict[str, tuple[Callable[[WorkerProcess], object], tuple[int | None, int | None]]] = {
    "leaves": (lambda process: process.send(Quit()), (7, None)),
    "dies": (lambda process: process.send(Quit()), (None, signal.SIGABRT)),
    "is killed": (WorkerProcess.kill, (None, signal.SIGKILL)),
    "is interrupted": (WorkerProcess.interrupt, (None, signal.SIGINT)),
}


@pytest.mark.parametrize("how", WAYS)
async def test_nothing_that_a_worker_started_outlives_it(tmp_path: Path, how: str) -> None:
    """Children of another session, without its environment, of ended parents: all are gone, and the end is told."""
    process, pids = await started(tmp_path, how)
    end_it, expected = WAYS[how]

    end_it(process)
    end = await process.ended()

    assert len(set(pids)) == 5
    assert [await asyncio.to_thread(ends, pid) for pid in pids] == [True] * 5
    assert (end.exit_code, end.signal) == expected


async def test_a_worker_does_not_outlive_its_guard(tmp_path: Path) -> None:
    """The guard ended by force can look after nobody any more; the system ends the worker with it."""
    program = (sys.executable, "-c", ALONE)
    process = await WorkerProcess.start(WorkerCommand(program, dict(os.environ), tmp_path))
    told = await process.receive()
    assert isinstance(told, Waits)

    os.kill(process.pid, signal.SIGKILL)
    end = await process.ended()

    assert (end.signal, await asyncio.to_thread(ends, int(told.nodes[0]))) == (signal.SIGKILL, True)


async def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    """The guard says what the system said."""
    process = await WorkerProcess.start(WorkerCommand(("/nothing",), {}, tmp_path))

    end = await process.ended()

    assert end == WorkerEnd(127, None, "/nothing cannot be started: No such file or directory\n")
