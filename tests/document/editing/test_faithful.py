"""An edit is kept only when the new text draws what was meant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stepgraph.document.editing.calls import call_text
from stepgraph.document.editing.edges import edge_add, edge_delete, edge_move
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.options import node_option
from stepgraph.document.editing.replacing import text_replace
from stepgraph.document.editing.sheet import Sheet, sheet_of
from stepgraph.document.model import END, START, Change
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import parse_text
from tests.document.editing.drawing import edited, refusal
from tests.document.editing.styles import CONSTANTS, STATEMENTS

TWO = STATEMENTS + "\nother = StateGraph(Tea)\nother.add_node('boil', boil)\nlater = other.compile()\n"


def sheet() -> Sheet:
    text = parse_text("drawn.py", STATEMENTS)
    return sheet_of(text, read_model(text), None)


def test_a_text_that_draws_something_else_is_not_kept() -> None:
    """Neither more than was meant, nor less; the sentence says what differs."""
    made = edge_add(sheet(), source="steep", target="boil")
    less = replace(made, changes=(Change(0, 0, "# nothing\n"),))
    more = replace(made, intended=sheet().shape)

    for edit, difference in ((less, "('steep', 'boil') is missing"), (more, "('steep', 'boil') that was not meant")):
        with pytest.raises(EditRefused, match="would draw something else") as raised:
            keep(sheet(), edit)
        assert raised.value.code == "edit.unfaithful"
        assert difference in str(raised.value)


def test_an_edit_that_changes_nothing_is_told() -> None:
    """There would be nothing to undo."""
    source = STATEMENTS.replace('"boil", boil)', '"boil", boil, defer=True)')

    assert refusal(source, node_option, name="boil", option="defer", value="True").code == "edit.no_change"
    assert refusal(source, node_option, name="steep", option="defer", value=None).code == "edit.no_change"


def test_a_text_that_is_no_python_is_not_kept() -> None:
    """The sentence names the line."""
    edit = Edit("Break it", (Change(0, 3, "("),), (), sheet().shape)

    with pytest.raises(EditRefused, match="would not be Python") as raised:
        keep(sheet(), edit)
    assert raised.value.line is not None


def test_a_gesture_is_about_one_graph_and_leaves_the_others() -> None:
    """By the name of the compiled graph or of its builder."""
    first = edited(TWO, edge_add, source="boil", target="boil", graph="tea")
    second = edited(TWO, edge_add, source="boil", target="boil", graph="other")

    assert 'builder.add_edge("boil", "boil")\n' in first
    assert "other.add_node('boil', boil)\nother.add_edge('boil', 'boil')\n" in second
    assert refusal(TWO, edge_add, source="boil", target="boil", graph="none").code == "edit.unknown_graph"


def test_pieces_are_replaced_as_given() -> None:
    """What the text draws then is what was meant; it must be Python, and the pieces must fit."""
    at = STATEMENTS.index("100")
    after = edited(STATEMENTS, text_replace, title="Warmer", changes=(Change(at, at + 3, "99"),))

    assert after == STATEMENTS.replace("100", "99")
    broken = refusal(STATEMENTS, text_replace, title="Break", changes=(Change(at, at + 3, ")"),))
    assert broken.code == "edit.unfaithful"
    crossing = (Change(5, 9, ""), Change(8, 12, ""))
    beyond = (Change(0, 10_000, ""),)
    for changes in (crossing, beyond):
        assert refusal(STATEMENTS, text_replace, title="Misfit", changes=changes).code == "edit.spans"


@pytest.mark.parametrize(
    ("gesture", "given", "code"),
    [
        (edge_add, {"source": END, "target": "boil"}, "edit.end_source"),
        (edge_add, {"source": "boil", "target": START}, "edit.start_target"),
        (edge_add, {"source": "boil", "target": "steep"}, "edit.edge_exists"),
        (edge_add, {"source": "milk", "target": "steep"}, "edit.unknown_node"),
        (edge_delete, {"source": "steep", "target": "boil"}, "edit.unknown_edge"),
        (edge_delete, {"source": "steep", "target": None}, "edit.unknown_edge"),
        (edge_delete, {"source": "steep", "target": "boil", "join": "join:a+b:c"}, "edit.unknown_join"),
        (edge_delete, {"source": "steep", "target": "boil", "branch": "x"}, "edit.unknown_branch"),
        (
            edge_move,
            {"source": "boil", "target": "steep", "to_source": START, "to_target": "boil"},
            "edit.edge_exists",
        ),
    ],
)
def test_an_edge_that_cannot_be_is_refused(gesture: object, given: dict[str, str], code: str) -> None:
    """The sentence says why, and nothing changes."""
    assert refusal(STATEMENTS, gesture, **given).code == code  # type: ignore[arg-type]  # each case has its own


def test_an_edge_that_code_draws_is_changed_in_the_code() -> None:
    """No statement declares it that could go."""
    refused = refusal(CONSTANTS, edge_delete, source="boil", target="cup")

    assert refused.code == "edit.by_code"


def test_what_is_added_comes_from_the_package_that_the_file_uses() -> None:
    """Also when that is our own."""
    source = STATEMENTS.replace("langgraph", "stepgraph")

    after = edited(source, node_option, name="boil", option="retry_policy", value="RetryPolicy()")

    assert "from stepgraph.graph import START, StateGraph\nfrom stepgraph.types import RetryPolicy\n" in after


def test_long_calls_are_broken_the_way_black_breaks_them() -> None:
    """Arguments in a line of their own, or each in one."""
    assert call_text("b.add_edge", ["'a'", "'b'"], "    ") == "b.add_edge('a', 'b')"
    half, whole = "'" + "x" * 40 + "'", "'" + "y" * 90 + "'"
    assert call_text("b.add_edge", [half, half], "    ") == f"b.add_edge(\n        {half}, {half}\n    )"
    assert call_text("b.add_edge", [whole, half], "") == f"b.add_edge(\n    {whole},\n    {half},\n)"
