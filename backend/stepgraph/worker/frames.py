"""Frames on a socket: msgpack behind a 4-byte big-endian length."""

from __future__ import annotations

import socket
import struct
import threading
from typing import Protocol

from stepgraph.protocol.worker_frames import MAX_FRAME_BYTES, FromWorker, ToWorker, encoder, to_worker

_HEADER = struct.Struct(">I")
_RECEIVE_BYTES = 256 * 1024


class FrameTooLarge(Exception):
    """A frame would be longer than the other end accepts."""

    code = "worker.frame_too_large"

    def __init__(self, *, size: int) -> None:
        self.size = size
        super().__init__(f"A frame of {size:,} bytes is over the limit of {MAX_FRAME_BYTES:,}")


class Line(Protocol):
    """The way to the server."""

    def send(self, frame: FromWorker) -> None:
        """Send one frame; frames of several threads do not mix."""


class FrameSocket:
    """Both directions of one socket. Any thread may send, one may receive."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._sending = threading.Lock()
        self._buffer = bytearray()
        self._received = bytearray()

    def send(self, frame: FromWorker) -> None:
        """Send one frame; blocks while the server does not read."""
        with self._sending:
            buffer = self._buffer
            encoder.encode_into(frame, buffer, _HEADER.size)
            size = len(buffer) - _HEADER.size
            if size > MAX_FRAME_BYTES:
                raise FrameTooLarge(size=size)
            _HEADER.pack_into(buffer, 0, size)
            self._socket.sendall(buffer)

    def receive(self) -> ToWorker | None:
        """Return the next frame, or None when the other end is gone. Raises msgspec.DecodeError."""
        header = self._take(_HEADER.size)
        if header is None:
            return None
        (size,) = _HEADER.unpack(header)
        if size > MAX_FRAME_BYTES:
            raise FrameTooLarge(size=size)
        payload = self._take(size)
        return None if payload is None else to_worker.decode(payload)

    def _take(self, size: int) -> bytes | None:
        while len(self._received) < size:
            try:
                piece = self._socket.recv(_RECEIVE_BYTES)
            except OSError:
                return None
            if not piece:
                return None
            self._received += piece
        taken = bytes(self._received[:size])
        del self._received[:size]
        return taken
