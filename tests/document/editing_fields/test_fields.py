"""Adding, retyping and deleting fields: the text that is written."""

from __future__ import annotations

import pytest

from stepgraph.document.editing.edit import Merge
from stepgraph.document.editing.fields import field_add, field_delete, field_retype
from tests.document.editing_fields.edited import agrees, edit, edited
from tests.document.editing_fields.forms import FORMS, PLAIN


def test_a_field_stands_below_the_last_one() -> None:
    """One line is added and nothing else is touched."""
    text = edited(PLAIN, field_add, name="draft", annotation="str | None")

    assert text == PLAIN.replace("operator.add]\n", "operator.add]\n    draft: str | None\n")


def test_a_merge_brings_its_imports() -> None:
    """Beside what the file imports from there, in the order that it keeps."""
    text = edited(PLAIN, field_add, name="talk", annotation="list[Any]", merge=Merge("add_messages"))

    assert "from typing import Annotated, Any, TypedDict\n" in text
    assert "import END, START, StateGraph\nfrom langgraph.graph.message import add_messages\n" in text
    assert "    talk: Annotated[list[Any], add_messages]\n" in text


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (":\n    pass\n", ":\n    c: int\n"),
        (":\n    ...  # to come\n", ":\n    c: int  # to come\n"),
        (": ...\n", ":\n    c: int\n"),
        (": pass\n", ":\n    c: int\n"),
        (':\n    """All."""\n', ':\n    """All."""\n\n    c: int\n'),
        (':\n    """All."""\n\n    pass\n', ':\n    """All."""\n\n    c: int\n'),
        (':\n    """All."""\n    a: int; b: int # x\n', ':\n    """All."""\n    a: int; b: int # x\n    c: int\n'),
        (": a: int; b: int\n", ": a: int; b: int; c: int\n"),
        (": 'All.'\n", ": 'All.'; c: int\n"),
        (":\n\ta: int\n", ":\n\ta: int\n\tc: int\n"),
        (':\n    a: int\n    """Its text."""\n', ':\n    a: int\n    """Its text."""\n    c: int\n'),
    ],
)
def test_a_field_fits_into_the_body_that_is_there(body: str, expected: str) -> None:
    """A body of nothing, of one line, with tabs, or with texts that document the fields."""
    text = (
        f"from typing import TypedDict\nfrom langgraph.graph import START, StateGraph\n\nclass State(TypedDict){body}"
    )
    text += '\n\nbuilder = StateGraph(State)\nbuilder.add_node("n", print)\nbuilder.add_edge(START, "n")\n'

    assert edited(text, field_add, name="c", annotation="int") == text.replace(body, expected)


def test_a_field_without_a_default_stands_before_those_with_one() -> None:
    """As a dataclass wants it."""
    text = edited(FORMS["dataclass"], field_add, name="c", annotation="int")

    assert "    a: int\n    c: int\n    b: str = " in text


@pytest.mark.parametrize(
    ("default", "written"),
    [
        ("3", "3"),
        ("[]", "field(default_factory=list)"),
        ("{}", "field(default_factory=dict)"),
        ("set()", "field(default_factory=set)"),
        ("[1, 2]", "field(default_factory=lambda: [1, 2])"),
        ("(1,\n2)", "(1, 2)"),
    ],
)
def test_a_default_of_a_dataclass_is_made_anew_for_each(default: str, written: str) -> None:
    """What could be changed in place is a factory, which is imported."""
    kept = edit(FORMS["dataclass"], field_add, name="c", annotation="object", default=default)

    assert f"    c: object = {written}\n" in kept.text.text
    agrees(kept)


def test_a_field_of_a_functional_schema_keeps_quotes_commas_and_comments() -> None:
    """In the file's own quotes."""
    text = edited(FORMS["functional without a last comma"], field_add, name="c", annotation="int")

    assert "{\n    'a': int,\n    'b': str,  # the second\n    'c': int\n})" in text


