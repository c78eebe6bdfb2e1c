"""Choosing how a field merges: the item that is written, and what is refused."""

from __future__ import annotations

import pytest

from stepgraph.document.editing.edit import Merge, MergeKind
from stepgraph.document.editing.merges import field_merge
from tests.document.editing_fields.edited import agrees, edit, edited, refusal
from tests.document.editing_fields.forms import FORMS, PLAIN


@pytest.mark.parametrize(
    ("merge", "written", "imported"),
    [
        (Merge("add"), "Annotated[str, operator.add]", "import operator\n"),
        (Merge("add_messages"), "Annotated[str, add_messages]", "from langgraph.graph.message import add_messages\n"),
        (Merge("Topic"), "Annotated[str, Topic(str)]", "from langgraph.channels import Topic\n"),
        (
            Merge("Topic", accumulate=True),
            "Annotated[str, Topic(str, accumulate=True)]",
            "from langgraph.channels import Topic\n",
        ),
        (Merge("EphemeralValue"), "Annotated[str, EphemeralValue]", "import EphemeralValue\n"),
        (Merge("UntrackedValue"), "Annotated[str, UntrackedValue]", "import UntrackedValue\n"),
        (Merge("AnyValue"), "Annotated[str, AnyValue]", "import AnyValue\n"),
    ],
)
def test_a_merge_is_an_item_of_the_annotation(merge: Merge, written: str, imported: str) -> None:
    """With the import that it needs, and the comment of the field where it was."""
    text = edited(PLAIN, field_merge, name="topic", merge=merge)

    assert f"    topic: {written}  # the subject\n" in text
    assert text.count(imported) == 1


def test_a_plain_value_leaves_the_type_alone() -> None:
    """And takes the import along that nothing else uses."""
    text = edited(PLAIN, field_merge, name="notes", merge=Merge("LastValue"))

    assert text == PLAIN.replace("Annotated[list[str], operator.add]", "list[str]").replace("import operator\n", "")


@pytest.mark.parametrize(
    ("imports", "written"),
    [
        ("import operator as op\n", "op.add"),
        ("from operator import add\n", "add"),
        ("from operator import add as plus\n", "plus"),
    ],
)
def test_add_is_written_as_the_file_imports_it(imports: str, written: str) -> None:
    """No second import of the same."""
    text = PLAIN.replace("import operator\n", imports).replace("operator.add", written)

    assert edited(text, field_merge, name="topic", merge=Merge("add")) == text.replace(
        "topic: str ", f"topic: Annotated[str, {written}] "
    )


def test_add_messages_comes_from_where_the_file_imports_from() -> None:
    """The short place where that is in use, and the same package."""
    short = PLAIN.replace("StateGraph\n", "StateGraph, add_messages\n", 1)
    own = PLAIN.replace("langgraph", "stepgraph")

    assert edited(short, field_merge, name="topic", merge=Merge("add_messages")).count("import") == short.count(
        "import"
    )
    assert "from stepgraph.graph.message import" in edited(own, field_merge, name="topic", merge=Merge("add_messages"))
    assert "from stepgraph.channels import Topic" in edited(own, field_merge, name="topic", merge=Merge("Topic"))


def test_a_new_function_is_written_above_the_schema_and_its_comments() -> None:
    """With types, and giving a new value."""
    text = edited(PLAIN, field_merge, name="notes", merge=Merge("function", "merge_notes"))

    assert (
        "StateGraph\n\n\n"
        "def merge_notes(left: list[str], right: list[str]) -> list[str]:\n"
        '    """Return what the value so far and one more write become together."""\n'
        "    return left + right\n\n\n"
        "# What is known so far.\nclass State(TypedDict):\n"
    ) in text
    assert "    notes: Annotated[list[str], merge_notes]\n" in text


@pytest.mark.parametrize(
    ("type_text", "together"),
    [
        ("dict[str, int]", "{**left, **right}"),
        ("set[str]", "left | right"),
        ("int", "left + right"),
        ("int | None", "right"),
        ("bool", "right"),
        ("list[int | str]", "left + right"),
    ],
)
def test_a_new_function_puts_two_values_of_the_type_together(type_text: str, together: str) -> None:
    """As far as the type tells how."""
    text = edited(
        PLAIN.replace("topic: str", f"topic: {type_text}"), field_merge, name="topic", merge=Merge("function", "merged")
    )

    assert f"def merged(left: {type_text}, right: {type_text}) -> {type_text}:\n" in text
    assert f"    return {together}\n" in text


