"""The port that the page is served on."""

from __future__ import annotations

import errno
import socket

from stepgraph.cli.command import Unusable

ADDRESS = "127.0.0.1"
DEFAULT_PORT = 8722
PORTS_TRIED = 50


def listen(port: int | None) -> socket.socket:
    """Return a listening socket: on the port that was asked for, else on the first free one. Raises Unusable."""
    if port is not None:
        try:
            return _listen(port)
        except OSError as error:
            raise Unusable(_sentence(port, error)) from error
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        try:
            return _listen(candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise Unusable(_sentence(candidate, error)) from error
    last = DEFAULT_PORT + PORTS_TRIED - 1
    raise Unusable(f"All ports from {DEFAULT_PORT} to {last} are in use. Name a free one with --port.")


def _listen(port: int) -> socket.socket:
    # The protocol is named, since only then asyncio switches off the delay that gathers small pieces: 40 ms an answer.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # A server that ended a moment ago leaves its port in a state that is no reason to refuse it.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((ADDRESS, port))
        listening.listen(512)
    except OSError:
        listening.close()
        raise
    return listening


def _sentence(port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program. Name another with --port, or leave it out."
    return f"Port {port} cannot be used: {error.strerror or error}. Name another with --port, or leave it out."
