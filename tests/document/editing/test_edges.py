"""Edges connected, disconnected and led elsewhere."""

from __future__ import annotations

from stepgraph.document.editing.edges import edge_add, edge_delete, edge_move
from stepgraph.document.model import END, START
from tests.document.editing.drawing import edited
from tests.document.editing.styles import BACKSLASHES, CHAIN, CONSTANTS, FACTORY, STATEMENTS


def test_an_edge_goes_behind_the_last_one() -> None:
    """Its comment stays with that one; END is imported beside START."""
    after = edited(STATEMENTS, edge_add, source="steep", target=END)

    expected = STATEMENTS.replace("import START", "import END, START")
    assert after == expected.replace("# no milk yet\n", '# no milk yet\nbuilder.add_edge("steep", END)\n')


def test_a_node_may_lead_to_itself() -> None:
    """In a chain that is broken by backslashes, the new link is, too."""
    after = edited(BACKSLASHES, edge_add, source="boil", target="boil")

    assert after == BACKSLASHES.replace('START, "boil") \\\n', 'START, "boil") \\\n    .add_edge("boil", "boil") \\\n')


def test_ends_are_written_as_the_file_writes_them() -> None:
    """A literal where it has literals, a constant where it has one, the module's name where it imports that."""
    assert '\nbuilder.add_edge("__start__", POT)\n' in edited(CONSTANTS, edge_add, source=START, target="pot")
    assert '\n\tg.add_edge("boil", lg.END)\n' in edited(FACTORY, edge_add, source="boil", target=END)


def test_a_list_of_imports_over_several_lines_gets_another_line() -> None:
    """What stands there stays, with its comments."""
    source = CONSTANTS.replace('"__start__"', '"pot"')
    after = edited(source, edge_add, source=START, target="pot")

    assert "    END,  # where it ends\n    StateGraph,\n    START,\n)\n" in after


def test_disconnecting_takes_the_line_and_its_comment() -> None:
    """And no other line."""
    assert edited(STATEMENTS, edge_delete, source="boil", target="steep") == STATEMENTS.replace(
        'builder.add_edge("boil", "steep")  # no milk yet\n', ""
    )
    assert edited(CHAIN, edge_delete, source="boil", target="steep") == CHAIN.replace(
        "    .add_edge('boil', 'steep')\n", ""
    )
    assert edited(BACKSLASHES, edge_delete, source=START, target="boil") == BACKSLASHES.replace(
        '    .add_edge(START, "boil") \\\n', ""
    )


def test_an_edge_that_is_declared_twice_goes_twice() -> None:
    """An edge that were still there would be no disconnection."""
    twice = STATEMENTS.replace("# no milk yet\n", '# no milk yet\nbuilder.add_edge("boil", "steep")\n')

    after = edited(twice, edge_delete, source="boil", target="steep")

    assert after == STATEMENTS.replace('builder.add_edge("boil", "steep")  # no milk yet\n', "")


def test_disconnecting_within_a_sequence_writes_it_out() -> None:
    """The nodes stay, each by a call of its own."""
    after = edited(FACTORY, edge_delete, source="boil", target="steep")

    calls = '\tg.add_node(boil)\n\tg.add_node("steep", steep)\n'
    assert after == FACTORY.replace('\tg.add_sequence([boil, ("steep", steep)])\n', calls)


def test_the_last_statement_of_a_block_leaves_a_pass() -> None:
    """A block without statements would be no Python."""
    guarded = STATEMENTS.replace(
        'builder.add_edge("boil", "steep")', 'with open(__file__):\n    builder.add_edge("boil", "steep")'
    )
    after = edited(guarded, edge_delete, source="boil", target="steep")

    assert "with open(__file__):\n    pass  # no milk yet\n" in after


def test_statements_that_share_a_line_stay_on_it() -> None:
    """One goes, or one comes, and the others keep their place."""
    shared = STATEMENTS.replace('"boil")\nbuilder.add_edge(', '"boil"); builder.add_edge(')

    gone = edited(shared, edge_delete, source="boil", target="steep")
    first_gone = edited(shared, edge_delete, source=START, target="boil")
    come = edited(shared, edge_add, source="steep", target="boil")

    assert 'builder.add_edge(START, "boil")  # no milk yet\n' in gone
    assert '\nbuilder.add_edge("boil", "steep")  # no milk yet\n' in first_gone
    assert '"steep"); builder.add_edge("steep", "boil")  # no milk yet\n' in come


def test_an_edge_is_led_elsewhere_in_its_place() -> None:
    """Only the end that moves is written anew."""
    moved = edited(STATEMENTS, edge_move, source=START, target="boil", to_source=START, to_target="steep")

    assert moved == STATEMENTS.replace('START, "boil"', 'START, "steep"')


def test_an_entry_point_that_leaves_start_becomes_an_edge() -> None:
    """As long as it begins at START it keeps its word."""
    stays = edited(FACTORY, edge_move, source=START, target="boil", to_source=START, to_target="steep")
    leaves = edited(FACTORY, edge_move, source=START, target="boil", to_source="steep", to_target="steep")

    assert stays == FACTORY.replace('entry_point("boil")', 'entry_point("steep")')
    assert leaves == FACTORY.replace('set_entry_point("boil")', 'add_edge("steep", "steep")')
