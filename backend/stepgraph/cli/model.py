"""`stepgraph model`: what a parse tells of a file's graphs, as JSON."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from stepgraph.cli.command import Unusable, run_command
from stepgraph.cli.reading import read_file
from stepgraph.worker.editor.wire import drawing_of


def run(arguments: list[str]) -> int:
    """Carry the command out."""
    return run_command(model, name="model", arguments=arguments)


def model(file: Annotated[Path, typer.Argument(metavar="FILE", help="The graph file to read.")]) -> int:
    """Print the graphs of a file as JSON: nodes, edges, channels, schemas, each with its place in the text.

    Nothing of the file runs. The exit code is 2 when it cannot be read or is no Python.
    """
    read = read_file(file)
    if read.text is None or read.model is None:
        assert read.fault is not None
        raise Unusable(f"{file}: {read.fault.sentence}")
    encoded = msgspec.json.format(msgspec.json.encode(drawing_of(read.text, read.model)), indent=2)
    sys.stdout.write(encoded.decode() + "\n")
    return 0
