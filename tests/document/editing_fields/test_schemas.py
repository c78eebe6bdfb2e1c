"""Choosing what a graph takes and gives: the class that is written and the keyword that names it."""

from __future__ import annotations

from pathlib import Path

from stepgraph.document.editing.schemas import schema_set
from tests.document.editing_fields.edited import agrees, edit, edited, executed, refusal
from tests.document.editing_fields.forms import FORMS, PLAIN


def test_a_schema_stands_below_the_state_and_is_named_in_the_call() -> None:
    """With the same annotations."""
    text = edited(PLAIN, schema_set, role="output", fields=("notes",))

    written = "class Output(TypedDict):\n    notes: Annotated[list[str], operator.add]\n\n\n"
    assert text == PLAIN.replace("def look", f"{written}def look").replace("(State)", "(State, output_schema=Output)")


def test_the_graph_takes_and_gives_just_that() -> None:
    """On both engines."""
    first = edit(PLAIN, schema_set, role="input", fields=("topic",))
    kept = edit(first.text.text, schema_set, role="output", fields=("notes",))

    assert kept.text.text.index("class Input") < kept.text.text.index("class Output")
    for package in ("langgraph", "stepgraph"):
        with executed(kept.text.text, package) as module:
            assert module.graph.invoke({"topic": "t", "notes": ["dropped"]}) == {"notes": ["t"]}
    agrees(kept)


def test_a_schema_of_its_own_is_adapted_in_place() -> None:
    """What stays keeps its comment and its place."""
    text = PLAIN.replace("def look", "class Order(TypedDict):\n    topic: str  # given\n\n\ndef look", 1)
    text = text.replace("(State)", "(\n    State,\n    input_schema=Order,\n)")

    more = edited(text, schema_set, role="input", fields=("notes", "topic"))
    other = edited(text, schema_set, role="input", fields=("notes",))
    none = edited(text, schema_set, role="input", fields=None)

    assert "    topic: str  # given\n    notes: Annotated[list[str], operator.add]\n\n\ndef look" in more
    assert "class Order(TypedDict):\n    notes: Annotated[list[str], operator.add]\n\n\ndef look" in other
    assert none == PLAIN.replace("(State)", "(\n    State,\n)")


def test_a_schema_that_a_node_reads_by_stays_when_the_graph_gives_it_up() -> None:
    """It is still the node's."""
    text = edited(PLAIN, schema_set, role="input", fields=("topic",)).replace(
        "look(state: State)", "look(state: Input)"
    )

    kept = edit(text, schema_set, role="input", fields=None)

    assert "class Input(TypedDict):" in kept.text.text
    assert "StateGraph(State)\n" in kept.text.text
    agrees(kept)


def test_a_schema_that_others_share_is_not_changed_for_them() -> None:
    """The graph gets one of its own, whose name is free."""
    text = edited(PLAIN, schema_set, role="input", fields=("topic",))
    text += (
        '\nsecond = StateGraph(State, input_schema=Input)\nsecond.add_node("n", print)\nsecond.add_edge(START, "n")\n'
    )

    kept = edit(text, schema_set, role="input", fields=("notes",))

    assert "class Input2(TypedDict):\n    notes: Annotated[list[str], operator.add]\n" in kept.text.text
    assert "builder = StateGraph(State, input_schema=Input2)\n" in kept.text.text
    assert "second = StateGraph(State, input_schema=Input)\n" in kept.text.text


def test_a_schema_that_the_state_inherits_from_is_not_changed() -> None:
    """The state would lose the field with it."""
    text = PLAIN.replace(
        "class State(TypedDict):", "class Order(TypedDict):\n    asked: str\n\n\nclass State(Order):"
    ).replace("(State)\n", "(State, input_schema=Order)\n")

    kept = edit(text, schema_set, role="input", fields=("topic",))

    assert "class Order(TypedDict):\n    asked: str\n" in kept.text.text
    assert "class Input(TypedDict):\n    topic: str\n" in kept.text.text
    agrees(kept)


def test_a_state_that_is_its_own_input_gets_another_one() -> None:
    """The state's class is never cut down."""
    text = PLAIN.replace("(State)", "(State, input_schema=State)")

    kept = edit(text, schema_set, role="input", fields=("topic",))

    assert "StateGraph(State, input_schema=Input)" in kept.text.text
    agrees(kept)


def test_the_class_is_named_after_the_state() -> None:
    """``OrderState`` has an ``OrderInput``."""
    text = (
        PLAIN.replace("State)", "OrderState)")
        .replace("class State", "class OrderState")
        .replace(": State", ": OrderState")
    )

    assert "class OrderInput(TypedDict):\n    topic: str\n" in edited(text, schema_set, role="input", fields=("topic",))


def test_a_reducer_without_a_name_is_left_to_the_state() -> None:
    """The engine could not tell that two of them are the same."""
    text = PLAIN.replace("import operator\n", "import operator\nfrom functools import partial\n")
    text = text.replace("operator.add]", "partial(operator.add)]")

    kept = edit(text, schema_set, role="input", fields=("notes",))

    assert "class Input(TypedDict):\n    notes: list[str]\n" in kept.text.text


def test_messages_of_the_library_s_own_state_can_be_chosen() -> None:
    """With the imports that say it."""
    text = (
        "from langgraph.graph import START, MessagesState, StateGraph\n\n\n"
        "builder = StateGraph(MessagesState)\nbuilder.add_node('n', print)\nbuilder.add_edge(START, 'n')\n"
        "graph = builder.compile()\n"
    )

    kept = edit(text, schema_set, role="output", fields=("messages",))

    assert "class MessagesOutput(TypedDict):\n    messages: Annotated[list[Any], add_messages]\n" in kept.text.text
    agrees(kept)


def test_a_state_of_another_file_gives_the_types_that_this_one_knows(tmp_path: Path) -> None:
    """And a sentence where it does not know one."""
    (tmp_path / "states.py").write_text(
        "from typing import TypedDict\n\n\nclass Part: ...\n\n\nclass State(TypedDict):\n    a: int\n    b: Part\n",
        encoding="utf-8",
    )
    text = (
        "from langgraph.graph import START, StateGraph\nfrom states import State\n\n"
        "builder = StateGraph(State)\nbuilder.add_node('n', print)\nbuilder.add_edge(START, 'n')\n"
    )
    path = str(tmp_path / "graph.py")

    assert "class Input(TypedDict):\n    a: int\n\n\nbuilder" in edited(
        text, schema_set, path=path, role="input", fields=("a",)
    )
    assert refusal(text, schema_set, path=path, role="input", fields=("b",))[0] == "edit.annotation_unknown"


def test_a_class_inside_a_function_stays_inside() -> None:
    """With the indentation of the place."""
    text = edited(FORMS["in a function"], schema_set, role="input", fields=("a",))

    assert "        b: str\n\n    class Input(TypedDict):\n        a: int\n\n    def look" in text
