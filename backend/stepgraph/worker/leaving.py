"""Leaving at once: user code that ends the process by force takes nothing with it that was told before."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

leave_at_once: Final = os._exit
"""The system's own way out, for the worker itself."""


def tell_before_leaving(flush: Callable[[], None]) -> None:
    """Let `os._exit`, called by user code, send what waits before it ends the process."""
    worker = os.getpid()

    def leave(status: int) -> NoReturn:
        # A process that was forked off ends this way too, and must not speak on the worker's socket.
        if os.getpid() == worker:
            with suppress(OSError):
                flush()
        leave_at_once(status)

    os._exit = leave
