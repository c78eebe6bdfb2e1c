"""The bytes of a document, as they are on disk, and what they say as text."""

from __future__ import annotations

import hashlib
import io
import tokenize
from dataclasses import dataclass
from pathlib import Path

MAX_SOURCE_BYTES = 10 * 1024 * 1024
"""A larger file is not a graph that a person wrote; its text would not fit a frame with its problems."""


class SourceTooLarge(Exception):
    """The file is longer than any document that can be shown."""

    code = "document.too_large"

    def __init__(self, *, path: str, size: int) -> None:
        self.path = path
        self.size = size
        super().__init__(f"{path} has {size:,} bytes; a document may have at most {MAX_SOURCE_BYTES:,}")


@dataclass(frozen=True, slots=True)
class Source:
    """A document as read once: its bytes, its text with the line ends it has, and the SHA-256 of its bytes."""

    path: str
    content: bytes
    text: str
    hash: str


def read_source(path: str) -> Source:
    """Read a document. Raises OSError, or SourceTooLarge before reading it all."""
    with Path(path).open("rb") as file:
        content = file.read(MAX_SOURCE_BYTES + 1)
    if len(content) > MAX_SOURCE_BYTES:
        raise SourceTooLarge(path=path, size=Path(path).stat().st_size)
    return Source(path=path, content=content, text=_decoded(content), hash=hashlib.sha256(content).hexdigest())


def _decoded(content: bytes) -> str:
    """Decode as Python would, by the file's own declaration; what cannot be decoded is still shown somehow."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        text = content.decode(encoding, errors="replace")
    except (SyntaxError, LookupError, ValueError):
        text = content.decode("utf-8", errors="replace")
    # Some encodings that a file may declare make lone surrogates, which no wire carries.
    return text.encode("utf-8", errors="replace").decode("utf-8")
