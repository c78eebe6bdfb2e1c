"""Files of the command line as texts and models: parsed, never imported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stepgraph.cli.command import Unusable
from stepgraph.document.model import Model
from stepgraph.document.outline import SyntaxFault
from stepgraph.document.reading.read import read_model
from stepgraph.document.source import SourceTooLarge, read_source
from stepgraph.document.text import Text, Unparsed, parse_text


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was read: its text and model, or the fault for which there are none."""

    path: Path
    text: Text | None
    model: Model | None
    fault: SyntaxFault | None


def read_file(path: Path) -> ReadFile:
    """Read one Python file. Raises Unusable when there is nothing to read."""
    if path.suffix != ".py":
        raise Unusable(f"{path} is no Python file. Name files that build graphs.")
    try:
        source = read_source(str(path))
        content = source.content.decode("utf-8-sig")
    except SourceTooLarge as error:
        raise Unusable(f"{error}.") from error
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError:
        return ReadFile(path, None, None, SyntaxFault("document.encoding", f"{path.name} is not UTF-8.", 1, 1))
    try:
        text = parse_text(str(path), content.replace("\r\n", "\n").replace("\r", "\n"))
    except Unparsed as unparsed:
        return ReadFile(path, None, None, unparsed.fault)
    return ReadFile(path, text, read_model(text), None)


def files_in(paths: list[Path]) -> Iterator[Path]:
    """Yield the named files, and all Python files below a named folder that are no tool's."""
    for path in paths:
        if path.is_dir():
            inner = sorted(path.rglob("*.py"))
            yield from (one for one in inner if not any(part.startswith(".") for part in one.relative_to(path).parts))
        else:
            yield path
