"""An editor process that does what the text says: it ends, says nothing, or says what no editor says."""

from __future__ import annotations

import os
import sys
import threading

from stepgraph.protocol.document import Drawing
from stepgraph.protocol.worker_frames import Beat, Done, Draw, Quit, Studied, Study, ToWorker
from tests.support.fake_worker import Line


def answer(line: Line, frame: ToWorker) -> None:
    """Do what the text says."""
    assert isinstance(frame, Study | Draw)
    if "end" in frame.text:
        os._exit(3)
    if "hang" in frame.text:
        threading.Event().wait()
    if "junk" in frame.text:
        line.send_bytes(b"\xc1")
    if "beat" in frame.text:
        line.send(Beat())
    if "boast" in frame.text:
        line.send(Done(frame.id, None))
    if isinstance(frame, Draw):
        # Another answer than the one that was asked for.
        line.send(Studied(frame.id, None, None))
    else:
        line.send(Studied(frame.id, Drawing(frame.path, None, ()), None))


def main() -> None:
    """Serve until the server says so."""
    line = Line(int(sys.argv[-1]))
    while (frame := line.receive()) is not None and not isinstance(frame, Quit):
        answer(line, frame)


if __name__ == "__main__":
    main()
