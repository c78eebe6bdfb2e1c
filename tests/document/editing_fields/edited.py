"""Carries out an edit of fields as a person's gesture does, and checks what holds for every edit."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

from stepgraph.document.editing.edit import Edit, Kept
from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.sheet import sheet_of
from stepgraph.document.model import Change, Model
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import changed, parse_text

_NUMBERS = itertools.count()


def model_of(source: str, path: str = "drawn.py") -> Model:
    """Read a document."""
    return read_model(parse_text(path, source))


def edit(
    source: str, gesture: Callable[..., Edit], *, path: str = "drawn.py", graph: str | None = None, **given: Any
) -> Kept:
    """Carry out a gesture; the edit must be kept, and its inverse must give the same text again."""
    text = parse_text(path, source)
    made = gesture(sheet_of(text, read_model(text), graph), **given)
    kept = keep(sheet_of(text, read_model(text), graph), made)
    assert changed(kept.text.text, inverse(source, made.changes)) == source
    return kept


def edited(source: str, gesture: Callable[..., Edit], **given: Any) -> str:
    """Return the text after a gesture."""
    return edit(source, gesture, **given).text.text


def inverse(source: str, changes: tuple[Change, ...]) -> list[Change]:
    """Return the changes that take others back."""
    back: list[Change] = []
    moved = 0
    for change in changes:
        start = change.start + moved
        back.append(Change(start, start + len(change.text), source[change.start : change.end]))
        moved += len(change.text) - (change.end - change.start)
    return back


@contextmanager
def executed(source: str, package: str) -> Iterator[ModuleType]:
    """Run a file on one of the engines, as a module of its own."""
    module = ModuleType(f"drawn_{next(_NUMBERS)}")
    sys.modules[module.__name__] = module
    written = source.replace("langgraph.", f"{package}.")
    try:
        exec(compile(written, "drawn.py", "exec", dont_inherit=True), module.__dict__)
        yield module
    finally:
        del sys.modules[module.__name__]


def channels(source: str, package: str, graph: str = "graph") -> dict[str, tuple[str, str | None]]:
    """Return the state's channels as an engine compiles them: class and reducer."""
    with executed(source, package) as module:
        compiled = getattr(module, graph)
        own = compiled.builder.channels
        return {key: (type(own[key]).__name__, _name(own[key])) for key in own}


def drawn(kept: Kept) -> dict[str, tuple[str, str | None]]:
    """Return the channels of the first graph as they are drawn."""
    return {channel.name: (channel.kind, _called(channel.reducer)) for channel in kept.model.graphs[0].channels}


def refusal(source: str, gesture: Callable[..., Edit], **given: Any) -> tuple[str, str]:
    """Return the code and the sentence with which a gesture is refused."""
    with pytest.raises(EditRefused) as refused:
        edit(source, gesture, **given)
    return refused.value.code, str(refused.value)


def agrees(kept: Kept) -> None:
    """Check that both engines build the channels that are drawn."""
    for package in ("langgraph", "stepgraph"):
        assert channels(kept.text.text, package) == drawn(kept), package


def _called(reducer: str | None) -> str | None:
    if reducer is None or not reducer.startswith("lambda"):
        return None if reducer is None else reducer.rpartition(".")[2]
    return "<lambda>"


def _name(channel: Any) -> str | None:
    operator = getattr(channel, "operator", None)
    return None if operator is None else getattr(operator, "__name__", "?").lstrip("_")
