"""Nodes duplicated, and clips pasted from elsewhere."""

from __future__ import annotations

import pytest

from stepgraph.document.editing.edit import PastedEdge, PastedNode
from stepgraph.document.editing.paste import node_duplicate, node_paste
from stepgraph.document.model import END, START
from tests.document.editing.drawing import drawn, edited, refusal
from tests.document.editing.styles import CHAIN, EMPTY, FACTORY, STATEMENTS
from tests.document.editing.test_joins import JOINED

COPIES = """def boil_2(state: Tea) -> dict:
    return {"heat": 100}


def steep_2(state: Tea) -> dict:
    return {"heat": 80}


"""


def test_copies_have_functions_of_their_own_and_the_edges_among_them() -> None:
    """Nothing leads from the copies to what was not copied."""
    after = edited(STATEMENTS, node_duplicate, names=("boil", "steep"))

    expected = STATEMENTS.replace("builder = ", COPIES + "builder = ")
    nodes = 'builder.add_node("boil_2", boil_2)\nbuilder.add_node("steep_2", steep_2)\n'
    expected = expected.replace('"steep", steep)\n', '"steep", steep)\n' + nodes)
    assert after == expected.replace("# no milk yet\n", '# no milk yet\nbuilder.add_edge("boil_2", "steep_2")\n')


def test_a_copy_keeps_options_and_expressions() -> None:
    """A lambda is copied as it is written."""
    source = STATEMENTS.replace('"steep", steep)', '"steep", lambda state: {}, defer=True)')

    assert 'builder.add_node("steep_2", lambda state: {}, defer=True)\n' in edited(
        source, node_duplicate, names=("steep",)
    )


def test_copies_of_joined_nodes_are_joined() -> None:
    """Where the whole join was copied."""
    after = edited(JOINED, node_duplicate, names=("left", "right", "stage"))

    assert 'builder.add_edge(["left_2", "right_2"], "stage_2")\n' in after


def test_copies_of_a_join_stand_behind_the_copies_of_its_nodes() -> None:
    """Also where the file adds a node after its edges."""
    late = JOINED.replace("hall =", 'builder.add_node("exit", count)\nhall =')

    after = edited(late, node_duplicate, names=("left", "right", "stage"))

    assert after.endswith(
        '"stage_2", count_4)\nbuilder.add_edge(["left_2", "right_2"], "stage_2")\nhall = builder.compile()\n'
    )


def test_copies_in_a_function_are_nested_in_it() -> None:
    """With its indent."""
    after = edited(FACTORY, node_duplicate, names=("steep",))

    assert '\tdef steep_2(state: Tea):\n\t\treturn {"heat": 80}\n\n\tg = ' in after


def test_strings_over_several_lines_keep_what_they_hold() -> None:
    """They are no code, so that no indent is added to them or taken away."""
    source = FACTORY.replace('{"heat": 80}', '{"heat": len("""\n\t\tone\ntwo""")}')

    after = edited(source, node_duplicate, names=("steep",))

    assert after.count('\t\treturn {"heat": len("""\n\t\tone\ntwo""")}\n') == 2


def test_copies_count_on() -> None:
    """A second copy is a third node."""
    twice = edited(edited(CHAIN, node_duplicate, names=("boil",)), node_duplicate, names=("boil",))

    assert "    .add_node(boil_2)\n    .add_node(boil_3)\n" in twice


def test_a_clip_comes_home() -> None:
    """The state is this graph's, well known names are imported, names that are taken get a number."""
    code = """def boil(other: Soup, extra: Salt = None) -> Command[Literal["cool"]]:
    # slowly
    return Command(goto="cool")
"""
    after = edited(
        STATEMENTS,
        node_paste,
        nodes=(
            PastedNode("boil", code, "boil", {"retry_policy": "RetryPolicy(max_attempts=2)"}),
            PastedNode("cool", None, "lambda state: {}"),
        ),
        edges=(PastedEdge(("boil",), "cool"),),
    )

    assert 'def boil_2(other: Tea, extra=None) -> Command[Literal["cool"]]:' in after.replace("'", '"')
    assert "    # slowly\n" in after
    assert "from langgraph.types import Command, RetryPolicy\n" in after
    assert 'builder.add_node("boil_2", boil_2, retry_policy=RetryPolicy(max_attempts=2))\n' in after
    assert 'builder.add_edge("boil_2", "cool")\n' in after


def test_a_clip_fills_an_empty_graph() -> None:
    """Edges from START come with it where they are in it."""
    clip = (PastedNode("a", "def a(state):\n    return {}", "a"), PastedNode("b", None, "lambda state: {}"))
    edges = (PastedEdge((START,), "a"), PastedEdge(("a",), "b"), PastedEdge(("a", "b"), END))

    kept = drawn(EMPTY, node_paste, nodes=clip, edges=edges)

    assert [node.name for node in kept.model.graphs[0].nodes] == ["a", "b"]
    assert (
        'builder.add_edge(START, "a")\nbuilder.add_edge("a", "b")\nbuilder.add_edge(["a", "b"], END)\n'
        in kept.text.text
    )


@pytest.mark.parametrize(
    ("clip", "edges", "code"),
    [
        (PastedNode("a", None, "unknown_here"), (), "edit.unknown_name"),
        (PastedNode("a", None, "print('x'), 2"), (), "edit.expression"),
        (PastedNode("a", None, "boil) or (boil"), (), "edit.expression"),
        (PastedNode("a", None, "boil  # yes"), (), "edit.expression"),
        (PastedNode("a", "x = 1", "a"), (), "edit.code"),
        (PastedNode("a", "def a(state:\n", "a"), (), "edit.code"),
        (PastedNode("a", "def a(state): pass\nimport os", "a"), (), "edit.code"),
        (PastedNode("a:b", None, "boil"), (), "edit.name_reserved"),
        (PastedNode("a", None, "boil"), (PastedEdge(("a",), "b"),), "edit.unknown_node"),
        (PastedNode("a", None, "boil"), (PastedEdge(("a",), START),), "edit.unknown_edge"),
    ],
)
def test_what_cannot_be_pasted_is_refused(clip: PastedNode, edges: tuple[PastedEdge, ...], code: str) -> None:
    """A clip comes from outside: it is checked like anything that a person types."""
    assert refusal(STATEMENTS, node_paste, nodes=(clip,), edges=edges).code == code
