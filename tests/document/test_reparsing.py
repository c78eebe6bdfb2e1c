"""A text that is parsed and read from the one before it is the text that is parsed and read from nothing."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepgraph.document.outline import SyntaxFault
from stepgraph.document.reading.read import read_model
from stepgraph.document.reparsing import reparsed
from stepgraph.document.text import Text, Unparsed, parse_text
from tests.document.roundtrip.files import FILES, source_of

PIECES = [
    *("", "# é", "    # deeper", "\f", "\\", "x = 1 \\", "x = 1; y = 2", "é = 1", "+ 2", "(", ")", "]", '"""', "'''"),
    *("@d", "@(", "def f(): pass", "async def g():", "    x", "if a:", "else:", "try:", "except A: pass", "finally:"),
    *("match x:", "    case 1: pass", "case = 1", "class C(dict): k: int", "builder = StateGraph(C)"),
    *('builder.add_node("f", f)', 'builder.add_edge("f", "g")', "graph = builder.compile()"),
]
LINES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=3)


def told(text: str, before: Text | None = None) -> str | SyntaxFault:
    """Return the tree of a text with all its places, or its fault."""
    try:
        parsed = parse_text("graph.py", text) if before is None else reparsed(before, text)
    except Unparsed as error:
        return error.fault
    return ast.dump(parsed.tree, include_attributes=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1\ny = 2\n", "x = 1\ny = 3\n"),
        ("x = 1 \\\n\ny = 2\n", "x = 1 \\\n+ 2\ny = 2\n"),
        ("x = 1 \\\n\n", "x = 1 \\\n+ 2\n"),
        ("x = 1; y = 2\nz = 3\n", "x = 1; y = 3\nz = 3\n"),
        ("def f(): pass\n", "@(\nd\n)\ndef f(): pass\n"),
        ("@(  # a@b\nd)\ndef f(): pass\n", "(  # a@b\nd)\ndef f(): pass\n"),
        ("if a:\n    pass\n\ny = 1\n", "if a:\n    pass\nelse: pass\ny = 1\n"),
        ("def f():\n    pass\n\ny = 1\n", "def f():\n    pass\n    x\ny = 1\n"),
        ("x = 1\n\ny = 2\n\nz = 3\n", 'x = """\n\ny = 2\n\n"""\n'),
        ("\ny = 2\nz = 3", "\ny = 2\nz = 3 + 4"),
        ("é = 'é'; x = 1\ny = 2\n", "é = 'é'; x = 1\ny = 'é'; z = 3\n"),
        ("x = 1\ry = 2\nz = 3\nw = 4\n", "x = 1\ry = 2\nz = 3\nw = 5\n"),
        ("x = 1\ry = 2\nz = 3\nw = 4\n", "x = 1\nz = 3\nw = 4\n"),
        ("x = 1\ny = 2\n\nz = 3\n", "x = 1\ny = 2 \\\n\nz = 3\n"),
        ("x = 1\ny = 2\nz = 3\n", "x = 1\n\\\nz = 3\n"),
        ("x = 1\n", ""),
        ("", "x = 1\n"),
    ],
)
def test_a_changed_text_has_the_tree_that_it_would_have_by_itself(before: str, after: str) -> None:
    """What joins lines, or begins above its own line, is never torn apart."""
    anew = told(after)

    again = told(after, parse_text("graph.py", before))

    assert isinstance(again, str)
    assert again == anew


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1\ny = 2\n", "x = 1\n    y = 2\n"),
        ("x = 1\n", "x = 1\nx = 1 \\\n"),
        ("@(\nd\n)\ndef f(): pass\n", "\nd\n)\ndef f(): pass\n"),
        ("x = 1\ny = (1)\nz = 3\n", "x = 1\ny = (1\nz = 3\n"),
    ],
)
def test_a_text_that_is_no_python_any_more_is_told_as_if_it_was_new(before: str, after: str) -> None:
    """Its fault is that of the whole text, with its line."""
    anew = told(after)

    again = told(after, parse_text("graph.py", before))

    assert isinstance(again, SyntaxFault)
    assert again == anew


def test_only_what_changed_is_parsed_again() -> None:
    """Statements that stand where they stood are the very same ones."""
    old = parse_text("graph.py", "x = 1\ny = 2\nz = 3\n")

    again = reparsed(old, "x = 1\ny = 5\nz = 3\n")

    assert [one is other for one, other in zip(again.tree.body, old.tree.body, strict=True)] == [True, False, True]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_after_a_random_chain_of_edits_a_text_reads_as_from_nothing(data: st.DataObject) -> None:
    """Trees, places, graphs and faults: each text is read from the last one that was Python."""
    known = parse_text("graph.py", data.draw(st.sampled_from(["", *map(source_of, FILES)])))
    for _ in range(6):
        source = edited(data, known.text)
        anew = told(source)
        assert told(source, known) == anew
        if isinstance(anew, str):
            again = reparsed(known, source)
            assert read_model(again) == read_model(parse_text("graph.py", source))
            known = again


def edited(data: st.DataObject, source: str) -> str:
    """Return a text with some of its lines replaced, taken out, or added to."""
    lines = source.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines)))
        lines[at : at + data.draw(st.integers(0, 2))] = data.draw(st.one_of(LINES, st.just([])))
    return "\n".join(lines)
