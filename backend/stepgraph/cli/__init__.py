"""The command line: one module for each command, imported only when it is asked for."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Protocol, cast

from stepgraph.version import product

COMMANDS = {
    "serve": "Serve the page; `stepgraph FILE[:NAME]` is short for it.",
    "trace": "Run a graph without a page, and write its events as JSON lines.",
    "model": "Print the graphs of a file as JSON, without running it.",
    "lint": "Print what is wrong with the graphs of files, without running them.",
    "export": "Write a graph as Mermaid, SVG, PNG, JSON or Python, without running it.",
    "examples": "List the shipped examples.",
    "protocol": "Write or check the protocol's generated files.",
}

_USAGE = "Usage: stepgraph [FILE[:NAME]] [OPTIONS]\n       stepgraph COMMAND [OPTIONS]\n"


class CommandModule(Protocol):
    """A module of this package that carries one command out."""

    def run(self, arguments: list[str]) -> int:
        """Carry the command out; return the exit code."""


def main() -> None:
    """Carry out what the program was called with."""
    sys.exit(carry_out(sys.argv[1:]))


def carry_out(arguments: list[str]) -> int:
    """Carry out one command; return the exit code."""
    first = arguments[0] if arguments else ""
    if first in {"--help", "-h"}:
        print(_help())
        return 0
    if first == "--version":
        print(f"stepgraph {product}")
        return 0
    if first not in COMMANDS:
        first, arguments = "serve", ["serve", *arguments]
    # A trace needs no web server, and its libraries take a third of a second.
    module = cast("CommandModule", import_module(f"stepgraph.cli.{first}"))
    return module.run(arguments[1:])


def _help() -> str:
    lines = [f"  {name:10}{sentence}" for name, sentence in COMMANDS.items()]
    return "\n".join((_USAGE, "Open a graph file in the browser and step it.", "", "Commands:", *lines))
