"""A document's file: read whole, written whole, and never over something that nobody here has read."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from stepgraph.protocol.problems import Problem
from stepgraph.server.desk.form import Form, read_form
from stepgraph.server.documents import MAX_DOCUMENT_BYTES

Writer = Callable[[int, bytes], None]
"""Writes bytes to an open file and returns when they are on the disk. Raises OSError."""


class SaveFailed(Exception):
    """The file could not be written; it is as it was. ``problem`` says why."""

    def __init__(self, path: Path, error: OSError) -> None:
        sentence = f"{path.name} could not be saved: {error.strerror or error}. Your edits are kept here; save again."
        self.problem = Problem(code="document.not_saved", sentence=sentence, path=str(path))
        super().__init__(sentence)


class Changed(Exception):
    """The file does not hold what was last read of it (``found`` None: it is gone); nothing was written."""

    def __init__(self, found: Found | None) -> None:
        self.found = found
        super().__init__("the file changed")


@dataclass(frozen=True, slots=True)
class Found:
    """What a file holds. ``read_only`` is why it cannot be edited here, as a sentence."""

    text: str
    form: Form
    hash: str
    read_only: str | None


def synced(file: int, content: bytes) -> None:
    """Write bytes so that they outlast a power cut."""
    view = memoryview(content)
    while view:
        view = view[os.write(file, view) :]
    os.fsync(file)


class Disk:
    """One file; ``read_only`` is why it is never edited here. Its calls block: they are made in threads."""

    def __init__(self, path: Path, *, write: Writer = synced, read_only: str | None = None) -> None:
        self.path = path
        self._read_only = read_only
        self._write = write

    def read(self) -> Found | None:
        """Return what the file holds; None when there is no such file. Raises OSError."""
        content = self._content()
        if content is None:
            return None
        may_write = self._read_only is None and os.access(self.path, os.W_OK)
        read_only = None if may_write else self._read_only or f"You may not write to {self.path.name}."
        if len(content) > MAX_DOCUMENT_BYTES:
            read_only = f"{self.path.name} is larger than {MAX_DOCUMENT_BYTES:,} bytes, which no graph file is."
            return Found("", Form(fault=read_only, fixed_hash=_hash(content)), _hash(content), read_only)
        text, form = read_form(content)
        return Found(text, form, _hash(content), self._read_only or form.fault or read_only)

    def save(self, content: bytes, *, over: str | None) -> None:
        """Put content in the file's place, if the file still holds the bytes with the hash ``over`` (None: nothing).

        Raises SaveFailed or Changed, and nothing was written then.
        """
        try:
            found = self._content()
            if (None if found is None else _hash(found)) != over:
                raise Changed(self.read())
            self._replace(content)
        except OSError as error:
            raise SaveFailed(self.path, error) from error

    def _content(self) -> bytes | None:
        try:
            return read_bytes(self.path, at_most=MAX_DOCUMENT_BYTES + 1)
        except FileNotFoundError:
            return None

    def _replace(self, content: bytes) -> None:
        replace(self.path, content, write=self._write)


def read_bytes(path: Path, *, at_most: int) -> bytes:
    """Return what a file begins with; of a folder, a pipe or a device it is not even tried. Raises OSError."""
    # Opening a pipe would wait for somebody who writes.
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | getattr(os, "O_BINARY", 0))
    with os.fdopen(file, "rb") as reader:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(None, "it is not a file")
        return reader.read(at_most)


def replace(path: Path, content: bytes, *, write: Writer = synced) -> None:
    """Put content in a file's place in one step: who reads gets all of the old or all of the new. Raises OSError."""
    file, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        try:
            os.fchmod(file, _mode(path))
            write(file, content)
        finally:
            os.close(file)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    _sync_folder(path.parent)


def _mode(path: Path) -> int:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    # The new name outlasts a power cut only with its folder; a system that cannot do this has other ways.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()
