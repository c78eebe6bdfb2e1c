"""Gestures of the wire become edits: each has its function, and nothing of the wire reaches it."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from pydantic import TypeAdapter

from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.sheet import Sheet, sheet_of
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import changed, parse_text
from stepgraph.protocol.gestures import AnyGesture
from stepgraph.worker.editor import dispatch
from stepgraph.worker.editor.dispatch import edit_of
from tests.worker.editor.texts import CHAIN

GESTURES: TypeAdapter[AnyGesture] = TypeAdapter(AnyGesture)
TYPES = {
    reference.rsplit("/", 1)[-1]: tag for tag, reference in GESTURES.json_schema()["discriminator"]["mapping"].items()
}


def sheet(text: str = CHAIN) -> Sheet:
    """A sheet of a document's only graph."""
    parsed = parse_text("survey.py", text)
    return sheet_of(parsed, read_model(parsed), None)


def after(gesture: dict[str, Any], text: str = CHAIN) -> str:
    """The text after a gesture."""
    before = sheet(text)
    kept = keep(before, edit_of(before, GESTURES.validate_python(gesture)))
    assert kept.text.text == changed(text, kept.edit.changes)
    return kept.text.text


def test_every_gesture_has_its_function() -> None:
    """A new one cannot be forgotten."""
    assert set(dispatch.ACTS) == set(TYPES.values())


@pytest.mark.parametrize("name", sorted(TYPES))
def test_the_function_takes_the_fields_of_its_gesture(name: str) -> None:
    """By their names; all that it needs is there."""
    fields = set(GESTURES.json_schema(by_alias=False)["$defs"][name]["properties"]) - {"type"}
    parameters = dict(inspect.signature(dispatch.ACTS[TYPES[name]]).parameters)
    parameters.pop("sheet")

    assert set(parameters) == fields


def test_a_gesture_changes_the_text() -> None:
    """One for all; each has tests of its own."""
    text = after({"type": "edge.add", "source": "ask", "target": "check"})

    assert 'builder.add_edge("ask", "check")\n' in text


def test_line_ends_of_a_gesture_become_those_of_the_text() -> None:
    """A function that was pasted on another system has no carriage return in it here."""
    code = "def tell(state: State) -> dict:\r\n    return {}\r\n"

    text = after({"type": "node.add", "name": "tell", "code": code})

    assert "def tell(state: State) -> dict:\n    return {}\n" in text
    assert "\r" not in text


def test_the_parts_of_a_gesture_are_those_of_the_document() -> None:
    """Ways, merge rules, pasted nodes and spans."""
    branch = {"type": "branch.add", "source": "ask", "router": "choose", "targets": [{"label": "on", "node": "check"}]}
    merge = {"type": "field.merge", "name": "n", "merge": {"kind": "add"}}
    clip = {
        "type": "node.paste",
        "nodes": [{"name": "tell", "code": None, "expression": "ask", "options": {"defer": "True"}}],
        "edges": [{"sources": ["tell"], "target": "tell"}],
    }
    mend = {"type": "text.replace", "title": "Mend", "changes": [{"start": 0, "end": 0, "text": "# mended\n"}]}

    assert "def choose(" in after(branch)
    assert "Annotated[int, " in after(merge)
    assert "defer=True" in after(clip)
    assert after(mend) == f"# mended\n{CHAIN}"


def test_a_gesture_that_cannot_be_is_refused_by_its_function() -> None:
    """With a code and a sentence."""
    with pytest.raises(EditRefused) as refusal:
        after({"type": "edge.add", "source": "ask", "target": "nobody"})

    assert refusal.value.code == "edit.unknown_node"
