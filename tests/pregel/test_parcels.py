"""Errors on their way between processes: they come back as they were, whatever their constructors ask for."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.pregel.parcels import pack, unpack
from tests.support import away


class Numbered(ValueError):
    """Takes a number, and leaves a text."""

    def __init__(self, number: int) -> None:
        super().__init__(f"number {number}")


class Silent(RuntimeError):
    """Leaves what it was given, without asking its parent."""

    def __init__(self, *given: Any) -> None:
        self.given = given


ERRORS: list[BaseException] = [
    KeyError("k"),
    Numbered(3),
    away.Coded("no", code=3),
    Silent(1, [2]),
    FileNotFoundError(2, "not there", "a.txt"),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
    ImportError("no", name="a"),
    SystemExit(4),
    StopIteration("value"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_comes_back_as_it_was(error: BaseException) -> None:
    """With its text, its arguments, its attributes and its notes."""
    error.add_note("a note")
    names = ("args", "code", "given", "errno", "filename", "reason", "start", "name", "value", "__notes__")

    found: Any = unpack(pack(error))

    assert type(found) is type(error)
    assert str(found) == str(error)
    assert [getattr(found, name, None) for name in names] == [getattr(error, name, None) for name in names]


def test_errors_inside_others_and_inside_values_come_back_as_well() -> None:
    """A group has them as arguments, a state as values."""
    found: Any = unpack(pack({"failed": ExceptionGroup("all", [Numbered(1), away.Coded("no", code=2)])}))

    first, second = found["failed"].exceptions
    assert (str(first), str(second), second.code) == ("number 1", "no (2)", 2)
