"""A schema is told with its form, its places, what it inherits, and why a part of it cannot be edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.document.model import Schema
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.schemas import read_schema
from tests.document.reading.asking import asked

SOURCE = '''
import operator
from dataclasses import dataclass, field
from typing import Annotated, TypedDict
from pydantic import BaseModel
from langgraph.graph import MessagesState
from elsewhere import Base, Reducer, Unknown

Log = Annotated[list[str], operator.add]

class State(TypedDict):
    """What is kept."""

    name: str
    log: Annotated[list[str], operator.add]  # grows
    quoted: "Annotated[int, operator.mul]"
    aliased: Log

@dataclass(frozen=True)
class Data:
    items: list[str] = field(default_factory=list)

class Model(BaseModel):
    count: int = 3

class Chat(MessagesState):
    name: str

class Below(State):
    more: int

class Partly(Base):
    own: int

Made = TypedDict("Made", {"first": int, "second": "Log"})
ByCode = TypedDict("ByCode", {key: int for key in "ab"})

def make(reducer):
    class Inner(TypedDict):
        total: Annotated[int, reducer]
    return Inner
'''


def _schema(expression: str, source: str = SOURCE, path: str = "/nowhere/graph.py") -> tuple[Modules, Schema]:
    modules, expr = asked(expression, source, path)
    schema = read_schema(modules, expr)
    assert schema is not None
    return modules, schema


@pytest.mark.parametrize(
    ("expression", "form", "bases"),
    [
        ("State", "typeddict", ("TypedDict",)),
        ("Data", "dataclass", ()),
        ("Model", "pydantic", ("BaseModel",)),
        ("Chat", "typeddict", ("MessagesState",)),
        ("Below", "typeddict", ("State",)),
        ("Made", "typeddict", ()),
        ("dict", "root", ()),
        ("Log", "root", ()),
        ("Annotated[list, operator.add]", "root", ()),
    ],
)
def test_a_schema_has_the_form_that_its_bases_and_decorators_give_it(
    expression: str, form: str, bases: tuple[str, ...]
) -> None:
    """The form decides how a field is written."""
    _, schema = _schema(expression)

    assert (schema.name, schema.form, schema.bases) == (expression, form, bases)


def test_a_field_stands_where_its_statement_name_and_annotation_do() -> None:
    """An edit replaces exactly these."""
    modules, schema = _schema("State")
    field = schema.fields[1]

    assert field.span is not None
    assert field.name_span is not None
    assert field.annotation_span is not None
    assert modules.text.piece(field.span) == "log: Annotated[list[str], operator.add]"
    assert modules.text.piece(field.name_span) == "log"
    assert modules.text.piece(field.annotation_span) == field.annotation == "Annotated[list[str], operator.add]"
    assert field.line == modules.text.line_of(field.span.start)


def test_the_type_of_a_field_is_told_without_its_merge_rule() -> None:
    """The two are chosen apart."""
    _, schema = _schema("State")

    assert [field.type for field in schema.fields] == ["str", "list[str]", "int", "list[str]"]


def test_a_reducer_is_told_as_written_even_inside_a_string() -> None:
    """An annotation may be text."""
    _, schema = _schema("State")

    assert [None if field.reducer is None else field.reducer.text for field in schema.fields] == [
        None,
        "operator.add",
        "operator.mul",
        "operator.add",
    ]


def test_defaults_are_told_as_written() -> None:
    """Factories too."""
    assert [_schema(name)[1].fields[0].default for name in ("State", "Data", "Model")] == [
        None,
        "field(default_factory=list)",
        "3",
    ]


def test_a_class_begins_with_its_decorators() -> None:
    """They move with it."""
    modules, schema = _schema("Data")

    assert schema.span is not None
    assert modules.text.piece(schema.span).startswith("@dataclass(frozen=True)\nclass Data")
    assert schema.line == modules.text.line_of(schema.span.start)


def test_an_inherited_field_stands_where_its_base_declares_it() -> None:
    """That is what an edit has to change."""
    modules, schema = _schema("Below")

    assert [field.name for field in schema.fields] == ["name", "log", "quoted", "aliased", "more"]
    assert schema.fields[0].span is not None
    assert modules.text.piece(schema.fields[0].span) == "name: str"


def test_an_entry_of_a_functional_schema_is_a_field() -> None:
    """It has a place of its own."""
    modules, schema = _schema("Made")

    pieces = [modules.text.piece(field.span) for field in schema.fields if field.span is not None]
    assert pieces == ['"first": int', '"second": "Log"']
    assert [field.kind for field in schema.fields] == ["LastValue", "BinaryOperatorAggregate"]


def test_the_fields_of_the_engines_own_schema_are_locked() -> None:
    """Nobody edits the library."""
    _, schema = _schema("Chat")

    assert [(field.name, field.lock is None) for field in schema.fields] == [("messages", False), ("name", True)]


@pytest.mark.parametrize("expression", ["ByCode", "Partly", "Unknown"])
def test_a_schema_that_cannot_be_read_whole_says_so(expression: str) -> None:
    """Fields may be missing then."""
    _, schema = _schema(expression)

    assert schema.lock is not None
    assert schema.lock.sentence.startswith("read-only: ")


def test_a_merge_that_code_decides_is_a_reducer_that_is_locked() -> None:
    """It is drawn, and not guessed at."""
    modules, _ = asked("1", SOURCE)
    make = next(node for node in modules.text.tree.body if getattr(node, "name", "") == "make")
    inner = make.body[-1].value  # type: ignore[attr-defined]  # it is a class here

    schema = read_schema(modules, inner, scope=make)  # type: ignore[arg-type]  # each case has its own

    assert schema is not None
    assert [(field.kind, field.lock is None) for field in schema.fields] == [("BinaryOperatorAggregate", False)]


@pytest.mark.parametrize("expression", ["make(max)", "missing", "3", "make"])
def test_what_is_no_schema_is_none(expression: str) -> None:
    """Rather than an empty one."""
    modules, expr = asked(expression, SOURCE)

    assert read_schema(modules, expr) is None


def test_a_schema_of_another_file_has_its_path_and_lines_and_no_places(tmp_path: Path) -> None:
    """Places are of this text alone."""
    (tmp_path / "merging.py").write_text("def join(left, right):\n    return left\n")
    (tmp_path / "state.py").write_text(
        "from typing import Annotated, TypedDict\nfrom merging import join\n\n\nclass State(TypedDict):\n"
        "    log: Annotated[list, join]\n"
    )

    _, schema = _schema("S", "from state import State as S", str(tmp_path / "graph.py"))
    (field,) = schema.fields

    assert (schema.name, schema.path, schema.line, schema.span) == ("State", str(tmp_path / "state.py"), 5, None)
    assert schema.lock is not None
    assert "state.py" in schema.lock.sentence
    assert (field.kind, field.line, field.span, field.name_span, field.annotation_span) == (
        ("BinaryOperatorAggregate", 6, None, None, None)
    )
    assert field.reducer is not None
    assert (field.reducer.path, field.reducer.line) == (str(tmp_path / "merging.py"), 1)


def test_a_reducer_of_this_file_is_told_with_its_place() -> None:
    """So that the page can lead there."""
    source = (
        f"{SOURCE}\ndef last(left, right):\n    return right\nclass Mine(TypedDict):\n    a: Annotated[int, last]\n"
    )
    modules, schema = _schema("Mine", source)

    reducer = schema.fields[0].reducer

    assert reducer is not None
    assert (reducer.kind, reducer.name, reducer.path) == ("function", "last", None)
    assert reducer.span is not None
    assert modules.text.piece(reducer.span).startswith("def last")