def test_a_field_goes_to_the_schema_that_is_named() -> None:
    """An input schema may have fields of its own."""
    text = PLAIN.replace("def look", "class Order(TypedDict):\n    topic: str\n\n\ndef look", 1)
    text = text.replace("StateGraph(State)", "StateGraph(State, input_schema=Order)")

    kept = edit(text, field_add, name="urgent", annotation="bool", target="Order")

    assert "class Order(TypedDict):\n    topic: str\n    urgent: bool\n" in kept.text.text
    assert {one.name: one.io for one in kept.model.graphs[0].channels}["urgent"] == "input"
    agrees(kept)


def test_a_type_may_bring_its_own_rule() -> None:
    """A name that stands for a type and a merge, and a value that the engine computes."""
    aliased = edit(FORMS["by another name"], field_add, name="c", annotation="Log")
    managed = edit(
        "from langgraph.managed import RemainingSteps\n" + PLAIN, field_add, name="left", annotation="RemainingSteps"
    )

    assert {one.name: one.kind for one in aliased.model.graphs[0].channels}["c"] == "BinaryOperatorAggregate"
    assert "left" not in {one.name for one in managed.model.graphs[0].channels}
    agrees(aliased)
    agrees(managed)


def test_a_new_type_leaves_the_rest_of_the_annotation() -> None:
    """Notes, merge rule and comments stay; a Topic's items follow the type."""
    notes = edited(FORMS["with notes"], field_retype, name="a", annotation="list[bytes]")
    topic = edited(FORMS["channels"], field_retype, name="a", annotation="list[int]")

    assert '        list[bytes],\n        "the notes",  # said in words\n        operator.add,\n' in notes
    assert "a: Annotated[list[int], Topic(int, accumulate=True)]\n" in topic


def test_a_new_type_reaches_every_schema_that_says_the_old_one() -> None:
    """An input schema that repeats the field says the same."""
    text = PLAIN.replace("def look", "class Order(TypedDict):\n    topic: str\n\n\ndef look", 1)
    text = text.replace("StateGraph(State)", "StateGraph(State, input_schema=Order)")

    assert edited(text, field_retype, name="topic", annotation="bytes").count("topic: bytes") == 2


def test_a_deleted_field_takes_its_own_comment_and_text_along() -> None:
    """And the import that nothing else needs."""
    assert edited(PLAIN, field_delete, name="topic") == PLAIN.replace("    topic: str  # the subject\n", "")
    assert edited(PLAIN, field_delete, name="notes") == PLAIN.replace(
        "    notes: Annotated[list[str], operator.add]\n", ""
    ).replace("import operator\n", "")
    tabs = FORMS["tabs and documented fields"]
    assert edited(tabs, field_delete, name="b") == tabs.replace('\tb: str # x\n\t"""What b is."""\n', "")


def test_an_import_that_others_use_stays() -> None:
    """Even where it is only named in a text."""
    for use in ("print(operator)\n", '__all__ = ["operator"]\n', "# operator is needed\n"):
        assert "import operator\n" in edited(PLAIN + use, field_delete, name="notes")


def test_a_node_s_own_schema_may_lose_its_last_field() -> None:
    """It is no schema any more then, and the node gets the state."""
    job = "class Job(TypedDict):\n    item: str\n\n\ndef work(state: Job):\n    return {}\n\n\nbuilder = "
    text = PLAIN.replace("builder = ", job, 1).replace(
        "builder.add_edge", 'builder.add_node("work", work)\nbuilder.add_edge', 1
    )

    kept = edit(text, field_delete, name="item")

    assert [schema.name for schema in kept.model.graphs[0].schemas] == ["State"]
    agrees(kept)


def test_a_class_that_loses_its_last_field_is_still_a_class() -> None:
    """Its body is filled."""
    text = edited(edited(PLAIN, field_delete, name="topic"), field_delete, name="notes")

    assert 'class State(TypedDict):\n    """What the nodes share."""\n\n    pass\n' in text