@pytest.mark.parametrize(
    ("kind", "imports"),
    [
        ("add", "from operator import add\nfrom typing import Annotated\n\nfrom langgraph.graph import"),
        (
            "Topic",
            "from typing import Annotated\n\nfrom langgraph.channels import Topic\nfrom langgraph.graph import",
        ),
    ],
)
def test_new_imports_that_meet_stand_in_their_groups(kind: MergeKind, imports: str) -> None:
    """The standard library's first, in the order of their names."""
    text = "from langgraph.graph import MessagesState, START, StateGraph\n\n\nclass State(MessagesState):\n    a: int\n"
    text += '\n\nbuilder = StateGraph(State)\nbuilder.add_node("n", print)\nbuilder.add_edge(START, "n")\n'

    assert edited(text, field_merge, name="a", merge=Merge(kind)).startswith(imports)


def test_a_function_that_is_there_is_used() -> None:
    """By its name, or by the module that it is in."""
    own = edit(FORMS["an own function"], field_merge, name="b", merge=Merge("function", "larger"))
    library = edit(PLAIN, field_merge, name="notes", merge=Merge("function", "operator.concat"))

    assert own.text.text == FORMS["an own function"].replace("lambda x, y: x * y", "larger")
    assert "Annotated[list[str], operator.concat]" in library.text.text
    agrees(own)
    agrees(library)


def test_what_else_stands_in_the_annotation_stays_before_the_rule() -> None:
    """With its comments and its line breaks."""
    topic = edited(FORMS["with notes"], field_merge, name="a", merge=Merge("Topic"))
    plain = edited(FORMS["with notes"], field_merge, name="a", merge=Merge("LastValue"))
    added = edited(FORMS["with notes"], field_merge, name="b", merge=Merge("add"))

    assert '        list[str],\n        "the notes",  # said in words\n        Topic(str),\n    ]\n' in topic
    assert '        list[str],\n        "the notes",  # said in words\n    ]\n' in plain
    assert 'b: Annotated[str, "a word", operator.add]\n' in added


def test_a_rule_that_hid_another_takes_that_along() -> None:
    """A plain value is plain, whatever stood beside the channel."""
    text = PLAIN.replace(
        "Annotated[list[str], operator.add]", 'Annotated[list[str], "x", operator.concat, operator.add]'
    )

    assert 'notes: Annotated[list[str], "x"]\n' in edited(text, field_merge, name="notes", merge=Merge("LastValue"))


def test_a_schema_that_repeats_the_field_says_the_same() -> None:
    """Where it repeated the rule; a plain repetition follows the state anyway."""
    order = "class Order(TypedDict):\n    notes: {}\n\n\ndef look"
    text = PLAIN.replace("StateGraph(State)", "StateGraph(State, input_schema=Order)")
    repeated = text.replace("def look", order.format("Annotated[list[str], operator.add]"))
    plain = text.replace("def look", order.format("list[str]"))

    for source, count in ((repeated, 2), (plain, 1)):
        kept = edit(source, field_merge, name="notes", merge=Merge("Topic"))
        assert kept.text.text.count("Annotated[list[str], Topic(str)]") == count
        agrees(kept)


@pytest.mark.parametrize(
    ("function", "code"),
    [
        ("look", "edit.reducer"),
        ("max", "edit.reducer"),
        ("operator.neg", "edit.reducer"),
        ("late", "edit.reducer"),
        ("later", "edit.reducer"),
        ("LIMIT", "edit.reducer"),
        ("class", "edit.name_invalid"),
        ("two words", "edit.name_invalid"),
        ("f()", "edit.name_invalid"),
        ("", "edit.name_invalid"),
        ("nowhere.merge", "edit.unknown_function"),
        ("state", "edit.name_taken"),
    ],
)
def test_what_cannot_merge_is_refused(function: str, code: str) -> None:
    """One parameter, no signature, defined too late, no function, no name, or a name with another meaning."""
    text = (
        "LIMIT = 3\n" + PLAIN + "\n\ndef late(left, right):\n    return left\n\n\nasync def later(left, right): ...\n"
    )

    assert refusal(text, field_merge, name="notes", merge=Merge("function", function))[0] == code


@pytest.mark.parametrize("type_text", ["dict[str, int]", "set[str]", "frozenset"])
def test_what_has_no_plus_is_not_added_up(type_text: str) -> None:
    """The sentence says what does it."""
    text = PLAIN.replace("topic: str", f"topic: {type_text}")

    code, sentence = refusal(text, field_merge, name="topic", merge=Merge("add"))

    assert (code, "own function" in sentence) == ("edit.reducer", True)


@pytest.mark.parametrize("kind", ["LastValue", "add"])
def test_a_value_that_the_engine_computes_merges_nothing(kind: MergeKind) -> None:
    """It has no channel."""
    text = PLAIN.replace("topic: str", "topic: RemainingSteps").replace(
        "import operator\n", "import operator\nfrom langgraph.managed import RemainingSteps\n"
    )

    assert refusal(text, field_merge, name="topic", merge=Merge(kind))[0] == "edit.managed"
