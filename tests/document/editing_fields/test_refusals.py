"""Names, types and defaults that no field may have, and schemas that are not this file's to change."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.document.editing.edit import Merge
from stepgraph.document.editing.field_rename import field_rename
from stepgraph.document.editing.fields import field_add, field_delete, field_retype
from stepgraph.document.editing.schemas import schema_set
from tests.document.editing_fields.edited import edited, refusal
from tests.document.editing_fields.forms import FORMS, PLAIN

NAMES = [
    ("two words", "edit.name_invalid"),
    ("3rd", "edit.name_invalid"),
    ("class", "edit.name_invalid"),
    ("", "edit.name_invalid"),
    ("ﬁeld", "edit.name_invalid"),
    ("x: int\n    y", "edit.name_invalid"),
    ('"); import os #', "edit.name_invalid"),
    ("__root__", "edit.name_reserved"),
    ("__x", "edit.name_reserved"),
    ("checkpoint_id", "edit.name_reserved"),
    ("topic", "edit.name_taken"),
    ("look", "edit.name_taken"),
]


@pytest.mark.parametrize(("name", "code"), NAMES)
def test_a_name_that_no_field_may_have_is_refused(name: str, code: str) -> None:
    """To a new field and to one that is renamed alike."""
    assert refusal(PLAIN, field_add, name=name, annotation="int")[0] == code
    assert refusal(PLAIN, field_rename, name="notes", to=name)[0] == code


def test_a_name_that_a_schema_uses_otherwise_is_refused() -> None:
    """A method's, and in a pydantic model a private one."""
    assert refusal(FORMS["dataclass"], field_add, name="shout", annotation="int")[0] == "edit.name_taken"
    assert refusal(FORMS["pydantic"], field_add, name="_x", annotation="int")[0] == "edit.name_reserved"


@pytest.mark.parametrize(
    ("annotation", "code"),
    [
        ("list[", "edit.annotation"),
        ("int = 3", "edit.annotation"),
        ("int\n    y: str", "edit.annotation"),
        ("3", "edit.annotation"),
        ("list()", "edit.annotation"),
        ("__import__('os')", "edit.annotation"),
        ("lambda: 1", "edit.annotation"),
        ("(y := int)", "edit.annotation"),
        ("any", "edit.annotation"),
        ("int[str]", "edit.annotation"),
        ("dict[str, int, int]", "edit.annotation"),
        ("Annotated[list, operator.add]", "edit.annotation"),
        ("list[NotRequired[int]]", "edit.annotation"),
        ("int, str", "edit.annotation"),
        ("Nothing", "edit.annotation_unknown"),
        ("list[Nothing]", "edit.annotation_unknown"),
        ('"Nothing"', "edit.annotation_unknown"),
        ("Late", "edit.annotation_unknown"),
    ],
)
def test_what_is_no_type_is_refused(annotation: str, code: str) -> None:
    """It is not Python, not a type, says more than the type, or names what is not known where the state stands."""
    text = PLAIN + "\n\nclass Late(TypedDict):\n    x: int\n"

    assert refusal(text, field_add, name="c", annotation=annotation)[0] == code
    assert refusal(text, field_retype, name="topic", annotation=annotation)[0] == code


@pytest.mark.parametrize(
    ("annotation", "written", "imported"),
    [
        ("Literal['a', 'b c']", "Literal['a', 'b c']", "Annotated, Literal, TypedDict"),
        ("dict[str, Any] | None", "dict[str, Any] | None", "Annotated, Any, TypedDict"),
        ("list[\n  int  # each\n]", "list[int]", "Annotated, TypedDict"),
        ("Callable[[int, str], None]", "Callable[[int, str], None]", "Annotated, Callable, TypedDict"),
        ("tuple[int, ...]", "tuple[int, ...]", "Annotated, TypedDict"),
        ('"State"', '"State"', "Annotated, TypedDict"),
        ("  int ", "int", "Annotated, TypedDict"),
    ],
)
def test_a_type_is_written_as_given_with_what_it_needs(annotation: str, written: str, imported: str) -> None:
    """In one line."""
    text = edited(PLAIN, field_add, name="c", annotation=annotation)

    assert f"    c: {written}\n" in text
    assert f"from typing import {imported}\n" in text


def test_a_default_that_the_form_has_no_place_for_is_refused() -> None:
    """A TypedDict has none; a dataclass needs one behind inherited ones; it must be an expression of known names."""
    inherits = FORMS["dataclass that inherits"]

    assert refusal(PLAIN, field_add, name="c", annotation="int", default="3")[0] == "edit.default"
    assert refusal(inherits, field_add, name="c", annotation="int")[0] == "edit.default"
    assert refusal(inherits, field_add, name="c", annotation="int", default="3 +")[0] == "edit.default"
    assert refusal(inherits, field_add, name="c", annotation="int", default="nothing")[0] == "edit.default"


def test_a_value_that_would_hide_a_type_of_its_own_class_is_refused() -> None:
    """Python would take the value for the type from there on."""
    text = FORMS["dataclass"]

    assert refusal(text, field_add, name="int", annotation="str", default="'x'")[0] == "edit.name_taken"
    assert refusal(text, field_rename, name="b", to="str")[0] == "edit.name_taken"


