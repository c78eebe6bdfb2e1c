"""What the project's own text is: the files that git keeps, read as they are."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# Written by a tool from a source of ours, so their size and their words are the tool's.
GENERATED = frozenset({"frontend/package-lock.json", "frontend/src/protocol/generated.ts"})


@cache
def kept_files() -> tuple[Path, ...]:
    """Return every file that git keeps or would keep, generated ones left out."""
    listed = subprocess.check_output(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, encoding="utf-8"
    )
    paths = (ROOT / name for name in sorted(set(listed.splitlines())) if name not in GENERATED)
    return tuple(path for path in paths if path.is_file())


def files(*suffixes: str, inside: str = "") -> list[Path]:
    """Return the kept files with one of these suffixes, inside one folder or anywhere."""
    folder = ROOT / inside
    return [path for path in kept_files() if path.suffix in suffixes and path.is_relative_to(folder)]


def name_of(path: Path) -> str:
    """Return a path as it is written in this project."""
    return path.relative_to(ROOT).as_posix()


def lines_of(path: Path) -> list[str]:
    """Return a file's lines."""
    return path.read_text(encoding="utf-8").splitlines()


Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_of(path: Path) -> Iterator[Function]:
    """Yield every function of a Python file, inner ones too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def is_graph_file(path: Path) -> bool:
    """Say whether this is a file as a user writes it, opened by a test and not a test itself."""
    return "graphs" in path.relative_to(ROOT).parts
