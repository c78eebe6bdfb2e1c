"""Connections, bounded where the web server's own are not: in time, and in what piles up for who does not read."""

from __future__ import annotations

import asyncio

import h11
import msgspec
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from stepgraph.protocol.problems import Problem
from stepgraph.server.headers import Headers, security_headers

ARRIVAL_S = 10.0
"""How long a request may take to arrive; until then it holds one of the connections that there are."""
ANSWER_S = 60.0
"""How long the answer may take to be made, and taken."""
MAX_UNREAD_BYTES = 1024 * 1024


class BoundedHttp(H11Protocol):
    """A connection for requests, which is closed when a request or its answer takes too long."""

    _allowed_s: float | None = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as its base has it
        """Expect a request."""
        super().connection_made(transport)
        self._allow(ARRIVAL_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing any more."""
        self._allow(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request."""
        super().data_received(data)
        if self.transport.get_protocol() is self:
            is_whole = self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}
            self._allow(ANSWER_S if is_whole else ARRIVAL_S)

    def on_response_complete(self) -> None:
        """Wait for another request, for which the base has its own time."""
        self._allow(None)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on."""
        self._allow(None)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request with the headers of every answer, unless an answer is under way."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            self.transport.write(_bad_request(msg))
        self.transport.close()

    def _allow(self, seconds: float | None) -> None:
        """Give the connection so long for what it is at now; a piece more of the same gives no time more."""
        if seconds == self._allowed_s:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        self._allowed_s = seconds
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A page's socket, which is closed when it asks for signs of life and reads none of them.

    What others do wrong is no line in the log, which any page of a browser could fill otherwise.
    """

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says."""
        await super().send(message)
        # A refusal with an answer of its own ends the handshake as well, which the base leaves open, and complains.
        self.handshake_complete = self.handshake_complete or self.close_sent

    def send_receive_event_to_app(self) -> None:
        """Take a message; text that is none closes the socket."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self.transport.abort()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _bad_request(sentence: str) -> bytes:
    body = msgspec.json.encode(Problem(code="http.400", sentence=sentence))
    headers: Headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
        *security_headers(),
    ]
    lines = b"".join(b"%s: %s\r\n" % header for header in headers)
    return b"HTTP/1.1 400 Bad Request\r\n%s\r\n%s" % (lines, body)
