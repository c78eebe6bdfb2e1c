"""Whatever a person does to fields, one thing after another: the file stays Python, as drawn, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

from stepgraph.document.editing.edit import Edit, Merge
from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.field_rename import field_rename
from stepgraph.document.editing.fields import field_add, field_delete, field_retype
from stepgraph.document.editing.merges import field_merge
from stepgraph.document.editing.schemas import schema_set
from stepgraph.document.editing.sheet import sheet_of
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import changed, parse_text
from tests.document.editing_fields.edited import channels, inverse, model_of
from tests.document.editing_fields.forms import FORMS

Step = tuple[Callable[..., Edit], Mapping[str, Any]]

NAMES = st.sampled_from(["a", "b", "c", "d", "look", "class"])
TYPES = st.sampled_from(["int", "list[str]", "Any", "str | None", "Nothing", "list["])
DEFAULTS = st.sampled_from([None, "0", "[]"])
KINDS = ("LastValue", "add", "add_messages", "function", "Topic", "EphemeralValue", "UntrackedValue", "AnyValue")
MERGES = st.builds(Merge, st.sampled_from(KINDS), st.sampled_from(["together", "other"]), st.booleans())
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.tuples(
        st.just(field_add),
        st.fixed_dictionaries({"name": NAMES, "annotation": TYPES, "merge": MERGES, "default": DEFAULTS}),
    ),
    st.tuples(st.just(field_rename), st.fixed_dictionaries({"name": NAMES, "to": NAMES, "nodes": st.booleans()})),
    st.tuples(st.just(field_retype), st.fixed_dictionaries({"name": NAMES, "annotation": TYPES})),
    st.tuples(st.just(field_merge), st.fixed_dictionaries({"name": NAMES, "merge": MERGES})),
    st.tuples(st.just(field_delete), st.fixed_dictionaries({"name": NAMES})),
    st.tuples(
        st.just(schema_set),
        st.fixed_dictionaries(
            {
                "role": st.sampled_from(["input", "output"]),
                "fields": st.none() | st.lists(NAMES, min_size=1, max_size=3).map(tuple),
            }
        ),
    ),
)


@settings(max_examples=60, deadline=None)
@given(form=st.sampled_from(sorted(FORMS)), steps=st.lists(STEPS, max_size=8))
def test_any_row_of_edits_leaves_what_is_drawn_and_goes_back(form: str, steps: list[Step]) -> None:
    """Each is refused for a reason of its own, or kept; both engines build what is drawn in the end."""
    source = FORMS[form]
    for gesture, given_ in steps:
        text = parse_text("drawn.py", source)
        sheet = sheet_of(text, read_model(text), None)
        try:
            edit = gesture(sheet, **given_)
            kept = keep(sheet, edit)
        except EditRefused as refused:
            assert refused.code != "edit.unfaithful", str(refused)  # noqa: PT017  # most steps may be refused
            continue
        assert changed(kept.text.text, inverse(source, edit.changes)) == source
        source = kept.text.text

    kinds = {channel.name: channel.kind for channel in model_of(source).graphs[0].channels}
    for package in ("langgraph", "stepgraph"):
        assert {name: kind for name, (kind, _) in channels(source, package).items()} == kinds
