"""The project's commands: the same words for make, for the setup and in the help."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.setup import COMMANDS, failures, main, opened
from stepgraph.lessons.catalogue import examples
from tests.architecture.sources import ROOT


def test_make_knows_each_command() -> None:
    """A command that make does not know would be found by nobody."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()

    words = next(line for line in makefile if line.startswith("COMMANDS =")).split()[2:]

    assert words == [*COMMANDS, "help"]


def test_help_says_what_each_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a word, the setup says which words there are."""
    code = main([])

    said = capsys.readouterr().out.splitlines()[1:]
    assert code == 0
    assert [line.split()[1] for line in said] == list(COMMANDS)
    assert [len(line.split()) > 4 for line in said] == [True] * len(COMMANDS)


def test_an_unknown_command_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped word runs nothing."""
    code = main(["tets"])

    assert code == 2
    assert capsys.readouterr().err.startswith("There is no command 'tets'.\nStepgraph's commands:")


def test_run_opens_the_first_shipped_example_or_the_file_that_is_named() -> None:
    """Who starts the product without a file sees a conflict first, as the tour tells it."""
    assert opened(None) == ["--example", examples()[0].id]
    assert opened("mine.py") == ["mine.py"]


def test_the_setup_is_read_by_an_old_python() -> None:
    """A machine whose Python is too old gets a sentence, so no file of the setup may be a syntax error there."""
    check = "import ast, sys; [ast.parse(open(name).read(), feature_version=(3, 9)) for name in sys.argv[1:]]"
    names = [str(path) for path in sorted((ROOT / "scripts").glob("*.py"))]

    subprocess.run([sys.executable, "-c", check, *names], check=True)


@pytest.mark.parametrize(("test", "failed"), [("fails_once", []), ("fails_always", ["Some tests"])])
def test_what_failed_is_tried_once_more_and_no_more(tmp_path: Path, test: str, failed: list[str]) -> None:
    """A test that misses a beat is not the end of a round; one that is wrong is."""
    (tmp_path / "test_beats.py").write_text(BEATS.format(mark=str(tmp_path / "mark")), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(tmp_path)]

    told = failures([("Some tests", [*command, f"{tmp_path}/test_beats.py", "-k", test], None)])

    assert told == failed


BEATS = """
from pathlib import Path

MARK = Path({mark!r})

def test_fails_once():
    was_there = MARK.exists()
    MARK.touch()
    assert was_there

def test_fails_always():
    assert False
"""
