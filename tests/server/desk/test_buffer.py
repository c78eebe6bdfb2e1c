"""The text and its Undo: every act is a revision, and undoing all of them makes the first text again."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from stepgraph.protocol.document import TextChange
from stepgraph.server.desk import buffer as bounds
from stepgraph.server.desk import history
from stepgraph.server.desk.buffer import Buffer, Change
from stepgraph.server.desk.changes import applied, difference
from stepgraph.server.desk.form import Form
from stepgraph.server.refusals import Refusal

FIRST = "one\ntwo\n"
WORDS = st.text(alphabet="xy\n\U0001f600", max_size=5)
WINDOWS = Form(newline="\r\n")


def opened(text: str = FIRST) -> Buffer:
    """A buffer of a new document."""
    return Buffer(text, Form())


def put(text: str, at: int = 0) -> tuple[TextChange, ...]:
    """A change that inserts."""
    return (TextChange(at, at, text),)


class Played(RuleBasedStateMachine):
    """Random acts on a buffer, beside a list of what the text was."""

    def __init__(self) -> None:
        super().__init__()
        self.buffer = opened()
        self.page = FIRST
        self.done: list[tuple[str, Form]] = [(FIRST, Form())]
        self.undone: list[tuple[str, Form]] = []
        self.may_join = False
        self.author = ""

    @rule(data=st.data(), text=WORDS, joins=st.booleans(), author=st.sampled_from(["me", "you"]))
    def type(self, data: st.DataObject, text: str, joins: bool, author: str) -> None:
        start, end = sorted(data.draw(st.tuples(self.offsets, self.offsets)))
        is_joined = joins and self.may_join and author == self.author
        self.told(self.buffer.type((TextChange(start, end, text),), author=author, joins=joins))
        if is_joined:
            self.done.pop()
        self.note()
        self.may_join, self.author = True, author

    @rule(text=WORDS)
    def draw(self, text: str) -> None:
        self.told(self.buffer.edit((TextChange(0, 0, text), *put(text, len(self.buffer.text))), title="Draw"))
        self.note()
        self.may_join = False

    @rule(text=WORDS, form=st.sampled_from([Form(), WINDOWS]))
    def change_outside(self, text: str, form: Form) -> None:
        self.told(self.buffer.take(difference(self.buffer.text, text), title="From outside", form=form))
        self.note()
        self.may_join = False

    @precondition(lambda self: len(self.done) > 1)
    @rule()
    def undo(self) -> None:
        self.told(self.buffer.undo())
        self.undone.append(self.done.pop())
        self.may_join = False

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        self.told(self.buffer.redo())
        self.done.append(self.undone.pop())
        self.may_join = False

    @property
    def offsets(self) -> st.SearchStrategy[int]:
        return st.integers(0, len(self.buffer.text))

    def note(self) -> None:
        self.done.append((self.buffer.text, self.buffer.form))
        self.undone.clear()

    def told(self, change: Change) -> None:
        self.page = applied(self.page, change.changes)

    @invariant()
    def the_text_is_what_was_noted(self) -> None:
        assert (self.buffer.text, self.buffer.form) == self.done[-1]
        assert self.page == self.buffer.text
        assert (self.buffer.undo_title is None) == (len(self.done) == 1)
        assert (self.buffer.redo_title is None) == (not self.undone)

    def teardown(self) -> None:
        while self.buffer.undo_title is not None:
            self.buffer.undo()
        assert (self.buffer.text, self.buffer.form) == (FIRST, Form())


TestAnyActsAreTakenBackToTheFirstText = Played.TestCase


def test_typing_that_joins_is_taken_back_at_once() -> None:
    """A word, not a letter."""
    buffer = opened("")
    for at, letter in enumerate("word"):
        buffer.type(put(letter, at), author="me", joins=at > 0)

    change = buffer.undo()

    assert (buffer.text, change.changes) == ("", (TextChange(0, 4, ""),))


def test_typing_does_not_join_that_of_another_window() -> None:
    """Each takes back what it did."""
    buffer = opened("")
    buffer.type(put("a"), author="me", joins=True)
    buffer.type(put("b"), author="you", joins=True)

    buffer.undo()

    assert buffer.text == "a"


def test_an_act_forgets_what_was_taken_back() -> None:
    """There is one line of history."""
    buffer = opened("")
    buffer.edit(put("a"), title="Add a")
    buffer.undo()
    buffer.edit(put("b"), title="Add b")

    with pytest.raises(Refusal) as refusal:
        buffer.redo()

    assert refusal.value.problem.code == "document.nothing_to_redo"
    assert (buffer.undo_title, buffer.redo_title) == ("Add b", None)


def test_there_is_nothing_to_take_back_at_first() -> None:
    """And that is said."""
    with pytest.raises(Refusal) as refusal:
        opened().undo()

    assert refusal.value.problem.code == "document.nothing_to_undo"


def test_the_oldest_acts_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A history has an end, in number."""
    monkeypatch.setattr(history, "MAX_ENTRIES", 3)
    buffer = opened("")
    for letter in "abcde":
        buffer.edit(put(letter, len(buffer.text)), title="Add")
    while buffer.undo_title is not None:
        buffer.undo()

    assert buffer.text == "ab"


def test_long_acts_are_forgotten_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """And in memory."""
    monkeypatch.setattr(history, "MAX_CHARACTERS", 2_000)
    buffer = opened("")
    for letter in "abc":
        buffer.edit(put(letter * 900, len(buffer.text)), title="Add")
    while buffer.undo_title is not None:
        buffer.undo()

    assert buffer.text == "a" * 900 + "b" * 900


def test_a_text_that_would_be_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays as it was."""
    monkeypatch.setattr(bounds, "MAX_BYTES", 10)
    buffer = opened()

    with pytest.raises(Refusal) as refusal:
        buffer.edit(put("\U0001f600"), title="Add")

    assert (refusal.value.problem.code, buffer.text, buffer.revision) == ("document.too_large", FIRST, 0)