def test_a_default_that_classes_below_cannot_follow_is_refused() -> None:
    """A dataclass that inherits it adds a field without one."""
    text = FORMS["dataclass"].replace(
        "def look", "@dataclass(kw_only=False)\nclass Base2:\n    x: int\n\n\ndef look", 1
    )
    text = text.replace("class Base2:", "class More(State):")
    plain = text.replace('    b: str = "x"\n', "    b: str\n")

    assert refusal(plain, field_add, name="c", annotation="int", default="3")[0] == "edit.default"
    assert "    c: int\n" in edited(plain, field_add, name="c", annotation="int")


def test_a_field_that_another_schema_merges_otherwise_is_refused() -> None:
    """The engine would refuse the graph; a plain repetition is fine."""
    text = PLAIN.replace("def look", "class Order(TypedDict):\n    topic: str\n\n\ndef look", 1)
    text = text.replace("StateGraph(State)", "StateGraph(State, input_schema=Order)")
    add = {"name": "notes", "annotation": "list[str]", "target": "Order"}

    assert refusal(text, field_add, merge=Merge("Topic"), **add)[0] == "edit.conflict"
    assert "    notes: list[str]\n" in edited(text, field_add, **add)
    assert "    topic: str\n    notes: Annotated[list[str], operator.add]\n" in edited(
        text, field_add, merge=Merge("add"), **add
    )


def test_a_field_or_schema_that_is_not_there_is_refused() -> None:
    """By its name."""
    assert refusal(PLAIN, field_delete, name="x") == ("edit.unknown_field", 'The graph "graph" has no field "x".')
    assert refusal(PLAIN, field_add, name="c", annotation="int", target="Order")[0] == "edit.unknown_schema"
    assert refusal(PLAIN, schema_set, role="input", fields=("x",))[0] == "edit.unknown_field"
    assert refusal(PLAIN, schema_set, role="output", fields=None)[0] == "edit.no_change"


def test_what_changes_nothing_is_refused() -> None:
    """So that Undo never does nothing."""
    assert refusal(PLAIN, field_retype, name="topic", annotation="str")[0] == "edit.no_change"
    assert refusal(PLAIN, field_rename, name="topic", to="topic")[0] == "edit.no_change"


def test_a_state_of_another_file_is_named_with_its_place(tmp_path: Path) -> None:
    """That file is to be opened; nothing is written into it from here."""
    (tmp_path / "states.py").write_text(
        "from typing import TypedDict\n\n\nclass Base(TypedDict):\n    a: int\n", encoding="utf-8"
    )
    graph = "\nbuilder = StateGraph({})\nbuilder.add_node('n', print)\nbuilder.add_edge(START, 'n')\n"
    imports = "from langgraph.graph import START, StateGraph\nfrom states import Base\n\n"
    whole = imports + graph.format("Base")
    inherits = imports + "class State(Base):\n    b: int\n\n" + graph.format("State")
    path = str(tmp_path / "graph.py")

    for gesture, given in ((field_add, {"annotation": "int"}), (field_delete, {}), (field_rename, {"to": "c"})):
        code, sentence = refusal(whole, gesture, path=path, name="c" if given.get("annotation") else "a", **given)
        assert code == "edit.elsewhere"
        assert f"{tmp_path / 'states.py'}, line" in sentence
    assert "    b: int\n    c: int\n" in edited(inherits, field_add, path=path, name="c", annotation="int")
    assert refusal(inherits, field_delete, path=path, name="a")[0] == "edit.elsewhere"


def test_a_state_that_comes_with_the_library_is_to_be_inherited_from() -> None:
    """MessagesState itself has no place for a field."""
    text = (
        "from langgraph.graph import START, MessagesState, StateGraph\n\nbuilder = StateGraph(MessagesState)\n"
        "builder.add_node('n', print)\nbuilder.add_edge(START, 'n')\n"
    )

    code, sentence = refusal(text, field_add, name="c", annotation="int")

    assert (code, "inherits" in sentence) == ("edit.elsewhere", True)


def test_a_state_without_fields_has_none_to_edit() -> None:
    """One value is the whole state."""
    text = "from langgraph.graph import START, StateGraph\nb = StateGraph(dict)\nb.add_node('n', print)\n"

    assert refusal(text, field_add, name="c", annotation="int")[0] == "edit.no_fields"


CHECKED = """\
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel, field_validator


class State(BaseModel):
    name: str = ""
    note: str = ""

    @field_validator("name")
    @classmethod
    def short(cls, value: str) -> str:
        return value[:9]


builder = StateGraph(State)
builder.add_node("a", lambda state: {})
builder.add_edge(START, "a")
builder.add_edge("a", END)
"""


def test_a_field_that_a_validator_names_is_not_deleted_under_it() -> None:
    """The class could not be made any more; the refusal says where to look."""
    code, sentence = refusal(CHECKED, field_delete, name="name")

    assert (code, "line 9" in sentence) == ("edit.used", True)
    assert "note" not in edited(CHECKED, field_delete, name="note")
