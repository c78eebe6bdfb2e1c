"""The keys that the state of a planned graph may have: one for each kind of channel."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

LOGS = ("log", "notes")
"""Lists to which every node adds a line; a graph inside has its own, or what it returns would double its caller's."""

FOLDED = ("total", "woven", "maybe")
PLAIN = ("last", "topic", "pile", "once", "guarded", "any", "kept")
MANAGED = ("left", "final")


def weave(before: int, write: int) -> int:
    """A reducer of one's own, which tells the order of its writes."""
    return (before * 3 + write) % 9973


_KINDS: dict[str, Callable[[Any], Any]] = {
    "log": lambda lib: Annotated[list, operator.add],
    "notes": lambda lib: Annotated[list, operator.add],
    "total": lambda lib: Annotated[int, operator.add],
    "woven": lambda lib: Annotated[int, weave],
    "maybe": lambda lib: Annotated[int | None, weave],
    "last": lambda lib: int,
    "topic": lambda lib: Annotated[int, lib.Topic],
    "pile": lambda lib: Annotated[int, lib.Topic(int, accumulate=True)],
    "once": lambda lib: Annotated[int, lib.EphemeralValue(int, guard=False)],
    "guarded": lambda lib: Annotated[int, lib.EphemeralValue],
    "any": lambda lib: Annotated[int, lib.AnyValue],
    "kept": lambda lib: Annotated[int, lib.UntrackedValue(int, False)],
    "left": lambda lib: lib.RemainingSteps,
    "final": lambda lib: lib.IsLastStep,
}


def schema(lib: Any, names: list[str], title: str = "State") -> Any:
    """Return a state with these keys."""
    fields = {name: _KINDS[name](lib) for name in names}
    return TypedDict(title, fields, total=False)  # type: ignore[operator]  # made at run time


def line(name: str, state: Any) -> str:
    """Return what a node's line in the log says: who it is and what it saw, but for the logs themselves."""
    if not isinstance(state, dict):
        return f"{name} {state!r}"
    seen = (f"{key}={_brief(value)}" for key, value in sorted(state.items()) if key not in LOGS)
    return " ".join([name, *seen])


def _brief(value: Any) -> str:
    return "".join(map(_brief, value)) or "-" if isinstance(value, list) else str(value)
