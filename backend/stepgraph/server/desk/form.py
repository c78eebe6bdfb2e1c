"""How a text lies in its file: as UTF-8 with its line ends, so that what nobody edited is written as it was."""

from __future__ import annotations

import codecs
import io
import tokenize
from dataclasses import dataclass
from hashlib import sha256

_BOM = codecs.BOM_UTF8
_NAMES = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}


@dataclass(frozen=True, slots=True)
class Form:
    """What the bytes have beside the text. ``fault`` says why the text cannot be turned into these bytes again."""

    newline: str = "\n"
    has_bom: bool = False
    fault: str | None = None
    fixed_hash: str | None = None
    """With a fault: the hash of the bytes, which nothing here can change."""

    def content(self, text: str) -> bytes:
        """Return the bytes that a text is saved as."""
        lines = text if self.newline == "\n" else text.replace("\n", self.newline)
        return (_BOM if self.has_bom else b"") + lines.encode()

    def hash(self, text: str) -> str:
        """Return the SHA-256 of the bytes that would be saved."""
        return self.fixed_hash or sha256(self.content(text)).hexdigest()


def read_form(content: bytes) -> tuple[str, Form]:
    """Return the text of a file, with LF line ends, and its form."""
    has_bom = content.startswith(_BOM)
    fault = _coding_fault(content)
    # What cannot be decoded is still shown somehow.
    text = content[len(_BOM) if has_bom else 0 :].decode(errors="strict" if fault is None else "replace")
    newline, mixed = _newline(text)
    fault = fault or mixed
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return lines, Form(newline, has_bom, fault, sha256(content).hexdigest() if fault else None)


def _coding_fault(content: bytes) -> str | None:
    name = _declared(content)
    # UTF-8 has many names: utf8, U8, utf_8.
    if name is not None and codecs.lookup(name).name not in {"utf-8", "utf-8-sig"}:
        return f"The file says that it is written in {name[:40]}. Only UTF-8 is edited here; convert it first."
    try:
        content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return f"The file is not UTF-8 in line {line}. Only UTF-8 is edited here; convert it first."
    if name is None:
        return "The file says that it is in an encoding that Python does not know. Only UTF-8 is edited here."
    return None


def _declared(content: bytes) -> str | None:
    """Return the encoding that the first lines name, UTF-8 if they name none; None if Python makes nothing of them."""
    try:
        return tokenize.detect_encoding(io.BytesIO(content).readline)[0]
    except SyntaxError:
        return None


def _newline(text: str) -> tuple[str, str | None]:
    pairs = text.count("\r\n")
    counts = {"\r\n": pairs, "\n": text.count("\n") - pairs, "\r": text.count("\r") - pairs}
    used = [newline for newline, count in counts.items() if count]
    if len(used) > 1:
        names = " and ".join(_NAMES[newline] for newline in used)
        return "\n", f"The file's lines end in different ways ({names}). Make them the same to edit it here."
    return (used[0] if used else "\n"), None
