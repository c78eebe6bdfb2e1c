"""Changes of a text: applied, taken back, found by comparing two texts. Offsets count code points of the old text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, unified_diff

from stepgraph.protocol.document import TextChange
from stepgraph.server.refusals import Refusal

Changes = tuple[TextChange, ...]

_CONTEXT = 3
_PLACE = re.compile(r"( [-+])(\d+)")

MAX_COMPARED_LINES = 5_000
"""Between the first and the last line that differ; more are replaced as one piece, which is as right and quick."""


def checked(changes: Iterable[TextChange], *, length: int) -> Changes:
    """Return changes that fit a text of this length: ascending and apart. Raises Refusal."""
    kept = tuple(changes)
    at = 0
    for change in kept:
        if not at <= change.start <= change.end <= length:
            sentence = "The changes do not fit the text: each begins after the one before it and ends inside the text."
            raise Refusal("document.changes", sentence)
        if "\r" in change.text:
            raise Refusal("document.changes", "A change holds a carriage return; the text's lines end with LF here.")
        at = change.end
    return kept


def applied(text: str, changes: Iterable[TextChange]) -> str:
    """Return the text with changes made in it."""
    parts: list[str] = []
    at = 0
    for change in changes:
        parts += (text[at : change.start], change.text)
        at = change.end
    parts.append(text[at:])
    return "".join(parts)


def inverse(text: str, changes: Iterable[TextChange]) -> Changes:
    """Return the changes that make the old text again of what ``changes`` make of it."""
    back: list[TextChange] = []
    shift = 0
    for change in changes:
        start = change.start + shift
        back.append(TextChange(start, start + len(change.text), text[change.start : change.end]))
        shift += len(change.text) - (change.end - change.start)
    return tuple(back)


def difference(old: str, new: str) -> Changes:
    """Return the changes that make the new text of the old one, as whole lines, touching no line that both have."""
    if old == new:
        return ()
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    middle, other = before[head : len(before) - tail], after[head : len(after) - tail]
    start = sum(map(len, before[:head]))
    if max(len(middle), len(other)) > MAX_COMPARED_LINES:
        return (TextChange(start, start + sum(map(len, middle)), "".join(other)),)
    starts = [start]
    for line in middle:
        starts.append(starts[-1] + len(line))
    matcher = SequenceMatcher(None, middle, other)
    return tuple(
        TextChange(starts[first], starts[last], "".join(other[begin:end]))
        for kind, first, last, begin, end in matcher.get_opcodes()
        if kind != "equal"
    )


def unified(old: str, new: str, *, name: str) -> str:
    """Return a unified diff for people; "" for equal texts."""
    before, after = _ended(old), _ended(new)
    # Only what lies around the differences is compared: most of a long text is the same.
    head = max(0, _common(before, after) - _CONTEXT)
    tail = max(0, _common(before[head:][::-1], after[head:][::-1]) - _CONTEXT)
    lines = unified_diff(
        before[head : len(before) - tail], after[head : len(after) - tail], fromfile=name, tofile=name, n=_CONTEXT
    )
    moved = (_moved(line, by=head) if line.startswith("@@") else line for line in lines)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in moved)


def _moved(heading: str, *, by: int) -> str:
    """Return the heading of a hunk whose lines stand further down."""
    return _PLACE.sub(lambda place: f"{place[1]}{int(place[2]) + by}", heading)


def _ended(text: str) -> list[str]:
    lines = text.split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        count += 1
    return count
