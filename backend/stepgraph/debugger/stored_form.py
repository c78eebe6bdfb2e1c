"""The bytes in which a channel's value is stored: the codec's, laid out so that a growing list keeps its beginning.

The codec writes a list's length in front of its items, so the bytes of two lists differ from the first on. Here the
length comes last, and a list that was extended starts with the bytes that it had before.
"""

from __future__ import annotations

import struct
from typing import Any

from stepgraph.checkpoint.codec import Registry, decode, encode

_WHOLE = b"\x00"
_LIST = b"\x01"
_COUNT = struct.Struct(">I")
_FEW = 15
_MANY = 0xFFFF


def to_bytes(value: object) -> bytes:
    """Return the bytes of a value. Raises CannotStore."""
    if type(value) is not list:
        return _WHOLE + encode(value)
    return _LIST + encode(value)[len(_list_header(len(value))) :] + _COUNT.pack(len(value))


def from_bytes(data: bytes, registry: Registry) -> Any:
    """Return the value that `to_bytes` made the bytes of. Any: it is the user's value."""
    if data[:1] == _WHOLE:
        return decode(data[1:], registry)
    (count,) = _COUNT.unpack(data[-_COUNT.size :])
    return decode(_list_header(count) + data[1 : -_COUNT.size], registry)


def _list_header(count: int) -> bytes:
    """Return what msgpack puts in front of a list with that many items."""
    if count <= _FEW:
        return bytes([0x90 | count])
    return struct.pack(">BH", 0xDC, count) if count <= _MANY else struct.pack(">BI", 0xDD, count)
