"""Versions of channels: how the next one is made, and how they compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from stepgraph.pregel.facts import Version

NextVersion: TypeAlias = Callable[[Version | None, None], Version]
Seen: TypeAlias = dict[str, dict[str, Version]]


def next_integer(current: Version | None, _channel: None) -> Version:
    """Count from one: the versions of a run whose saver has none of its own."""
    return 1 if current is None else int(current) + 1


def highest(versions: Iterable[Version]) -> Version | None:
    """Return the greatest version, or None when there is none yet."""
    return max(versions, default=None)


def is_newer(version: Version, seen: Version) -> bool:
    """Tell whether `version` was made after `seen`."""
    return version > seen  # type: ignore[operator]  # versions of one saver have one type


def moved_since(versions: Mapping[str, Version], seen: Mapping[str, Version]) -> bool:
    """Tell whether any channel has a version that `seen` does not know yet."""
    for name, version in versions.items():
        known = seen.get(name)
        if known is None or version > known:  # type: ignore[operator]  # versions of one saver have one type
            return True
    return False
