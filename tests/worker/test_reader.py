"""The reader: what it tells of a file that nobody trusts yet, without running any of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import Outline, Read
from stepgraph.worker.reader import outline_of
from tests.worker.running_worker import RunningWorker


@pytest.mark.slow
def test_a_reader_answers_once_and_ends(tmp_path: Path) -> None:
    """In a process of its own, which the file cannot harm for long."""
    canary = tmp_path / "ran"
    path = tmp_path / "graph.py"
    path.write_text(f"open({str(canary)!r}, 'w')\ngraph = StateGraph(dict)\n", encoding="utf-8")

    with RunningWorker("--reader") as reader:
        reader.send(Read(7, str(path)))
        outline = reader.receive()
        code = reader.wait_until_gone()

    assert isinstance(outline, Outline)
    assert (outline.id, outline.candidates, outline.problems) == (7, ("graph",), ())
    assert (outline.text, code, canary.exists()) == (path.read_text(encoding="utf-8"), 0, False)


def test_problems_have_their_place(tmp_path: Path) -> None:
    """And the text is shown all the same."""
    path = tmp_path / "graph.py"
    path.write_text("x = (\n", encoding="utf-8")

    outline = outline_of(Read(1, str(path)))

    sentence = "Python cannot read the file in line 1: '(' was never closed."
    assert outline.text == "x = (\n"
    assert outline.problems == (Problem(code="document.syntax", sentence=sentence, path=str(path), line=1, column=5),)


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    """A folder, for one."""
    outline = outline_of(Read(1, str(tmp_path)))

    assert outline == Outline(
        id=1,
        text="",
        source_hash="",
        problems=(Problem("document.unreadable", f"{tmp_path} cannot be read: Is a directory.", path=str(tmp_path)),),
        candidates=(),
    )
