"""Documents on the disk: which files the browser may open, copies of examples, and what a file holds as a hash."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path

from stepgraph.server.refusals import Refusal
from stepgraph.server.settings import Settings, ShippedExample, ShippedTemplate

MAX_LISTED = 500
MAX_FOLDERS = 5_000
"""A server that was started in a home folder does not walk all of it for a list."""
MAX_DOCUMENT_BYTES = 10 * 1024 * 1024
GRAPH_LIST = "langgraph.json"
_FOLDERS_OF_TOOLS = frozenset({"__pycache__", "node_modules", "site-packages", "venv", "build", "dist"})


class Documents:
    """The served folder, and the copies of examples in the data folder."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = settings.folder.resolve()
        self._examples = {example.id: example for example in settings.examples}
        self._copies = settings.data.resolve() / "examples"

    @property
    def folder(self) -> Path:
        """The served folder."""
        return self._folder

    @property
    def templates(self) -> tuple[ShippedTemplate, ...]:
        """What a new file may begin as."""
        return self._settings.templates

    async def listed(self) -> tuple[str, ...]:
        """Return what the served folder offers, as relative paths."""
        return await asyncio.to_thread(lambda: tuple(sorted(islice(_documents_below(self._folder), MAX_LISTED))))

    def inside(self, path: str) -> Path:
        """Return the file that a page asks for by its path in the served folder. Raises Refusal."""
        try:
            found = (self._folder / path).resolve(strict=True)
        except (OSError, ValueError, RuntimeError):
            raise _no_such_document(path) from None
        # Compared after resolving: neither dots nor links lead out.
        if not found.is_relative_to(self._folder) or not found.is_file() or not _is_document(found.name):
            raise _no_such_document(path)
        return found

    def example(self, example: str) -> ShippedExample:
        """Return a shipped example. Raises Refusal."""
        found = self._examples.get(example)
        if found is None:
            raise Refusal("example.unknown", "There is no example by that name; the start page lists them.")
        return found

    def copy_of(self, example: ShippedExample) -> Path:
        """Copy an example into the data folder, where the person may change it; return the copy."""
        folder = self._copies / self._settings.outside.new_id()
        folder.mkdir(mode=0o700, parents=True)
        return Path(shutil.copyfile(example.path, folder / example.path.name))

    def is_copy(self, path: Path) -> bool:
        """Say whether this is a copy of an example that we made."""
        return path.is_relative_to(self._copies)


async def content_hash(path: Path) -> str:
    """Return the SHA-256 of a document's bytes. Raises Refusal."""
    return await asyncio.to_thread(_content_hash, path)


def _content_hash(path: Path) -> str:
    # Opening a pipe would wait for somebody who writes.
    if path.exists() and not path.is_file():
        raise Refusal("document.unreadable", f"{path} is not a file.")
    try:
        with path.open("rb") as file:
            content = file.read(MAX_DOCUMENT_BYTES + 1)
    except OSError as error:
        sentence = f"{path} cannot be read: {error.strerror or error}."
        raise Refusal("document.unreadable", sentence) from error
    if len(content) > MAX_DOCUMENT_BYTES:
        sentence = f"{path} is larger than {MAX_DOCUMENT_BYTES:,} bytes, which no graph file is."
        raise Refusal("document.too_large", sentence)
    return sha256(content).hexdigest()


def _documents_below(folder: Path) -> Iterator[str]:
    for here, folders, files in islice(os.walk(folder), MAX_FOLDERS):
        folders[:] = sorted(name for name in folders if not _is_of_a_tool(Path(here), name))
        for name in sorted(files):
            if _is_document(name):
                yield (Path(here) / name).relative_to(folder).as_posix()


def _is_document(name: str) -> bool:
    return not name.startswith(".") and (name.endswith(".py") or name == GRAPH_LIST)


def _is_of_a_tool(folder: Path, name: str) -> bool:
    return name.startswith(".") or name in _FOLDERS_OF_TOOLS or (folder / name / "pyvenv.cfg").exists()


def _no_such_document(path: str) -> Refusal:
    # A page is not told what lies outside, not even whether it is there.
    return Refusal("document.missing", f"There is no graph file {path!r} in the served folder.")
