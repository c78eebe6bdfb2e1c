"""`stepgraph trace`: a run without a page, as JSON lines."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from stepgraph.cli.command import UNUSABLE, Unusable, run_command
from stepgraph.cli.target import Target, find_target
from stepgraph.protocol.commands import RunStart
from stepgraph.server.headless import HeadlessRun, Start, Verdict
from stepgraph.server.strict_json import JsonValue, NotJson, loads

FAILED = 1
STOPPED = 128 + signal.SIGINT
"""What shells expect of a program that Ctrl-C has ended."""


def run(arguments: list[str]) -> int:
    """Carry the command out."""
    return run_command(trace, name="trace", arguments=arguments)


def trace(
    file: Annotated[str, typer.Argument(metavar="FILE[:NAME]", help="The graph file to run.")],
    *,
    input: Annotated[str, typer.Option(metavar="JSON|@FILE|-", help="The run's input.")],
    context: Annotated[str | None, typer.Option(metavar="JSON|@FILE", help="The run's context.")] = None,
    thread: Annotated[str | None, typer.Option(metavar="ID", help="What the thread is called.")] = None,
    recursion_limit: Annotated[int | None, typer.Option(min=1, max=10_000_000, metavar="N")] = None,
    max_steps: Annotated[int | None, typer.Option(min=1, metavar="N", help="Pause after so many supersteps.")] = None,
    pass_env: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A variable that the graph gets to see, such as an API key."),
    ] = None,
) -> int:
    """Run a graph and write its events, as the wire frames them, one on each line.

    The exit code is 0 when the run ended or paused, 1 when it failed, 2 when the file or an input cannot be used.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s: %(message)s")
    target = find_target(file)
    asked = {
        "type": "run.start",
        "input": _value("input", input),
        "context": None if context is None else _value("context", context),
        "recursion_limit": recursion_limit,
        "thread": thread,
    }
    try:
        command = RunStart.model_validate(asked)
    except ValidationError as error:
        raise Unusable(f"This run cannot be started: {error.errors()[0]['msg']}.") from error
    with tempfile.TemporaryDirectory(prefix="stepgraph-") as folder:
        run_of_it = HeadlessRun(Path(folder), listener=_Lines(), allowed=tuple(pass_env or ()))
        verdict = asyncio.run(_carried_out(run_of_it, target, Start(command, max_steps)))
    if verdict.refusal is not None:
        print(verdict.refusal, file=sys.stderr)
        return UNUSABLE
    if verdict.status == "stopped":
        return STOPPED
    return FAILED if verdict.has_failed else 0


async def _carried_out(run_of_it: HeadlessRun, target: Target, start: Start) -> Verdict:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, run_of_it.stop)
    return await run_of_it.carry_out(target.path, target.graph, start=start)


class _Lines:
    """Writes events as they are stored."""

    def publish(self, frames: Sequence[bytes]) -> None:
        out = sys.stdout.buffer
        try:
            for frame in frames:
                out.write(frame + b"\n")
            out.flush()
        except BrokenPipeError:
            # Who read has seen enough; nothing more can be written, not even at exit.
            os._exit(0)


def _value(name: str, text: str) -> JsonValue:
    if text == "-":
        text = sys.stdin.read()
    elif text.startswith("@"):
        try:
            text = Path(text[1:]).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Unusable(f"The {name} cannot be read from {text[1:]}: {error}.") from error
    try:
        return loads(text)
    except NotJson as error:
        raise Unusable(f"The {name} cannot be used. {error} Write strings and keys in double quotes.") from error
