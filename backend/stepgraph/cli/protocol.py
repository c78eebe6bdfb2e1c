"""`stepgraph protocol`: the files that are made from the wire's records."""

from __future__ import annotations

from typing import Annotated

import typer

from stepgraph.cli.command import run_command
from stepgraph.protocol.export import write


def run(arguments: list[str]) -> int:
    """Carry the command out."""
    return run_command(protocol, name="protocol", arguments=arguments)


def protocol(
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail when a file is not current.")] = False,
) -> int:
    """Write the page's protocol files."""
    return write(check=check)
