"""What every command shares: how it is parsed, and how it refuses."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path

import typer
from platformdirs import user_data_path

APPLICATION = "stepgraph"
DATA_VARIABLE = "STEPGRAPH_DATA"

UNUSABLE = 2
"""The exit code when a file, an input or an option cannot be used."""


class Unusable(Exception):
    """The command cannot be carried out as asked; the message is a sentence for the terminal."""


def run_command(command: Callable[..., int], *, name: str, arguments: list[str]) -> int:
    """Parse the arguments by the command's signature and carry it out."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

    @app.command()
    @wraps(command)
    def carry_out(**options: object) -> None:
        raise typer.Exit(command(**options))

    try:
        app(args=arguments, prog_name=f"stepgraph {name}")
    except Unusable as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    return 0


def data_folder(option: Path | None) -> Path:
    """Return where the person's history is kept."""
    if option is not None:
        return option.expanduser().absolute()
    named = os.environ.get(DATA_VARIABLE)
    return Path(named).expanduser().absolute() if named else user_data_path(APPLICATION, appauthor=False)
