"""How values of the standard library's classes are stored: a tag and a plain form."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from pathlib import Path, PurePath
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

_ADDRESSES = (IPv4Interface, IPv6Interface, IPv4Address, IPv6Address, IPv4Network, IPv6Network)


def _span(value: timedelta) -> list[int]:
    return [value.days, value.seconds, value.microseconds]


# In the order in which they are tried: a datetime is a date as well, an interface is an address.
_FORMS: tuple[tuple[type[Any], str, Callable[[Any], Any], Callable[[Any], Any]], ...] = (
    (set, "set", list, set),
    (frozenset, "frozenset", list, frozenset),
    (deque, "deque", list, deque),
    (bytearray, "bytearray", bytes, bytearray),
    (datetime, "datetime", datetime.isoformat, datetime.fromisoformat),
    (date, "date", date.isoformat, date.fromisoformat),
    (time, "time", time.isoformat, time.fromisoformat),
    (timedelta, "timedelta", _span, lambda form: timedelta(*form)),
    (timezone, "timezone", lambda zone: _span(zone.utcoffset(None)), lambda form: timezone(timedelta(*form))),
    (ZoneInfo, "zone", lambda zone: zone.key, ZoneInfo),
    (UUID, "uuid", lambda value: value.hex, UUID),
    (Decimal, "decimal", str, Decimal),
    (PurePath, "path", str, Path),
    (re.Pattern, "pattern", lambda value: [value.pattern, value.flags], lambda form: re.compile(*form)),
    *((address, address.__name__, str, address) for address in _ADDRESSES),
)

HASHING = frozenset({"set", "frozenset"})
"""The tags of what holds only what can be hashed."""

STANDARD_LOADERS: Mapping[str, Callable[[Any], Any]] = {tag: load for _, tag, _, load in _FORMS}
"""What makes the value of a tag's plain form."""


def standard_form(value: object) -> tuple[str, Any] | None:
    """Return the tag and the plain form of a standard value, None for any other."""
    for kind, tag, dump, _ in _FORMS:
        if isinstance(value, kind):
            return tag, dump(value)
    return None
