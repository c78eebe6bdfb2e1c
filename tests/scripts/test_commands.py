"""The project's commands: the same words for make, for the setup and in the help."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scripts.setup import COMMANDS, main, opened
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
