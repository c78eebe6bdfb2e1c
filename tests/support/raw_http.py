"""Requests as bytes, for what no client library would send."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence


async def raw_request(port: int, *lines: str) -> tuple[int, dict[str, str]]:
    """Send these lines; return the answer's status (0 for none) and headers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("".join(f"{line}\r\n" for line in (*lines, "")).encode())
    await writer.drain()
    answer = await reader.read(64 * 1024)
    writer.close()
    head = answer.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    if not head[0]:
        return 0, {}
    headers = dict(line.lower().split(": ", 1) for line in head[1:])
    return int(head[0].split(" ")[1]), headers


def upgrade(port: int, *headers: str, host: str | None = None) -> Sequence[str]:
    """The lines that ask for a socket."""
    return (
        "GET /api/socket HTTP/1.1",
        f"Host: {host or f'127.0.0.1:{port}'}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *headers,
    )
