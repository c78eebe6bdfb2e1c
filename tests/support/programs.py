"""The program as a person starts it: a process of its own, with a history of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
WAIT_S = 60.0


def environment(data: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """A machine without a screen, and a history in a folder of the test."""
    kept = {name: text for name, text in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    return {**kept, "STEPGRAPH_DATA": str(data), **(more or {})}


def stepgraph(
    *arguments: str, data: Path, folder: Path | None = None, given: str = "", more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "stepgraph", *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=folder or data,
        env=environment(data, more),
        timeout=WAIT_S,
        check=False,
    )


@contextmanager
def started(*arguments: str, data: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a command, and end it when the block is left."""
    process = subprocess.Popen(
        [sys.executable, "-m", "stepgraph", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=data,
        env=environment(data),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def children_of(pid: int) -> Sequence[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def ends(pid: int) -> bool:
    """Wait for a process that is not ours to end, and say whether it did."""
    deadline_s = time.monotonic() + WAIT_S
    while time.monotonic() < deadline_s:
        shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
        # Who ended and was not fetched by anybody yet is shown as a zombie.
        if shown.stdout.strip()[:1] in {"", "Z"}:
            return True
    return False
