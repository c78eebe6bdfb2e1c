"""The editor's loop: requests one after the other; faults are looked for while nothing newer waits."""

from __future__ import annotations

import gc
import queue
import threading

import msgspec

from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import Draw, Drawn, Found, FromWorker, Quit, Studied, Study, ToWorker
from stepgraph.worker.editor.editor import Editor
from stepgraph.worker.frames import FrameSocket, FrameTooLarge

Requests = queue.SimpleQueue[ToWorker | None]

CHECKS_BETWEEN_COLLECTIONS = 50


def serve_editor(line: FrameSocket) -> None:
    """Serve until the server is gone or says so."""
    # Syntax trees are many objects without cycles: looking for cycles in them takes as long as reading the text.
    gc.disable()
    requests: Requests = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(line, requests), daemon=True).start()
    editor = Editor()
    unchecked: Study | None = None
    checked = 0
    while True:
        if unchecked is not None and requests.empty():
            _send(line, editor.find(unchecked))
            unchecked = None
            checked += 1
            if checked % CHECKS_BETWEEN_COLLECTIONS == 0:
                gc.collect()
            continue
        request = requests.get()
        if request is None or isinstance(request, Quit):
            return
        if isinstance(request, Study):
            _send(line, editor.study(request))
            unchecked = request
        elif isinstance(request, Draw):
            _send(line, editor.draw(request))


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
