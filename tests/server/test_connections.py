"""Connections that a browser would not make: slow, broken, or asking without ever reading."""

from __future__ import annotations

import asyncio
import logging
import struct

import pytest

from stepgraph.server import connections
from tests.support.raw_http import raw_request, upgrade
from tests.support.serving import WAIT_S, Server

LAUNCH = ("POST /api/launch HTTP/1.1", "Content-Type: application/json", "Content-Length: 100")


def frame(opcode: int, payload: bytes) -> bytes:
    """One whole frame of a socket's client, at most 125 bytes long."""
    return bytes([0x80 | opcode, 0x80 | len(payload)]) + b"\0\0\0\0" + payload


async def socket_of(server: Server) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket that says nothing by itself."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    lines = (*upgrade(server.port, f"Origin: {server.address}"), "", "")
    writer.write("\r\n".join(lines).encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """What is still sent until the connection is closed, politely or not."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


async def send_on_and_on(writer: asyncio.StreamWriter, data: bytes) -> None:
    """Send the same as long as the other end is there."""
    while True:
        writer.write(data)
        await writer.drain()


@pytest.mark.parametrize("lines", [(), ("GET /healthz HTTP/1.1",), LAUNCH])
async def test_a_request_that_does_not_arrive_is_not_waited_for(
    server: Server, lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing, half a head or half a body: the connection is closed, and others can have its place."""
    monkeypatch.setattr(connections, "ARRIVAL_S", 0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    if lines:
        half = ("", "{") if lines == LAUNCH else ()
        writer.write("\r\n".join((*lines, f"Host: 127.0.0.1:{server.port}", *half)).encode())

    answer = await asyncio.wait_for(rest_of(reader), WAIT_S)
    async with server.http() as http:
        health = await http.get("/healthz")
    writer.close()

    assert (answer, health.status_code) == (b"", 200)


async def test_whoever_goes_away_in_a_request_is_no_mistake(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """The log is for what the server did wrong."""
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write("\r\n".join((*LAUNCH, f"Host: 127.0.0.1:{server.port}", "", "{")).encode())
    writer.close()
    async with server.http() as http:
        await http.get("/healthz")

    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


BROKEN = {
    "another protocol": "\x16\x03\x01\x02\x00\x01",
    "a header without a name": ": x",
    "a space before the colon": "Host : x",
    "ten thousand headers": "A: b\r\n" * 10_000,
    "a header of a megabyte": "A: " + "b" * 1_000_000,
}


@pytest.mark.parametrize("case", BROKEN)
async def test_what_is_no_request_is_refused_with_the_policy(server: Server, case: str) -> None:
    """The answer to what cannot be read carries the same headers as every other."""
    status, headers = await raw_request(server.port, "GET / HTTP/1.1", BROKEN[case])

    assert (status, headers["x-frame-options"]) == (400, "deny")
    assert "default-src 'none'" in headers["content-security-policy"]


async def test_a_refused_socket_is_no_line_in_the_log(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """Any page that a browser shows may try as often as it likes."""
    status, _ = await raw_request(server.port, *upgrade(server.port, "Origin: http://evil.example"))
    async with server.http() as http:
        await http.get("/healthz")

    assert (status, caplog.records) == (403, [])


async def test_text_that_is_none_closes_the_socket_quietly(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """A page cannot fill the log with what it sends."""
    reader, writer = await socket_of(server)
    writer.write(frame(1, b"\xff\xfe"))
    answer = await asyncio.wait_for(reader.read(), WAIT_S)
    writer.close()

    assert answer == b"\x88\x02" + struct.pack(">H", 1007)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.slow
async def test_a_flood_of_pings_whose_answers_nobody_reads_ends_the_socket(server: Server) -> None:
    """What would pile up for such a client stays below a bound, and the server lives."""
    reader, writer = await socket_of(server)
    writer.transport.pause_reading()  # type: ignore[attr-defined] # a stream's transport reads as well
    pings = frame(9, b"p" * 125) * 1000
    with pytest.raises(ConnectionError):
        await asyncio.wait_for(send_on_and_on(writer, pings), WAIT_S)
    async with server.http() as http:
        health = await http.get("/healthz")

    assert (health.status_code, reader.at_eof()) == (200, False)
