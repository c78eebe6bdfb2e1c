"""The editor's loop: requests one after the other, and faults of the newest text beside them."""

from __future__ import annotations

import gc
import queue
import threading
from collections.abc import Callable
from functools import partial
from itertools import count

import msgspec

from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import Draw, Drawn, Found, FromWorker, Quit, Studied, Study, ToWorker
from stepgraph.worker.editor.editor import Check, Editor
from stepgraph.worker.frames import FrameSocket, FrameTooLarge

Requests = queue.SimpleQueue[ToWorker | None]

CHECKS_BETWEEN_COLLECTIONS = 50


def serve_editor(line: FrameSocket) -> None:
    """Serve until the server is gone or says so."""
    # Syntax trees are many objects without cycles: looking for cycles in them takes as long as reading the text.
    gc.disable()
    requests: Requests = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(line, requests), daemon=True).start()
    checker = Checker(partial(_send, line))
    threading.Thread(target=checker.work, daemon=True).start()
    editor = Editor()
    while (request := requests.get()) is not None and not isinstance(request, Quit):
        if isinstance(request, Study):
            _send(line, editor.study(request))
            checker.put(editor.check(request))
        elif isinstance(request, Draw):
            _send(line, editor.draw(request))


class Checker:
    """Looks for faults in the newest text that was studied, beside what is asked meanwhile: a rule may take long."""

    def __init__(self, send: Callable[[Found], None]) -> None:
        self._send = send
        self._changed = threading.Condition()
        self._newest: Check | None = None

    def put(self, check: Check) -> None:
        """Check this text next; one that still waits is old by now."""
        with self._changed:
            self._newest = check
            self._changed.notify()

    def work(self) -> None:
        """Check one text after the other, for ever."""
        for number in count(1):
            with self._changed:
                self._changed.wait_for(lambda: self._newest is not None)
                check, self._newest = self._newest, None
            if check is not None:
                self._send(check.found())
            if number % CHECKS_BETWEEN_COLLECTIONS == 0:
                gc.collect()


def _listen(line: FrameSocket, requests: Requests) -> None:
    try:
        while (frame := line.receive()) is not None:
            requests.put(frame)
    except (msgspec.MsgspecError, FrameTooLarge):
        # What cannot be read is answered by the end of the process, which the server tells.
        pass
    finally:
        requests.put(None)


def _send(line: FrameSocket, answer: Studied | Found | Drawn) -> None:
    try:
        line.send(answer)
    except FrameTooLarge:
        line.send(_shorter(answer))


def _shorter(answer: Studied | Found | Drawn) -> FromWorker:
    problem = Problem("document.too_large", "The graphs of this file are too many to be drawn; edit its text.")
    match answer:
        case Studied():
            return Studied(answer.id, None, problem)
        case Drawn():
            return Drawn(answer.id, "", (), (), None, problem)
    return Found(answer.id, ())
