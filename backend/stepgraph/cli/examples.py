"""`stepgraph examples`: what is shipped."""

from __future__ import annotations

from stepgraph.cli.catalogue import shipped_examples
from stepgraph.cli.command import run_command


def run(arguments: list[str]) -> int:
    """Carry the command out."""
    return run_command(examples, name="examples", arguments=arguments)


def examples() -> int:
    """List the shipped examples, which `stepgraph --example ID` opens."""
    for example in shipped_examples():
        print(f"{example.id:28}{example.title}")
    return 0
