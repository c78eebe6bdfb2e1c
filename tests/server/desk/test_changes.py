"""Changes of a text: made, taken back, found by comparing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stepgraph.protocol.document import TextChange
from stepgraph.server.desk.changes import MAX_COMPARED_LINES, applied, checked, difference, inverse, unified
from stepgraph.server.refusals import Refusal

TEXTS = st.text(alphabet="ab\n\U0001f600\u2028", max_size=30)


@st.composite
def changed_texts(draw: st.DrawFn) -> tuple[str, tuple[TextChange, ...]]:
    """A text, and changes that fit it."""
    text = draw(TEXTS)
    offsets = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pairs = zip(offsets[::2], offsets[1::2], strict=False)
    return text, tuple(TextChange(start, end, draw(TEXTS)) for start, end in pairs)


@given(changed_texts())
def test_the_inverse_gives_the_text_back(example: tuple[str, tuple[TextChange, ...]]) -> None:
    """To the character, whatever was changed."""
    text, changes = example

    assert applied(applied(text, changes), inverse(text, changes)) == text


@given(TEXTS, TEXTS)
def test_a_difference_makes_the_other_text(old: str, new: str) -> None:
    """And equal texts differ in nothing."""
    changes = difference(old, new)

    assert applied(old, changes) == new
    assert checked(changes, length=len(old)) == changes
    assert (changes == ()) == (old == new)


def test_a_difference_touches_no_line_that_both_have() -> None:
    """So a cursor in such a line stays where it is."""
    old = "one\ntwo\nthree\nfour\nfive\n"

    changes = difference(old, "one\n2\nthree\nfour\n5\n")

    assert changes == (TextChange(4, 8, "2\n"), TextChange(19, 24, "5\n"))


def test_a_text_that_is_other_from_top_to_bottom_is_replaced_as_one_piece() -> None:
    """Comparing so many lines would take longer than anybody waits."""
    lines = range(MAX_COMPARED_LINES + 1)
    old, new = "".join(f"a{line}\n" for line in lines), "".join(f"b{line}\n" for line in lines)

    assert difference(old, new) == (TextChange(0, len(old), new),)


@pytest.mark.parametrize(
    "changes",
    [
        (TextChange(2, 1, ""),),
        (TextChange(0, 4, ""),),
        (TextChange(-1, 0, ""),),
        (TextChange(1, 3, ""), TextChange(2, 3, "")),
        (TextChange(2, 3, ""), TextChange(0, 1, "")),
        (TextChange(0, 0, "a\r\n"),),
    ],
)
def test_changes_that_do_not_fit_are_refused(changes: tuple[TextChange, ...]) -> None:
    """Outside the text, across one another, or with another line end than the text has here."""
    with pytest.raises(Refusal) as refusal:
        checked(changes, length=3)

    assert refusal.value.problem.code == "document.changes"


def test_a_diff_is_told_as_tools_tell_it() -> None:
    """With the places of its lines, a few lines around, and a word about a last line without an end."""
    old = "".join(f"{line}\n" for line in range(1, 13))

    diff = unified(old, old.replace("6\n", "six\n").removesuffix("\n"), name="survey.py")

    assert diff == (
        "--- survey.py\n+++ survey.py\n@@ -3,10 +3,10 @@\n 3\n 4\n 5\n-6\n+six\n 7\n 8\n 9\n 10\n 11\n"
        "-12\n+12\n\\ No newline at end of file\n"
    )


def test_places_in_a_diff_count_from_the_top_of_the_text() -> None:
    """However much of the text is the same before and after it."""
    old = "".join(f"{line}\n" for line in range(1, 2_001))

    diff = unified(old, old.replace("\n1500\n", "\n1500\nnew\n").replace("\n500\n", "\n"), name="survey.py")

    assert [line for line in diff.splitlines() if line.startswith("@@")] == [
        "@@ -497,7 +497,6 @@",
        "@@ -1498,6 +1497,7 @@",
    ]


def test_equal_texts_have_no_diff() -> None:
    """Not even a heading."""
    assert unified("a\n", "a\n", name="survey.py") == ""
