"""What Ctrl-C's signal does: it ends user code in the main thread, when that was asked for, and nothing else."""

from __future__ import annotations

import signal
import sysconfig
import threading
from types import FrameType

from stepgraph.debugger.tracebacks import is_internal

_LIBRARY = (
    "<frozen ",
    *(folder for name in ("stdlib", "platstdlib") if (folder := sysconfig.get_paths().get(name, ""))),
)


class Interrupts:
    """Turns the signal into KeyboardInterrupt while that is allowed.

    Never inside the worker's own code, where it could cut a frame in two, and not while only other threads run user
    code, which it would leave behind running.
    """

    def __init__(self) -> None:
        self._is_allowed = False
        self._is_pending = False

    def install(self) -> None:
        """Handle the signal from now on. Called by the main thread."""
        signal.signal(signal.SIGINT, self._interrupt)

    def allow(self) -> None:
        """Let the next signal end user code."""
        self._is_allowed = True

    def forbid(self) -> None:
        """Let signals pass without effect."""
        self._is_allowed = False
        self._is_pending = False

    def check(self) -> None:
        """End user code that comes back from the worker's own, such as from printing, if a signal came meanwhile."""
        if self._is_pending and threading.current_thread() is threading.main_thread():
            self._is_pending = False
            raise KeyboardInterrupt

    def _interrupt(self, _number: int, frame: FrameType | None) -> None:
        if not self._is_allowed:
            return
        if _is_users(frame):
            raise KeyboardInterrupt
        self._is_pending = True


def _is_users(frame: FrameType | None) -> bool:
    """Tell whether it is code of the user's, or of a library that it calls, that is at work in this stack."""
    while frame is not None:
        file = frame.f_code.co_filename
        # Python's own library works for whoever called it.
        if not file.startswith(_LIBRARY) or "site-packages" in file:
            return not is_internal(file)
        frame = frame.f_back
    return False
