"""Errors of the user's code as the wire tells them: a sentence, a code, and the frames that are the user's."""

from __future__ import annotations

import asyncio
import concurrent.futures
import linecache
import os
import re
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from stepgraph.debugger.exact_json import clean
from stepgraph.debugger.render import cut, short_text
from stepgraph.errors import ErrorCode, ExecutorError, GraphRecursionError, RaisedElsewhere
from stepgraph.protocol.problems import Frame

_PACKAGE = Path(__file__).resolve().parent.parent
_EXAMPLES = str(_PACKAGE / "lessons") + os.sep
_INTERNAL = tuple(
    str(folder) + os.sep
    for folder in (_PACKAGE, Path(concurrent.futures.__file__).parent, Path(asyncio.__file__).parent)
)
_FROZEN = "<frozen "
_TASK_NOTE = re.compile(r"(?:Before|During) task with name '(?P<node>.*)' and ")
_MAX_FRAMES = 40
_MAX_TEXT = 200
_MAX_ERROR = 2_000


class Tracebacks:
    """Reads tracebacks for one document."""

    def __init__(self, document: str) -> None:
        self._document = str(Path(document).resolve())
        self._name = Path(document).name

    def frames(self, error: BaseException) -> tuple[Frame, ...]:
        """Return the user's frames, innermost last; of an endless recursion the two ends."""
        frames = [self._frame(*place) for place in _places(error)]
        if len(frames) > _MAX_FRAMES:
            half = _MAX_FRAMES // 2
            frames = [*frames[:half], *frames[-half:]]
        return tuple(frames)

    def line(self, error: BaseException) -> int | None:
        """Return the innermost line of the document that the error passed through."""
        lines = [frame.line for frame in self.frames(error) if frame.in_document]
        return lines[-1] if lines else None

    def where(self, error: BaseException) -> str:
        """Return the place of an error in words, or nothing when the document has no part in it."""
        line = self.line(error)
        return "" if line is None else f" in line {line} of {self._name}"

    def _frame(self, path: str, line: int, function: str) -> Frame:
        text = clean(linecache.getline(path, line).strip())
        in_document = path == self._document or str(Path(path).resolve()) == self._document
        return Frame(
            path=clean(path), line=line, function=clean(function), text=cut(text, _MAX_TEXT), in_document=in_document
        )


def _places(error: BaseException) -> Iterator[tuple[str, int, str]]:
    cause = error.__cause__
    # What another process raised comes without its traceback, but with the places in it.
    elsewhere = cause.places if isinstance(cause, RaisedElsewhere) else ()
    walked = traceback.walk_tb(error.__traceback__)
    here = ((frame.f_code.co_filename, line, frame.f_code.co_name) for frame, line in walked)
    for path, line, function in (*here, *elsewhere):
        if not is_internal(path):
            yield path, line, function


def is_internal(path: str) -> bool:
    """Tell whether a file is a part of the engine or of what runs tasks, rather than the user's or a library's."""
    return path.startswith((_FROZEN, *_INTERNAL)) and not path.startswith(_EXAMPLES)


def error_text(error: BaseException) -> str:
    """Return an error as Python prints its last line. An error's own text may fail, too."""
    name = type(error).__name__
    try:
        text = str(error)
    except Exception as fault:  # noqa: BLE001  whatever the user's __str__ raises is only told
        text = f"its text cannot be read: {type(fault).__name__}"
    return clean(cut(f"{name}: {text}" if text else name, _MAX_ERROR))


def first_line(error: BaseException) -> str:
    """Return an error in one line: the first of its text, or the first fault of a pydantic error, with its place."""
    faults = _faults(error)
    if not faults:
        return error_text(error).partition("\n")[0]
    place = ".".join(str(part) for part in faults[0]["loc"])
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    shown = short_text(faults[0]["input"], 60)
    return clean(f"{type(error).__name__}: {place}: {faults[0]['msg']}; it is {shown}{more}")


def task_of(error: BaseException) -> str | None:
    """Return the node whose task an error belongs to, as the engine has noted on it."""
    for note in getattr(error, "__notes__", ()):
        found = _TASK_NOTE.match(note)
        if found is not None:
            return found["node"]
    return None


def _faults(error: BaseException) -> list[dict[str, Any]]:
    if not isinstance(error, ValidationError):
        return []
    # Any: pydantic's own records.
    return [dict(fault) for fault in error.errors(include_url=False, include_context=False)]


def code_of(error: BaseException | None, otherwise: str) -> str:
    """Return the code by which programs know an error."""
    if isinstance(error, GraphRecursionError):
        return ErrorCode.GRAPH_RECURSION_LIMIT.value
    if isinstance(error, ExecutorError):
        return error.code
    code = getattr(error, "code", None)
    return code.value if isinstance(code, ErrorCode) else otherwise
