"""New files: made in the served folder from a template or a dropped text, and never over what is there."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from stepgraph.protocol.commands import DocumentCreate
from stepgraph.server.desk.disk import synced
from stepgraph.server.documents import MAX_DOCUMENT_BYTES
from stepgraph.server.refusals import Refusal
from stepgraph.server.settings import ShippedTemplate

MAX_NAME_BYTES = 200


def content_of(command: DocumentCreate, templates: tuple[ShippedTemplate, ...]) -> bytes:
    """Return what the file begins as. Raises Refusal."""
    if (command.template is None) == (command.text is None):
        raise Refusal("document.which", "Name one thing to begin with: a template or a text.")
    if command.text is not None:
        content = command.text.encode()
        if len(content) > MAX_DOCUMENT_BYTES:
            sentence = f"The text is longer than {MAX_DOCUMENT_BYTES:,} bytes, which no graph file is."
            raise Refusal("document.too_large", sentence)
        return content
    found = next((one for one in templates if one.id == command.template), None)
    if found is None:
        raise Refusal("template.unknown", "There is no template by that name; the start page lists them.")
    return found.text(Path(command.path).name).encode()


def make_file(folder: Path, name: str, content: bytes) -> tuple[Path, bool]:
    """Make a file in the served folder; return it and whether it is new. One with the same bytes is left as it is.

    Blocks. Raises Refusal.
    """
    path = _place(folder, name)
    try:
        file, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        try:
            try:
                os.fchmod(file, 0o644)
                synced(file, content)
            finally:
                os.close(file)
            # Unlike a rename, a link is never made over a file that is there.
            Path(path).hardlink_to(temporary)
        finally:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
    except FileExistsError:
        return _same(path, content), False
    except OSError as error:
        sentence = f"{name} could not be made: {error.strerror or error}."
        raise Refusal("document.not_saved", sentence) from error
    return path, True


def _place(folder: Path, name: str) -> Path:
    folder = folder.resolve()
    path = Path(name)
    is_plain = name.isprintable() and "\\" not in name and len(path.name.encode()) <= MAX_NAME_BYTES
    if path.suffix != ".py" or path.name.startswith(".") or not is_plain:
        raise Refusal("document.name", "Give the file a name that ends in .py and does not begin with a dot.")
    try:
        parent = (folder / path).parent.resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        parent = None
    # Compared after resolving: neither dots nor links lead out; what lies outside is not even told to be there.
    if parent is None or not parent.is_dir() or not parent.is_relative_to(folder) or ".." in path.parts:
        raise Refusal("document.folder", f"There is no folder for {name!r} in the served folder. Make it first.")
    return parent / path.name


def _same(path: Path, content: bytes) -> Path:
    with contextlib.suppress(OSError):
        is_like_it = path.is_file() and not path.is_symlink() and path.stat().st_size == len(content)
        if is_like_it and path.read_bytes() == content:
            return path
    raise Refusal("document.exists", f"There is a file {path.name} already, and it holds something else.")
