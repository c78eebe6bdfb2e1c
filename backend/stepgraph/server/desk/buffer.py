"""A document's text as it stands, its revisions, and what Undo and Redo make of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stepgraph.protocol.document import TextChange
from stepgraph.server.desk.changes import Changes, applied, checked, inverse
from stepgraph.server.desk.form import Form
from stepgraph.server.desk.history import Basis, Entry, History, Step
from stepgraph.server.refusals import Refusal

MAX_BYTES = 10 * 1024 * 1024
_MOST_BYTES = 4
"""Of one character in UTF-8."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one act did: the changes from the text at ``base``; None where only the file's form changed."""

    base: int
    changes: Changes
    title: str


class Buffer:
    """The text. Every act on it makes one revision, and undoing all acts makes the first text again."""

    def __init__(self, text: str, form: Form) -> None:
        self.text = text
        self.revision = 0
        self.opened = text
        """The text as it was when the document was opened here."""
        self.former = text
        """The text before the newest act."""
        self._basis = Basis(form, root=0)
        self._roots = 1
        self._history = History()

    @property
    def form(self) -> Form:
        """How the text lies in its file."""
        return self._basis.form

    @property
    def root(self) -> int:
        """Which content of the file the text was made from by what people did here."""
        return self._basis.root

    @property
    def undo_title(self) -> str | None:
        """What Undo would take back."""
        return self._history.done[-1].title if self._history.done else None

    @property
    def redo_title(self) -> str | None:
        """What Redo would do again."""
        return self._history.undone[-1].title if self._history.undone else None

    def edit(self, changes: Iterable[TextChange], *, title: str) -> Change:
        """Make changes that one Undo takes back. Raises Refusal."""
        return self._act(changes, title=title, author=None)

    def take(self, changes: Iterable[TextChange], *, title: str, form: Form) -> Change:
        """Make the text what the file holds, which has this form; one Undo takes that back. Raises Refusal."""
        basis = Basis(form, self._roots)
        self._roots += 1
        return self._act(changes, title=title, author=None, basis=basis)

    def type(self, changes: Iterable[TextChange], *, author: str, joins: bool) -> Change:
        """Make changes that were typed; with ``joins`` one Undo takes back the typing before, too. Raises Refusal."""
        return self._act(changes, title="typing", author=author, joins=joins)

    def undo(self) -> Change:
        """Take the newest act back. Raises Refusal."""
        entry = self._history.take_back()
        if entry is None:
            raise Refusal("document.nothing_to_undo", "There is nothing to take back.")
        return self._replay([step.back for step in reversed(entry.steps)], title=entry.title, basis=entry.before)

    def redo(self) -> Change:
        """Do again what was taken back last. Raises Refusal."""
        entry = self._history.do_again()
        if entry is None:
            raise Refusal("document.nothing_to_redo", "There is nothing to do again.")
        return self._replay([step.forward for step in entry.steps], title=entry.title, basis=entry.after)

    def _act(
        self,
        changes: Iterable[TextChange],
        *,
        title: str,
        author: str | None,
        joins: bool = False,
        basis: Basis | None = None,
    ) -> Change:
        kept = checked(changes, length=len(self.text))
        text = applied(self.text, kept)
        if len(text) * _MOST_BYTES > MAX_BYTES and len(text.encode()) > MAX_BYTES:
            sentence = f"The text would be longer than {MAX_BYTES:,} bytes, which no graph file is."
            raise Refusal("document.too_large", sentence)
        step = Step(kept, inverse(self.text, kept))
        after = basis or self._basis
        if not (joins and author is not None and self._history.join(step, author=author)):
            self._history.add(Entry(title, author, [step], self._basis, after))
        return self._become(text, kept, title=title, basis=after)

    def _replay(self, sets: list[Changes], *, title: str, basis: Basis) -> Change:
        text = self.text
        for changes in sets:
            text = applied(text, changes)
        # Several are told as the one piece that they touched.
        changes = sets[0] if len(sets) == 1 else _piece(self.text, text)
        return self._become(text, changes, title=title, basis=basis)

    def _become(self, text: str, changes: Changes, *, title: str, basis: Basis) -> Change:
        base = self.revision
        self.former = self.text
        self.text = text
        self._basis = basis
        self.revision += 1
        return Change(base, changes, title)


def _piece(old: str, new: str) -> Changes:
    """Return the one change between two texts, from the first character that differs to the last."""
    shorter = min(len(old), len(new))
    head = _first_difference(old, new, shorter)
    tail = _first_difference(old[head:][::-1], new[head:][::-1], shorter - head)
    return (TextChange(head, len(old) - tail, new[head : len(new) - tail]),)


def _first_difference(one: str, other: str, length: int) -> int:
    """Return how many characters are the same, by halves: comparing slices is quick, single characters are not."""
    low, high = 0, length
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
