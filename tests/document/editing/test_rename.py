"""A node renamed with every reference, and nothing else that happens to be the same word."""

from __future__ import annotations

import pytest

from stepgraph.document.editing.rename import node_rename
from stepgraph.document.model import END, START
from tests.document.editing.drawing import drawn, edited, refusal
from tests.document.editing.styles import CHAIN, CONSTANTS, FACTORY, STATEMENTS


def test_every_reference_follows() -> None:
    """Lists, maps with the labels that the router returns, gotos, packets, annotations, breakpoints, the function."""
    after = edited(CONSTANTS, node_rename, name="cup", to="mug")

    expected = CONSTANTS.replace('"cup"', '"mug"').replace("'cup'", "'mug'").replace("def cup", "def mug")
    expected = expected.replace("add_node(cup)", "add_node(mug)").replace('print("mug"', 'print("cup"')
    assert after == expected


def test_a_constant_that_holds_the_name_is_renamed_once() -> None:
    """All that uses the constant follows by itself; its own name is the person's."""
    after = edited(CONSTANTS, node_rename, name="boil", to="warm up")

    expected = CONSTANTS.replace('BOIL = "boil"', 'BOIL = "warm up"')
    expected = expected.replace("def boil", "def warm_up").replace("BOIL, boil)", "BOIL, warm_up)")
    assert after == expected.replace("boil.__doc__", "warm_up.__doc__")


def test_without_the_function_only_the_node_is_renamed() -> None:
    """A node that was called after its function gets a name of its own."""
    after = edited(CHAIN, node_rename, name="boil", to="warm", function=False)

    expected = CHAIN.replace(".add_node(boil)", ".add_node('warm', boil)").replace("'boil'", "'warm'")
    assert after == expected


def test_a_node_of_a_sequence_is_renamed() -> None:
    """As a pair where its name is no Python name."""
    assert "[warm, (" in edited(FACTORY, node_rename, name="boil", to="warm")
    assert '[("warm up", warm_up), (' in edited(FACTORY, node_rename, name="boil", to="warm up")


def test_names_that_mean_something_else_are_left_alone() -> None:
    """Parameters, local names, names of comprehensions, attributes, keywords, text in strings."""
    others = """
def other(boil, *, tea):
    return boil(boil=tea.boil)


def shadow():
    boil = "boil"
    return [boil for boil in boil], {"boil": boil}


TEXT = "boil"
"""
    after = edited(STATEMENTS + others, node_rename, name="boil", to="warm")

    assert after.endswith(others)
    assert edited(STATEMENTS + "print(boil)\n", node_rename, name="boil", to="warm").endswith("print(warm)\n")


def test_references_to_the_function_follow_by_the_rules_of_scope() -> None:
    """Defaults, decorators, nested functions, and the list of public names."""
    others = """
def other(run=boil):
    def inner():
        return boil
    return lambda: boil and [boil for _ in (boil,)]
__all__ = ["boil", "tea"]
"""
    after = edited(STATEMENTS + others, node_rename, name="boil", to="warm")

    assert after.endswith(others.replace("boil", "warm"))


def test_a_node_of_another_graph_keeps_its_name_when_their_function_is_renamed() -> None:
    """It was called after it, and is called by its own name now."""
    two = CHAIN + "other = StateGraph(Tea).add_node(boil).add_edge(START, 'boil').compile()\n"

    after = drawn(two, node_rename, name="boil", to="warm", graph="tea")

    assert "other = StateGraph(Tea).add_node('boil', warm).add_edge(START, 'boil').compile()\n" in after.text.text


def test_expressions_that_are_nested_deeply_are_no_trouble() -> None:
    """A sum of a thousand parts is one of a thousand levels for Python."""
    deep = "TOTAL = " + " + ".join(["1"] * 900) + "\n" + "LAST = " + " + ".join(["boil"] * 2) + "\n"

    assert edited(STATEMENTS + deep, node_rename, name="boil", to="warm").endswith("LAST = warm + warm\n")


@pytest.mark.parametrize("name", ['"', "'", "\\", "{x}", "a\nb", '"""', "\u202e", "\x00", "<script>", "日本"])
def test_any_text_is_quoted(name: str) -> None:
    """It names the node and means nothing else."""
    kept = drawn(CONSTANTS, node_rename, name="cup", to=name)

    assert name in [node.name for node in kept.model.graphs[0].nodes]


@pytest.mark.parametrize(
    ("to", "code"),
    [
        ("", "edit.name_empty"),
        ("  ", "edit.name_empty"),
        (START, "edit.name_reserved"),
        (END, "edit.name_reserved"),
        ("a:b", "edit.name_reserved"),
        ("a|b", "edit.name_reserved"),
        ("steep", "edit.name_taken"),
        ("heat", "edit.name_taken"),
        ("Tea", "edit.name_taken"),
    ],
)
def test_a_name_that_cannot_be_is_refused(to: str, code: str) -> None:
    """Empty, reserved, another node's, a field's, or what means something else in the file."""
    assert refusal(STATEMENTS, node_rename, name="boil", to=to).code == code


def test_a_name_that_code_makes_is_refused() -> None:
    """An f-string of constants, or a loop that may use the word."""
    made = STATEMENTS.replace('add_node("boil"', "add_node(f\"{'bo'}il\"")
    looped = STATEMENTS.replace("tea =", 'for one in ["boil"]:\n    builder.add_edge("steep", one)\ntea =')

    assert refusal(made, node_rename, name="boil", to="other").code == "edit.name_made"
    assert refusal(looped, node_rename, name="boil", to="other").code == "edit.locked"
