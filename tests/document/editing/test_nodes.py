"""Nodes added, and given other code."""

from __future__ import annotations

import pytest

from stepgraph.document.editing.nodes import node_add, node_code
from stepgraph.document.model import START
from tests.document.editing.drawing import drawn, edited
from tests.document.editing.styles import CHAIN, EMPTY, FACTORY, ONE_LINE, STATEMENTS

STUB = "def pour(state: Tea) -> dict:\n    return {}\n\n\n"


def test_a_node_comes_with_a_stub_behind_the_last_function_and_an_edge() -> None:
    """Its call stands behind the last node's, the edge behind the last edge, comments stay where they were."""
    after = edited(STATEMENTS, node_add, name="pour", after="steep")

    expected = STATEMENTS.replace("builder = ", STUB + "builder = ")
    expected = expected.replace(", steep)\n", ', steep)\nbuilder.add_node("pour", pour)\n')
    expected = expected.replace("# no milk yet\n", '# no milk yet\nbuilder.add_edge("steep", "pour")\n')
    assert after == expected


def test_a_node_is_added_in_the_manner_of_a_chain() -> None:
    """Links of their own lines, single quotes, and no name where the others have none."""
    after = edited(CHAIN, node_add, name="pour", after="steep")

    expected = CHAIN.replace("tea = (", "\n" + STUB + "tea = (")
    expected = expected.replace("# three minutes\n", "# three minutes\n    .add_node(pour)\n")
    expected = expected.replace("'steep')\n", "'steep')\n    .add_edge('steep', 'pour')\n")
    assert after == expected


def test_a_chain_in_one_line_stays_in_one_line() -> None:
    """The new links stand behind those of their kind."""
    after = edited(ONE_LINE, node_add, name="pour", after="boil")

    assert '.add_node(boil).add_node(pour).add_edge(START, "boil").add_edge("boil", "pour").compile()' in after


def test_in_a_function_the_node_goes_into_the_function() -> None:
    """Where its nodes' functions are, indented as they are, with tabs and without a final line end."""
    after = edited(FACTORY, node_add, name="pour")

    expected = FACTORY.replace("\tg = lg", "\tdef pour(state: Tea) -> dict:\n\t\treturn {}\n\n\tg = lg")
    assert after == expected.replace("steep)])\n", 'steep)])\n\tg.add_node("pour", pour)\n')


def test_the_first_node_of_a_graph_follows_its_builder() -> None:
    """START is imported beside what is imported from there."""
    after = edited(EMPTY, node_add, name="pour", after=START)

    expected = EMPTY.replace("import StateGraph", "import START, StateGraph")
    expected = expected.replace("builder = ", STUB + "builder = ")
    call = 'builder.add_node("pour", pour)\nbuilder.add_edge(START, "pour")\n'
    assert after == expected.replace("StateGraph(Tea)\n", "StateGraph(Tea)\n" + call)


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("ask user", "ask_user"),
        ("2nd", "node_2nd"),
        ("class", "class_"),
        ("print", "print_node"),
        ("state", "state_node"),
        ("Straße", "Straße"),
        ("…", "node"),
        ("ﬁre", "fire"),
        ('x"); import os  #', "x_import_os"),
        ("a\nb", "a_b"),
        ("\\", "node"),
    ],
)
def test_any_name_gets_a_function_that_python_can_name(name: str, function: str) -> None:
    """Names are quoted so that they mean exactly themselves; Python names that mean something are left alone."""
    kept = drawn(STATEMENTS, node_add, name=name)

    node = next(node for node in kept.model.graphs[0].nodes if node.name == name)
    assert node.code.text == function


def test_the_code_of_a_person_is_taken_as_it_is() -> None:
    """With decorators and comments; well known names that it uses are imported."""
    code = "def pour(state) -> Command[Literal['boil']]:\n    # carefully\n    return Command(goto='boil')\n"
    after = edited(STATEMENTS, node_add, name="pour", code=code)

    assert code in after
    assert "from typing import Literal, TypedDict\n" in after
    assert "from langgraph.graph import START, StateGraph\nfrom langgraph.types import Command\n" in after


def test_a_function_whose_name_is_taken_gets_another() -> None:
    """Where it calls itself it does so by the new name."""
    after = edited(STATEMENTS, node_add, name="again", code="def boil(state):\n    return boil and {}\n")

    assert "def boil_node(state):\n    return boil_node and {}\n" in after
    assert 'builder.add_node("again", boil_node)\n' in after


def test_a_node_runs_something_else() -> None:
    """A function of the file, or an expression; a node without a name of its own gets one."""
    assert edited(STATEMENTS, node_code, name="boil", expression="steep") == STATEMENTS.replace(
        '"boil", boil', '"boil", steep'
    )
    assert ".add_node('boil', lambda state: {})\n" in edited(
        CHAIN, node_code, name="boil", expression="lambda state: {}"
    )


def test_a_node_of_a_sequence_that_runs_something_else_leaves_the_sequence() -> None:
    """The sequence is written out, and means the same otherwise."""
    after = edited(FACTORY, node_code, name="boil", expression="steep")

    calls = '\tg.add_node("boil", steep)\n\tg.add_node("steep", steep)\n\tg.add_edge("boil", "steep")\n'
    assert after == FACTORY.replace('\tg.add_sequence([boil, ("steep", steep)])\n', calls)
