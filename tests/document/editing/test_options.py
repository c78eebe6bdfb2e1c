"""Options of nodes: set, changed, taken away."""

from __future__ import annotations

import pytest

from stepgraph.document.editing.options import node_option
from tests.document.editing.drawing import drawn, edited, refusal
from tests.document.editing.styles import FACTORY, STATEMENTS

WIDE = STATEMENTS.replace(
    'add_node("boil", boil)', 'add_node(\n    "boil",\n    boil,\n    defer=True,  # at last\n    metadata={},\n)'
)


def test_an_option_is_a_keyword_behind_the_others() -> None:
    """In a call over several lines it gets a line."""
    narrow = edited(STATEMENTS, node_option, name="boil", option="defer", value="True")
    wide = edited(WIDE, node_option, name="boil", option="retry_policy", value="RetryPolicy()")

    assert narrow == STATEMENTS.replace('"boil", boil)', '"boil", boil, defer=True)')
    assert "    metadata={},\n    retry_policy=RetryPolicy(),\n)" in wide
    assert "from langgraph.types import RetryPolicy\n" in wide


def test_an_option_changes_and_goes() -> None:
    """Its line goes with it."""
    assert edited(WIDE, node_option, name="boil", option="defer", value="False") == WIDE.replace(
        "defer=True", "defer=False"
    )
    assert edited(WIDE, node_option, name="boil", option="defer", value=None) == WIDE.replace(
        "    defer=True,  # at last\n", ""
    )


def test_a_node_of_a_sequence_leaves_it_for_an_option() -> None:
    """A sequence takes none."""
    after = edited(FACTORY, node_option, name="boil", option="defer", value="True")

    assert '\tg.add_node(boil, defer=True)\n\tg.add_node("steep", steep)\n\tg.add_edge("boil", "steep")\n' in after


def test_destinations_are_drawn() -> None:
    """What commands lead to is an option, too."""
    kept = drawn(STATEMENTS, node_option, name="steep", option="destinations", value='("boil",)')

    assert kept.model.graphs[0].nodes[1].goto == ("boil",)


def test_an_error_handler_is_drawn_as_the_node_that_it_is() -> None:
    """The engine makes one of it."""
    kept = drawn(STATEMENTS, node_option, name="boil", option="error_handler", value="steep")

    assert "__error_handler__boil" in [node.name for node in kept.model.graphs[0].nodes]


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("colour", "1", "edit.option"),
        ("action", "steep", "edit.option"),
        ("defer", "True, metadata={}", "edit.expression"),
        ("defer", "True) or (1", "edit.expression"),
        ("defer", "", "edit.expression"),
        ("defer", "*[1]", "edit.expression"),
    ],
)
def test_what_is_no_option_is_refused(option: str, value: str, code: str) -> None:
    """Neither the keyword nor its value may be anything else."""
    assert refusal(STATEMENTS, node_option, name="boil", option=option, value=value).code == code
