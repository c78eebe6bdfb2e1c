"""Nodes deleted with all that names them."""

from __future__ import annotations

from stepgraph.document.editing.delete import node_delete
from tests.document.editing.drawing import drawn, edited, refusal
from tests.document.editing.styles import CHAIN, CONSTANTS, FACTORY, ONE_LINE, STATEMENTS
from tests.document.editing.test_joins import LONG


def test_a_node_goes_with_its_edges_and_on_request_its_function() -> None:
    """Lines that stood between others leave no gap."""
    kept = edited(STATEMENTS, node_delete, names=("boil",))
    gone = edited(STATEMENTS, node_delete, names=("boil",), functions=True)

    calls = STATEMENTS.replace('builder.add_node("boil", boil)  # water first\n', "")
    calls = calls.replace('builder.add_edge(START, "boil")\nbuilder.add_edge("boil", "steep")  # no milk yet\n', "")
    assert kept == calls
    assert gone == calls.replace('def boil(state: Tea) -> dict:\n    return {"heat": 100}\n\n\n', "")


def test_a_line_of_which_nothing_is_left_goes_whole() -> None:
    """Several statements may share it."""
    edges = 'builder.add_edge(START, "boil")\n', 'builder.add_edge("boil", "steep")  # no milk yet\n'
    shared = f"{edges[0][:-1]}; {edges[1]}"
    source = STATEMENTS.replace("".join(edges), shared)

    after = edited(source, node_delete, names=("boil",))

    assert shared in source
    assert after == edited(STATEMENTS, node_delete, names=("boil",))


def test_a_function_that_something_else_uses_stays() -> None:
    """Another node, another function, or the list of public names."""
    for use in ('__all__ = ["boil"]\n', "print(boil)\n", "def again(state):\n    return boil(state)\n"):
        assert "def boil(" in edited(STATEMENTS + use, node_delete, names=("boil",), functions=True)


def test_the_comment_of_a_deleted_function_goes_with_it() -> None:
    """And the one of the function before it stays."""
    source = STATEMENTS.replace("def steep", "# until it is brown\ndef steep").replace("100}\n", "100}  # hot\n")

    after = edited(source, node_delete, names=("steep",), functions=True)

    assert "until it is brown" not in after
    assert "100}  # hot\n\n\nbuilder = " in after


def test_all_that_names_the_node_lets_go_of_it() -> None:
    """Lists, path maps, annotations of what commands lead to, destinations, breakpoints."""
    after = edited(CONSTANTS, node_delete, names=("pot",))

    for line in (
        'def boil(state: Tea) -> Command[Literal["cup"]]:\n',
        'def taste(state: Tea) -> Literal["cup", "__end__"]:\n',
        "builder.add_edge(BOIL, CUP)\n",
        'builder.add_conditional_edges(CUP, taste, {"cup": "cup", END: END})\n',
        'tea = builder.compile(interrupt_before=["cup"])\n',
    ):
        assert line in after
    assert "builder.add_node(POT" not in after


def test_an_annotation_in_quotes_lets_go_of_it_too() -> None:
    """Also when it names nothing any more."""
    quoted = CONSTANTS.replace('Command[Literal["pot", "cup"]]', "\"Command[Literal['pot', 'cup']]\"")

    one = edited(quoted, node_delete, names=("pot",))
    none = edited(quoted, node_delete, names=("pot", "cup"))

    assert "-> \"Command[Literal['cup']]\":" in one
    assert '-> "Command":' in none


def test_an_annotation_that_names_nothing_more_is_a_plain_command() -> None:
    """Also when what it named has a name of its own, which others may use."""
    plain = edited(CONSTANTS, node_delete, names=("pot", "cup"))
    alias = CONSTANTS.replace('Command[Literal["pot", "cup"]]', "Command[Ways]")
    alias = alias.replace("class Tea", 'Ways = Literal["pot", "cup"]\n\n\nclass Tea')

    assert "def boil(state: Tea) -> Command:\n" in plain
    assert "def boil(state: Tea) -> Command:\n" in edited(alias, node_delete, names=("pot", "cup"))
    assert 'Ways = Literal["cup"]\n' in edited(alias, node_delete, names=("pot",))


def test_a_list_of_one_tuple_stays_a_tuple() -> None:
    """Its comma is what makes it one; an option that names nothing more goes."""
    one = edited(CONSTANTS, node_delete, names=("boil",))
    none = edited(CONSTANTS, node_delete, names=("boil", "cup"))

    assert "builder.add_node(POT, pot, destinations=(CUP,))\n" in one
    assert "builder.add_node(POT, pot)\n" in none


def test_a_join_keeps_the_members_that_stay() -> None:
    """One that is left leads by a plain edge; the comment of a line goes with the line."""
    after = edited(LONG, node_delete, names=("left",))

    assert 'builder.add_edge("right", "stage")  # late\n' in after
    assert "first row" not in after


def test_links_of_a_chain_go_one_by_one() -> None:
    """What is left is a chain."""
    assert edited(CHAIN, node_delete, names=("boil",)) == (
        CHAIN.replace("    .add_node(boil)\n", "")
        .replace("    .add_edge(START, 'boil')\n", "")
        .replace("    .add_edge('boil', 'steep')\n", "")
    )
    assert "tea = StateGraph(Tea).compile()\n" in edited(ONE_LINE, node_delete, names=("boil",))


def test_a_member_of_a_sequence_goes() -> None:
    """The others are written out, with the edges that are left."""
    after = edited(FACTORY, node_delete, names=("boil",))

    expected = FACTORY.replace('add_sequence([boil, ("steep", steep)])', 'add_node("steep", steep)')
    assert after == expected.replace('\tg.set_entry_point("boil")\n', "")


def test_all_nodes_may_go_at_once() -> None:
    """The graph is there still, without any."""
    kept = drawn(CONSTANTS, node_delete, names=("boil", "pot", "cup"), functions=True)

    assert kept.model.graphs[0].nodes == ()
    assert "def pot" not in kept.text.text


def test_what_code_builds_keeps_its_nodes() -> None:
    """A loop that names the node would fail without it."""
    looped = STATEMENTS.replace("tea =", 'for one in ["boil"]:\n    builder.add_edge("steep", one)\ntea =')
    made = STATEMENTS.replace("tea =", 'def more(b):\n    b.add_edge("steep", "boil")\nmore(builder)\ntea =')

    assert refusal(looped, node_delete, names=("boil",)).code == "edit.locked"
    assert refusal(made, node_delete, names=("boil",)).code == "edit.locked"
    assert refusal(STATEMENTS, node_delete, names=("milk",)).code == "edit.unknown_node"
