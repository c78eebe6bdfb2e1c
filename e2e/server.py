"""A real server in a process of its own, on a data folder of its own, that can be stopped and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

STOP_TIMEOUT_S = 20.0


@dataclass
class Server:
    """`stepgraph serve`: `start` gives the launch address, `stop` ends it as Ctrl-C does."""

    data: Path
    document: Path | None = None
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[str] | None = None

    @property
    def folder(self) -> Path:
        """The folder that is served: the document's, else the data folder, which holds no Python file at first."""
        return self.document.parent if self.document else self.data

    def start(self) -> str:
        """Start the server and return its launch address, the one line that it prints."""
        document = [str(self.document)] if self.document else []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stepgraph", "serve", *document, "--port", "0", "--no-open"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env={**os.environ, **self.environment, "STEPGRAPH_DATA": str(self.data)},
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), f"not a launch address: {address!r}"
        return address

    def stop(self) -> None:
        """End the server, if it runs."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=STOP_TIMEOUT_S)
        if self.process.stdout:
            self.process.stdout.close()
        self.process = None

    def worker_pids(self) -> list[int]:
        """The processes that run user code: the server's own children."""
        assert self.process is not None
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        return [int(pid) for pid in found.stdout.split()]
