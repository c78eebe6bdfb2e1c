"""Stands between the server and one worker, and lets nothing that the worker started outlive it.

It runs as a program of its own, by its path, so that it starts fast: ``python -I -S guard.py PROGRAM...``. SIGINT is
passed on to the worker's process group, SIGTERM ends the worker. When the worker has ended, by itself or by force, all
its descendants are ended too, and the guard ends as the worker did.

On Linux a descendant cannot get away, whatever session or group it has made for itself: it is handed to the guard as
soon as its parent has ended. Elsewhere only the worker's process group is ended.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NoReturn

_NOT_STARTED = 127
_SIGNALS = {signal.SIGINT, signal.SIGTERM}

# From <linux/prctl.h>.
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def main(program: Sequence[str]) -> NoReturn:
    """Run the program to its end, then end what is left of it, then end in the same way."""
    _control(_PR_SET_CHILD_SUBREAPER, 1)
    # A server that is killed has no time to end anybody.
    _control(_PR_SET_PDEATHSIG, signal.SIGTERM)
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    worker = os.fork()
    if worker == 0:
        _become(program)
    # Both sides say it, since either may be first.
    with suppress(OSError):
        os.setpgid(worker, worker)
    _pass_signals_on(worker)
    # Whoever reads what the worker writes is to see its end.
    os.closerange(0, os.sysconf("SC_OPEN_MAX"))
    status = _wait_for(worker)
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    _end_all(worker)
    _end_like(status)


def _become(program: Sequence[str]) -> NoReturn:
    try:
        os.setpgid(0, 0)
        _control(_PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        os.execv(program[0], list(program))  # noqa: S606 - the program is the server's own, and no shell is wanted
    except OSError as error:
        os.write(2, f"{program[0]} cannot be started: {error.strerror}\n".encode())
    os._exit(_NOT_STARTED)


def _pass_signals_on(worker: int) -> None:
    def pass_on(number: int, _frame: object) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(worker, signal.SIGINT if number == signal.SIGINT else signal.SIGKILL)

    for number in _SIGNALS:
        signal.signal(number, pass_on)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


def _wait_for(worker: int) -> int:
    while True:
        # Others are descendants that were handed over; whoever is not waited for stays as a zombie.
        ended, status = os.waitpid(-1, 0)
        if ended == worker:
            return status


def _end_all(worker: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(worker, signal.SIGKILL)
    # Those who have ended hand their own children over, so it is asked again until there are none.
    with suppress(ChildProcessError):
        while True:
            for child in _children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def _children() -> Iterator[int]:
    own = str(os.getpid())
    for name in os.listdir("/proc") if sys.platform == "linux" else ():  # noqa: PTH208 - pathlib takes as long to load as the rest
        if not name.isdigit():
            continue
        with suppress(OSError), open(f"/proc/{name}/stat", encoding="latin-1") as stat:  # noqa: PTH123 - as above
            # The program's name stands in brackets, and may hold anything.
            if stat.read().rpartition(")")[2].split()[1] == own:
                yield int(name)


def _end_like(status: int) -> NoReturn:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        # What there is to see of a crash is in the worker's, not here.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status))


def _control(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
