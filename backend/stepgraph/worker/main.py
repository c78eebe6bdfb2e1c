"""The worker's start: a socket, the threads that read, beat and flush, and the user's output split by task."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Sequence

import msgspec

from stepgraph.protocol.worker_frames import Beat
from stepgraph.worker import langgraph_alias
from stepgraph.worker.frames import FrameSocket, FrameTooLarge
from stepgraph.worker.interrupts import Interrupts
from stepgraph.worker.leaving import leave_at_once, tell_before_leaving
from stepgraph.worker.opened import Ways
from stepgraph.worker.outbox import Outbox
from stepgraph.worker.output import PrintedText, SplitStream
from stepgraph.worker.printing import printing_task
from stepgraph.worker.reader import serve_reader
from stepgraph.worker.store_desk import StoreDesk
from stepgraph.worker.worker import Worker

BEAT_S = 1.0
_NO_SERVER = 3
_USAGE = 2


def main(arguments: Sequence[str]) -> int:
    """Serve one server on the socket with the given number: as a worker, a reader or an editor."""
    numbers = [argument for argument in arguments if argument not in {"--reader", "--editor"}]
    if len(numbers) != 1 or not numbers[0].isdigit():
        sys.stderr.write("usage: python -m stepgraph.worker [--reader | --editor] SOCKET-NUMBER\n")
        return _USAGE
    line = FrameSocket(_socket(int(numbers[0])))
    if "--reader" in arguments:
        serve_reader(line)
    elif "--editor" in arguments:
        # A worker starts for every session, and needs nothing of what an editor does.
        from stepgraph.worker.editor.serve import serve_editor  # noqa: PLC0415  a worker that runs code needs none of the editor

        serve_editor(line)
    else:
        serve_worker(line)
    return 0


def serve_worker(line: FrameSocket) -> None:
    """Serve until the server is gone or says so; either ends the process."""
    outbox = Outbox(line)
    printed = PrintedText(outbox.tell, outbox.expect)
    interrupts = Interrupts()
    interrupts.install()
    for name in ("stdout", "stderr"):
        setattr(
            sys, name, SplitStream(name, getattr(sys, name), printed=printed, who=printing_task, check=interrupts.check)
        )
    for name in ("stepgraph", "langgraph"):
        # What the engine warns of is told as events; without a handler Python would print it as well.
        logging.getLogger(name).addHandler(logging.NullHandler())
    # Opening a document leaves nothing behind in its folder.
    sys.dont_write_bytecode = True
    langgraph_alias.install()
    tell_before_leaving(outbox.give_up)
    worker = Worker(line, Ways(outbox, StoreDesk(line, outbox), printed), interrupts)
    threading.Thread(target=_listen, args=(line, worker), daemon=True).start()
    threading.Thread(target=_beat, args=(line,), daemon=True).start()
    threading.Thread(target=outbox.flush_when_stale, args=(printed.tell_fresh,), daemon=True).start()
    worker.work()


def _socket(number: int) -> socket.socket:
    connection = socket.socket(fileno=number)
    # A program that the user's code starts must not be able to speak for this process, nor keep its socket open.
    connection.set_inheritable(False)
    return connection


def _listen(line: FrameSocket, worker: Worker) -> None:
    try:
        while (frame := line.receive()) is not None:
            worker.take(frame)
    except (msgspec.MsgspecError, FrameTooLarge) as error:
        os.write(2, f"The server sent what cannot be read: {error}\n".encode())
    # Without a server there is nobody to run for; user code may be at work in any thread.
    leave_at_once(_NO_SERVER)


def _beat(line: FrameSocket) -> None:
    try:
        while True:
            time.sleep(BEAT_S)
            line.send(Beat())
    except OSError:
        leave_at_once(_NO_SERVER)
