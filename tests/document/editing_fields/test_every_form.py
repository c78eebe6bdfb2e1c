"""Every gesture on fields, on a state in every form: kept, taken back exactly, and built by both engines as drawn."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.document.editing.edit import Merge, MergeKind
from stepgraph.document.editing.field_rename import field_rename
from stepgraph.document.editing.fields import field_add, field_delete, field_retype
from stepgraph.document.editing.merges import field_merge
from stepgraph.document.editing.schemas import schema_set
from tests.document.editing_fields.edited import agrees, drawn, edit, model_of, refusal
from tests.document.editing_fields.forms import FORMS

MERGES: list[tuple[MergeKind, tuple[str, str | None]]] = [
    ("LastValue", ("LastValue", None)),
    ("add", ("BinaryOperatorAggregate", "add")),
    ("add_messages", ("BinaryOperatorAggregate", "add_messages")),
    ("function", ("BinaryOperatorAggregate", "together")),
    ("Topic", ("Topic", None)),
    ("EphemeralValue", ("EphemeralValue", None)),
    ("UntrackedValue", ("UntrackedValue", None)),
    ("AnyValue", ("AnyValue", None)),
]
EVERY_FORM = pytest.mark.parametrize("form", FORMS)
INHERITS_DEFAULTS = "dataclass that inherits"


def has_channel(source: str, name: str, merge: Merge) -> bool:
    """Tell whether a field's annotation says already what a merge would write."""
    field = next(one for one in model_of(source).graphs[0].schemas[0].fields if one.name == name)
    reducer = None if field.reducer is None else (field.reducer.name or "")
    written = {"add": "add", "add_messages": "add_messages", "function": merge.function}.get(merge.kind)
    is_same = field.kind == merge.kind if written is None else reducer == written
    is_spelled_out = field.kind == "LastValue" or "Annotated" in field.annotation
    return is_same and field.accumulate == merge.accumulate and is_spelled_out


@EVERY_FORM
@pytest.mark.parametrize(("kind", "channel"), MERGES)
def test_a_field_is_added_with_every_merge(form: str, kind: MergeKind, channel: tuple[str, str | None]) -> None:
    """The channel that the person chose is the one that both engines build."""
    given: dict[str, Any] = {"default": "[]"} if form == INHERITS_DEFAULTS else {}

    kept = edit(FORMS[form], field_add, name="c", annotation="list[str]", merge=Merge(kind, "together"), **given)

    assert drawn(kept)["c"] == channel
    agrees(kept)


@EVERY_FORM
@pytest.mark.parametrize(("kind", "channel"), MERGES)
@pytest.mark.parametrize("name", ["a", "b"])
def test_a_field_gets_every_merge(form: str, kind: MergeKind, channel: tuple[str, str | None], name: str) -> None:
    """Whatever it merged by before."""
    source, merge = FORMS[form], Merge(kind, "together")
    if has_channel(source, name, merge):
        assert refusal(source, field_merge, name=name, merge=merge)[0] == "edit.no_change"
        return

    kept = edit(source, field_merge, name=name, merge=merge)

    assert drawn(kept)[name] == channel
    agrees(kept)


@EVERY_FORM
@pytest.mark.parametrize("name", ["a", "b"])
def test_a_field_gets_another_type_and_merges_as_before(form: str, name: str) -> None:
    """Only where one name stands for both the type and the merge is it refused."""
    if form == "by another name":
        assert refusal(FORMS[form], field_retype, name=name, annotation="list[float]")[0] == "edit.alias"
        return

    kept = edit(FORMS[form], field_retype, name=name, annotation="list[float]")

    assert next(one.type for one in kept.model.graphs[0].channels if one.name == name) == "list[float]"
    agrees(kept)


@EVERY_FORM
@pytest.mark.parametrize("name", ["a", "b"])
def test_a_field_is_deleted(form: str, name: str) -> None:
    """The other one stays, and a class that has none left is still one."""
    kept = edit(FORMS[form], field_delete, name=name)

    assert drawn(kept).keys() == {"a", "b"} - {name}
    agrees(kept)


@EVERY_FORM
@pytest.mark.parametrize("name", ["a", "b"])
def test_a_field_is_renamed(form: str, name: str) -> None:
    """It keeps its type and its merge."""
    kept = edit(FORMS[form], field_rename, name=name, to="renamed")

    assert drawn(kept).keys() == {"a", "b", "renamed"} - {name}
    agrees(kept)


@EVERY_FORM
@pytest.mark.parametrize("role", ["input", "output"])
def test_a_graph_takes_and_gives_what_is_chosen_and_all_again(form: str, role: str) -> None:
    """Its schema is written, adapted and taken away without a trace."""
    first = edit(FORMS[form], schema_set, role=role, fields=("b",))
    more = edit(first.text.text, schema_set, role=role, fields=("b", "a"))
    other = edit(first.text.text, schema_set, role=role, fields=("a",))
    none = edit(first.text.text, schema_set, role=role, fields=None)

    given = [
        {one.name for one in kept.model.graphs[0].channels if one.io in {"both", role}} for kept in (first, more, other)
    ]
    assert given == [{"b"}, {"a", "b"}, {"a"}]
    assert none.text.text == FORMS[form]
    for kept in (first, more, other):
        agrees(kept)
