"""The other files of a document's project: found by their imports and parsed, never imported."""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from stepgraph.document.reading.module_names import Names
from stepgraph.document.text import Text, Unparsed, parse_text

MAX_FILE_BYTES = 1024 * 1024
"""A larger file beside a document is data or generated; reading it at every edit would be felt."""

_MAX_FILES = 128
_MAX_FOLDERS_UP = 6
_ENGINE = frozenset({"langgraph", "stepgraph"})
_PROJECT_FILES = ("langgraph.json", "pyproject.toml", ".git")


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """Another file of the project, with its names."""

    text: Text
    names: Names


# Kept across readings: a document is read again at each edit, the files beside it seldom change.
_opened: OrderedDict[str, tuple[tuple[int, int], OpenedFile | None]] = OrderedDict()
# Faults are looked for beside the drawing.
_lock = threading.Lock()


def find_module(path: str, module: str, level: int) -> str | None:
    """Return the file that an import in the file `path` means, or None when it is none of this project."""
    parts = [part for part in module.split(".") if part]
    if level == 0 and (not parts or parts[0] in _ENGINE):
        return None
    for folder in _roots(Path(path), parts, level):
        found = _module_file(folder, parts)
        if found is not None:
            return found
    return None


def open_file(path: str) -> OpenedFile | None:
    """Return a file's text and names, parsed anew only when it changed; None when it cannot be read or parsed."""
    try:
        about = Path(path).stat()
    except OSError:
        return None
    stamp = (about.st_mtime_ns, about.st_size)
    with _lock:
        kept = _opened.get(path)
        if kept is not None and kept[0] == stamp:
            _opened.move_to_end(path)
            return kept[1]
        opened = _parsed(path) if about.st_size <= MAX_FILE_BYTES else None
        _opened[path] = (stamp, opened)
        while len(_opened) > _MAX_FILES:
            _opened.popitem(last=False)
        return opened


def _parsed(path: str) -> OpenedFile | None:
    try:
        text = parse_text(path, Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, Unparsed):
        return None
    return OpenedFile(text, Names(text.tree))


def _roots(path: Path, parts: list[str], level: int) -> list[Path]:
    """Return the folders that a module is looked for in: the file's own, and those that hold its package."""
    folder = path.parent
    if level:
        for _ in range(level - 1):
            folder = folder.parent
        return [folder]
    above = [folder, *folder.parents][:_MAX_FOLDERS_UP]
    # `my_agent/graph.py` may say `from my_agent.state import …`, with or without an `__init__.py`.
    roots = [folder, *(one.parent for one in above if one.name == parts[0])]
    # What a project's own folder holds may be on the path too, but never hides the standard library.
    project = next((one for one in above if any((one / name).exists() for name in _PROJECT_FILES)), None)
    if project is not None and parts[0] not in sys.stdlib_module_names:
        roots += [project, project / "src"]
    return list(dict.fromkeys(roots))


def _module_file(folder: Path, parts: list[str]) -> str | None:
    if not parts:
        package = folder / "__init__.py"
        return str(package) if package.is_file() else None
    place = folder.joinpath(*parts)
    for file in (place.with_name(f"{place.name}.py"), place / "__init__.py"):
        if file.is_file():
            return str(file)
    return None
