"""Random drawing on many files: after each gesture the text is Python, draws what was meant, and can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from stepgraph.document.editing.edit import Kept, Merge
from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.field_rename import field_rename
from stepgraph.document.editing.fields import field_add, field_delete, field_retype
from stepgraph.document.editing.merges import field_merge
from stepgraph.document.editing.shape import shape_of
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import Change
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text, changed, parse_text
from tests.document.editing.every import Gesture, gestures, is_built_as_drawn
from tests.document.editing_fields.edited import inverse
from tests.document.roundtrip.files import FILES, has_tree, source_of

LISTED = 400


def test_there_are_enough_files_of_every_form() -> None:
    """Fewer would leave forms out."""
    assert len(FILES) >= 40


@pytest.mark.parametrize("name", FILES)
def test_reading_a_file_leaves_no_trace_in_its_text(name: str) -> None:
    """What is written without an edit is what was read."""
    source = source_of(name)
    text = parse_text(str(FILES[name]), source)

    read_model(text)

    assert has_tree(name)
    assert changed(text.text, ()) == source


class RandomEdits(RuleBasedStateMachine):
    """A person who draws at random, and takes back and makes again at random."""

    def __init__(self) -> None:
        super().__init__()
        self.text: Text
        self.is_fresh = False
        self.done: list[tuple[str, tuple[Change, ...], str]] = []
        self.undone: list[tuple[str, tuple[Change, ...], str]] = []

    @initialize(name=strategies.sampled_from(sorted(FILES)))
    def open_a_file(self, name: str) -> None:
        self.path = FILES[name]
        self.text = parse_text(str(self.path), source_of(name))

    @rule(graph=strategies.integers(0, 3), which=strategies.integers(0, LISTED - 1))
    def draw(self, graph: int, which: int) -> None:
        model = read_model(self.text)
        if not model.graphs:
            return
        sheet = Sheet(self.text, model, model.graphs[graph % len(model.graphs)])
        offered = list(islice(every_gesture(sheet), LISTED))
        gesture, given = offered[which % len(offered)]
        before = self.text.text
        try:
            kept: Kept = keep(sheet, gesture(sheet, **given))
        except EditRefused:
            return
        assert changed(kept.text.text, inverse(before, kept.edit.changes)) == before
        self.text = kept.text
        self.done.append((before, kept.edit.changes, kept.text.text))
        self.undone.clear()
        self.is_fresh = True

    @precondition(lambda self: self.done)
    @rule()
    def undo(self) -> None:
        before, changes, after = self.done.pop()
        back = changed(self.text.text, inverse(before, changes))
        assert back == before
        self.text = parse_text(str(self.path), back)
        self.undone.append((before, changes, after))

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        before, changes, after = self.undone.pop()
        assert changed(self.text.text, changes) == after
        self.text = parse_text(str(self.path), after)
        self.done.append((before, changes, after))

    @invariant()
    def the_text_is_python_and_reads_the_same_each_time(self) -> None:
        if hasattr(self, "path"):
            again = parse_text(str(self.path), self.text.text)
            assert shape_of(read_model(again)) == shape_of(read_model(self.text))

    @invariant()
    def langgraph_builds_what_is_drawn(self) -> None:
        if self.is_fresh:
            self.is_fresh = False
            model = read_model(self.text)
            # What code decides is not all drawn before it ran.
            told = tuple(graph for graph in model.graphs if not graph.locks)
            is_built_as_drawn(self.text.text, self.path, replace(model, graphs=told))


def every_gesture(sheet: Sheet) -> Iterator[Gesture]:
    """Yield what may be done to the nodes and edges of a graph, and to its fields."""
    fields = [field.name for schema in sheet.graph.schemas for field in schema.fields if field.lock is None]
    merges: list[dict[str, Any]] = [{"merge": Merge(kind)} for kind in ("LastValue", "add", "AnyValue", "Topic")]
    yield field_add, {"name": "added", "annotation": "list[str]", "merge": Merge("add")}
    for name in fields[:4]:
        yield field_rename, {"name": name, "to": "renamed_field"}
        yield field_retype, {"name": name, "annotation": "list[str]"}
        yield field_delete, {"name": name}
        yield from ((field_merge, {"name": name, **merge}) for merge in merges)
    yield from gestures(sheet)


RandomEdits.TestCase.settings = settings(
    max_examples=40, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
TestRandomEdits = pytest.mark.slow(RandomEdits.TestCase)
