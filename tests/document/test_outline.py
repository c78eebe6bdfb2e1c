"""What is told of a document that nobody has run, whatever its bytes are."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from stepgraph.document.outline import SyntaxFault, candidates, parse
from stepgraph.document.source import MAX_SOURCE_BYTES, Source, SourceTooLarge, read_source

GRAPH = "def build():\n    return StateGraph(dict)\n"


def source(tmp_path: Path, content: bytes | str, name: str = "graph.py") -> Source:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_source(str(path))


def test_a_source_is_known_by_the_hash_of_its_bytes(tmp_path: Path) -> None:
    """Line ends and byte order marks count, since they are in the file."""
    content = b"\xef\xbb\xbfx = 1\r\n"

    read = source(tmp_path, content)

    assert (read.hash, read.text) == (hashlib.sha256(content).hexdigest(), "x = 1\r\n")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"# -*- coding: latin-1 -*-\nname = '\xe4'\n", "# -*- coding: latin-1 -*-\nname = 'ä'\n"),
        (b"name = '\xe4'\n", "name = '�'\n"),
        (b"# -*- coding: nonsense -*-\nx = 1\n", "# -*- coding: nonsense -*-\nx = 1\n"),
        (b"# coding: unicode_escape\nx = '\\ud800'\n", "# coding: unicode_escape\nx = '?'\n"),
    ],
)
def test_text_is_shown_in_whatever_encoding_the_file_has(tmp_path: Path, content: bytes, text: str) -> None:
    """A wrong declaration is no reason to show nothing, and no text breaks the wire."""
    assert source(tmp_path, content).text == text


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    """It is refused with its size."""
    path = tmp_path / "large.py"
    path.write_bytes(b"#" * (MAX_SOURCE_BYTES + 1))

    with pytest.raises(SourceTooLarge, match=r"has 10,485,761 bytes; a document may have at most 10,485,760"):
        read_source(str(path))


def test_a_syntax_error_has_its_line_and_column(tmp_path: Path) -> None:
    """And the parser's own words."""
    parsed = parse(source(tmp_path, "x = 1\ny = (\n"))

    assert parsed.fault == SyntaxFault(
        "document.syntax", "Python cannot read the file in line 2: '(' was never closed.", 2, 5
    )


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"x = 1\x00\n", "document.syntax"),
        (b"x = '\xff\xfe'\n", "document.syntax"),
        (b"-" * 1_000_000 + b"1", "document.too_deep"),
        (b"(" * 1_000 + b")" * 1_000, "document.syntax"),
        (b"x = " + b"a." * 100_000 + b"b", "document.too_deep"),
    ],
)
def test_text_that_no_parser_likes_is_a_fault_and_not_a_crash(tmp_path: Path, content: bytes, code: str) -> None:
    """Zero bytes, foreign bytes, and nesting without end."""
    fault = parse(source(tmp_path, content)).fault

    assert fault is not None
    assert fault.code == code


def test_what_a_parse_warns_of_stays_quiet(tmp_path: Path) -> None:
    """A doubtful escape in the user's file is the user's."""
    assert parse(source(tmp_path, "x = '\\d'\n")).fault is None


def test_opening_runs_nothing(tmp_path: Path) -> None:
    """No line, decorator, default or class body of the document is executed."""
    canary = tmp_path / "ran"
    touch = f"open({str(canary)!r}, 'w')"
    text = f"{touch}\n@{touch}\ndef f(a={touch}): ...\nclass C:\n    x = {touch}\n{GRAPH}"

    names, faults = candidates(source(tmp_path, text))

    assert (names, faults, canary.exists()) == (("build",), (), False)


def test_a_project_file_names_its_graphs(tmp_path: Path) -> None:
    """Both ways of writing an entry count."""
    graphs = {"agent": "./agent.py:graph", "other": {"path": "./other.py:make", "description": "x"}}

    found = candidates(source(tmp_path, json.dumps({"graphs": graphs}), "langgraph.json"))

    assert found == (("agent", "other"), ())


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (
            '{"graphs": ',
            SyntaxFault("document.config", "langgraph.json is not JSON: Expecting value in line 1.", line=1, column=12),
        ),
        (
            "[]",
            SyntaxFault(
                "document.config",
                'langgraph.json has no "graphs": an object such as {"agent": "./agent.py:graph"}.',
                line=None,
                column=None,
            ),
        ),
        (
            '{"graphs": {"agent": "agent.py"}}',
            SyntaxFault(
                "document.config",
                'In langgraph.json, the graph "agent" must be given as "./file.py:name", not \'agent.py\'.',
                line=None,
                column=None,
            ),
        ),
    ],
)
def test_a_wrong_project_file_says_what_is_wrong(tmp_path: Path, content: str, fault: SyntaxFault) -> None:
    """With the place where there is one."""
    assert candidates(source(tmp_path, content, "langgraph.json")) == ((), (fault,))
