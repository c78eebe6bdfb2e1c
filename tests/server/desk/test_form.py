"""A file's form: what nobody edited is written as it was, and what cannot be is only shown."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stepgraph.server.desk.form import Form, read_form

SAME = {
    "plain": b"a = 1\nb = 2\n",
    "no end": b"a = 1\nb = 2",
    "empty": b"",
    "windows": b"a = 1\r\nb = 2\r\n",
    "windows, no end": b"a = 1\r\nb = 2",
    "old mac": b"a = 1\rb = 2\r",
    "mark": b"\xef\xbb\xbfa = 1\n",
    "mark and windows": b"\xef\xbb\xbfa = 1\r\n\r\n",
    "tabs": b"if a:\n\tb = 2\n",
    "page break": b"a = 1\n\x0cb = 2\n",
    "astral": "a = '\U0001f600'\n".encode(),
    "cookie": b"# -*- coding: utf-8 -*-\na = 1\n",
    "cookie by another name": b"# coding: utf8\na = 1\n",
    "nul": b"a = 1\x00\n",
}


@pytest.mark.parametrize("content", SAME.values(), ids=SAME.keys())
def test_what_was_read_is_written_as_it_was(content: bytes) -> None:
    """The same bytes, and lines that end with LF here."""
    text, form = read_form(content)

    assert form.fault is None
    assert "\r" not in text
    assert form.content(text) == content
    assert form.hash(text) == sha256(content).hexdigest()


@given(st.binary(max_size=40))
def test_any_bytes_are_shown_or_written_as_they_were(content: bytes) -> None:
    """What cannot be written again says why, and keeps the hash of its bytes."""
    text, form = read_form(content)

    assert form.fault is not None or form.content(text) == content
    assert form.hash(text) == sha256(content).hexdigest()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"a = 1\nb = '\xff'\n", "The file is not UTF-8 in line 2."),
        (b"a = '\xff'\n", "The file is not UTF-8 in line 1."),
        (b"# coding: latin-1\na = '\xe9'\n", "The file says that it is written in iso-8859-1."),
        (b"# coding: latin-1\na = 1\n", "The file says that it is written in iso-8859-1."),
        (b"# coding: klingon\na = 1\n", "The file says that it is in an encoding that Python does not know."),
        (b"a = 1\r\nb = 2\n", "The file's lines end in different ways (CRLF and LF)."),
        (b"a = 1\rb = 2\n", "The file's lines end in different ways (LF and CR)."),
    ],
)
def test_what_cannot_be_written_again_says_why(content: bytes, fault: str) -> None:
    """In words for the person who has the file."""
    text, form = read_form(content)

    assert (form.fault or "").startswith(fault)
    assert text.startswith(("a = ", "# coding"))


def test_new_lines_end_as_the_others_do() -> None:
    """A file keeps one kind of line end."""
    assert Form(newline="\r\n", has_bom=True).content("a\nb\n") == b"\xef\xbb\xbfa\r\nb\r\n"
