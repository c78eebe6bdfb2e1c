"""The server and the page side by side while they are being written: both reload when a file changes."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys

from scripts import page
from scripts.environment import PYTHON, ROOT, tool
from scripts.node import Node

FIRST_SERVER_PORT = 8722
FIRST_PAGE_PORT = 5173

_LAUNCH = re.compile(r"http://127\.0\.0\.1:\d+/(?P<rest>#\S+)")


def develop(node: Node, *, opened: list[str]) -> None:
    """Serve `opened` until Ctrl-C, with the page from Vite in front of the server."""
    server_port, page_port = _free_port(FIRST_SERVER_PORT), _free_port(FIRST_PAGE_PORT)
    server = _start_server(opened, port=server_port)
    vite = _start_vite(node, port=page_port, server_port=server_port)
    try:
        _tell_addresses(server, page_port=page_port)
    finally:
        for child in (server, vite):
            child.terminate()
        for child in (server, vite):
            child.wait()


def _start_server(opened: list[str], *, port: int) -> subprocess.Popen[str]:
    # A restarted server must come back on the port that Vite hands requests to.
    command = shlex.join([str(PYTHON), "-m", "stepgraph", "serve", *opened, "--port", str(port), "--no-open"])
    return subprocess.Popen(
        [tool("watchfiles"), "--filter", "python", command, str(ROOT / "backend" / "stepgraph")],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def _start_vite(node: Node, *, port: int, server_port: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*node.npm, "--silent", "run", "dev", "--", "--port", str(port), "--strictPort"],
        cwd=page.FRONTEND,
        env={**node.environment, "STEPGRAPH_SERVER": f"http://127.0.0.1:{server_port}"},
        stdin=subprocess.DEVNULL,
    )


def _tell_addresses(server: subprocess.Popen[str], *, page_port: int) -> None:
    """Pass on what the server says, with launch addresses turned to the page that reloads."""
    if server.stdout is None:
        return
    for line in server.stdout:
        sys.stdout.write(_LAUNCH.sub(rf"http://127.0.0.1:{page_port}/\g<rest>", line))
        sys.stdout.flush()


def _free_port(first: int) -> int:
    """Return the first port from `first` on that nobody listens on."""
    for port in range(first, first + 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise OSError(f"No port is free from {first} to {first + 99}.")
