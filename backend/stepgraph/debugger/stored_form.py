"""The bytes in which a channel's value is stored: the codec's, laid out so that what grows keeps its beginning.

The codec writes the length of a list or dict in front of its items, so the bytes of two differ from the first on. Here
the length comes last, and what was extended starts with the bytes that it had before.
"""

from __future__ import annotations

import struct
from typing import Any

from stepgraph.checkpoint.codec import Registry, decode, encode

_WHOLE = b"\x00"
_LIST = b"\x01"
_DICT = b"\x02"
_COUNT = struct.Struct(">I")
_FEW = 15
_MANY = 0xFFFF


def to_bytes(value: object) -> bytes:
    """Return the bytes of a value. Raises CannotStore."""
    if type(value) is list:
        return _LIST + encode(value)[len(_list_header(len(value))) :] + _COUNT.pack(len(value))
    if type(value) is dict and all(type(key) is str for key in value):
        return _DICT + encode(value)[len(_dict_header(len(value))) :] + _COUNT.pack(len(value))
    return _WHOLE + encode(value)


def from_bytes(data: bytes, registry: Registry) -> Any:
    """Return the value that `to_bytes` made the bytes of. Any: it is the user's value."""
    if data[:1] == _WHOLE:
        return decode(data[1:], registry)
    (count,) = _COUNT.unpack(data[-_COUNT.size :])
    header = _list_header(count) if data[:1] == _LIST else _dict_header(count)
    return decode(header + data[1 : -_COUNT.size], registry)


def _list_header(count: int) -> bytes:
    """Return what msgpack puts in front of a list with that many items."""
    if count <= _FEW:
        return bytes([0x90 | count])
    return struct.pack(">BH", 0xDC, count) if count <= _MANY else struct.pack(">BI", 0xDD, count)


def _dict_header(count: int) -> bytes:
    """Return what msgpack puts in front of a map with that many keys."""
    if count <= _FEW:
        return bytes([0x80 | count])
    return struct.pack(">BH", 0xDE, count) if count <= _MANY else struct.pack(">BI", 0xDF, count)
