"""`stepgraph lint`: what the rules find in files, for a terminal, a program or a code review."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from stepgraph.cli.command import run_command
from stepgraph.cli.reading import ReadFile, files_in, read_file
from stepgraph.debugger.exact_json import clean
from stepgraph.document.finding import Finding
from stepgraph.document.lint.context import way
from stepgraph.document.lint.run import lint as found_in
from stepgraph.worker.editor.wire import findings_of

FOUND = 1


class Format(StrEnum):
    """How findings are written."""

    text = "text"
    json = "json"
    github = "github"


@dataclass(frozen=True, slots=True)
class Line:
    """One finding in one file. Line and column count from 1."""

    path: str
    line: int
    column: int
    code: str
    severity: str
    sentence: str


def run(arguments: list[str]) -> int:
    """Carry the command out."""
    return run_command(lint, name="lint", arguments=arguments)


def lint(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Graph files, or folders of them.")],
    *,
    format: Annotated[Format, typer.Option(help="text: a line each; json: all that is known; github: annotations.")] = (
        Format.text
    ),
) -> int:
    """Print what is wrong with the graphs of files, each as path:line:col code sentence. Nothing of them runs.

    The exit code is 1 when there is an error among it, 2 when a file cannot be read; warnings alone give 0.
    """
    reads = [read_file(path) for path in files_in(files)]
    findings = [(read, _findings(read)) for read in reads]
    lines = [line for read, found in findings for line in _lines(read, found)]
    print(_WRITERS[format](findings, lines), end="")
    return FOUND if any(line.severity == "error" for line in lines) else 0


def _findings(read: ReadFile) -> tuple[Finding, ...]:
    if read.text is None or read.model is None:
        return ()
    return found_in(read.text, read.model)


def _lines(read: ReadFile, findings: Iterable[Finding]) -> list[Line]:
    path = read.path.as_posix()
    if read.fault is not None:
        fault = read.fault
        return [Line(path, fault.line or 1, fault.column or 1, fault.code, "error", fault.sentence)]
    return [Line(path, one.line or 1, one.column or 1, one.code, one.severity, _said(one)) for one in findings]


def _said(finding: Finding) -> str:
    """Return the sentence, with the ways that show it, which the page draws."""
    return " ".join([finding.sentence, *(f"({way(path)})" for path in finding.paths)])


_Found = list[tuple[ReadFile, tuple[Finding, ...]]]


def _as_text(_: _Found, lines: list[Line]) -> str:
    return "".join(f"{one.path}:{one.line}:{one.column} {one.code} {_one_line(one.sentence)}\n" for one in lines)


def _as_json(findings: _Found, lines: list[Line]) -> str:
    files = [
        {
            "path": read.path.as_posix(),
            "fault": None if read.fault is None else msgspec.to_builtins(read.fault),
            "findings": msgspec.to_builtins(findings_of(found)),
        }
        for read, found in findings
    ]
    whole = {"files": files, "errors": sum(line.severity == "error" for line in lines)}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"


def _as_github(_: _Found, lines: list[Line]) -> str:
    words = {"error": "error", "warning": "warning", "info": "notice"}
    return "".join(
        f"::{words[one.severity]} file={_property(one.path)},line={one.line},col={one.column},"
        f"title={_property(one.code)}::{_escaped(one.sentence)}\n"
        for one in lines
    )


def _one_line(sentence: str) -> str:
    # A node's name may hold anything; it must not begin a line of its own, nor move a terminal's cursor.
    return "".join(letter if letter.isprintable() else " " for letter in sentence)


def _escaped(text: str) -> str:
    return clean(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


_WRITERS: dict[Format, Callable[[_Found, list[Line]], str]] = {
    Format.text: _as_text,
    Format.json: _as_json,
    Format.github: _as_github,
}
