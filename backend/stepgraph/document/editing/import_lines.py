"""New import lines that meet at one place: in the order of import sorters, the standard library's first."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from stepgraph.document.model import Change


def import_lines(changes: Iterable[Change]) -> list[Change]:
    """Return the changes that import names, with the new lines of one place as one block of groups."""
    at: dict[int, list[Change]] = {}
    rest: list[Change] = []
    for change in changes:
        if change.start == change.end and change.text.strip().startswith("from "):
            at.setdefault(change.start, []).append(change)
        else:
            rest.append(change)
    return [*rest, *(found[0] if len(found) == 1 else _together(found) for found in at.values())]


def _together(changes: list[Change]) -> Change:
    # A line behind another import begins with its line end, one before it ends with that; a blank line parts groups.
    first = sorted(changes, key=lambda change: (not _is_standard(change), change.text.strip()))
    standard = [change.text.strip() for change in first if _is_standard(change)]
    others = [change.text.strip() for change in first if not _is_standard(change)]
    block = "\n\n".join("\n".join(group) for group in (standard, others) if group)
    return Change(first[0].start, first[0].end, _head(first[0].text) + block + _tail(first[-1].text))


def _head(text: str) -> str:
    return text[: len(text) - len(text.lstrip("\n"))]


def _tail(text: str) -> str:
    return text[len(text.rstrip("\n")) :]


def _is_standard(change: Change) -> bool:
    return change.text.split()[1].split(".")[0] in sys.stdlib_module_names
