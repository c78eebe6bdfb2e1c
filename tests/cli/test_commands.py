"""The command line as a whole: help, version, examples, and how little is imported for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.cli import COMMANDS, carry_out
from stepgraph.cli.command import data_folder
from stepgraph.version import product
from tests.support.programs import stepgraph


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """And is there before anything is imported."""
    code = carry_out(["--help"])

    shown = capsys.readouterr().out
    assert code == 0
    assert [command for command in COMMANDS if f"  {command}" not in shown] == []


def test_the_version_is_the_products(capsys: pytest.CaptureFixture[str]) -> None:
    """Not that of the model whose graphs it runs."""
    carry_out(["--version"])

    assert capsys.readouterr().out == f"stepgraph {product}\n"


def test_examples_are_listed_by_the_names_that_open_them(capsys: pytest.CaptureFixture[str]) -> None:
    """One on each line: the name, then what it is about."""
    carry_out(["examples"])

    assert "two_writers " in capsys.readouterr().out


def test_the_protocols_files_can_be_checked() -> None:
    """The committed files are what the records say."""
    assert carry_out(["protocol", "--check"]) == 0


def test_the_data_folder_is_the_option_then_the_variable_then_the_systems(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is said more closely holds."""
    monkeypatch.setenv("STEPGRAPH_DATA", str(tmp_path / "variable"))
    by_option, by_variable = data_folder(tmp_path / "option"), data_folder(None)
    monkeypatch.delenv("STEPGRAPH_DATA")

    assert (by_option, by_variable) == (tmp_path / "option", tmp_path / "variable")
    assert data_folder(None).name == "stepgraph"


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], *([name, "--help"] for name in ("serve", "trace", "model", "lint", "export"))],
)
def test_every_command_explains_itself(tmp_path: Path, arguments: list[str]) -> None:
    """As a module too, and without a history or a port."""
    done = stepgraph(*arguments, data=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert "stepgraph" in done.stdout
