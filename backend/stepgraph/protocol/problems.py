"""Refusals and errors as the wire tells them: a code for programs, a sentence for people, a place in the document."""

from __future__ import annotations

from typing import Literal

from stepgraph.protocol.shape import Shape


class Frame(Shape, frozen=True):
    """One line of a traceback. ``in_document`` tells the user's own file from the libraries it calls."""

    path: str
    line: int
    function: str
    text: str
    in_document: bool


class Problem(Shape, frozen=True):
    """What is wrong, where, and what to do. Lines and columns count from 1."""

    code: str
    sentence: str
    path: str | None = None
    line: int | None = None
    column: int | None = None
    severity: Literal["error", "warning"] = "error"
    traceback: tuple[Frame, ...] = ()
