"""What a rule found, and how it could be mended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from stepgraph.document.model import Change, Span

Severity: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Mend:
    """A mend of one click: what it does in a few words, and the changes of the text that do it."""

    title: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of one rule. ``code`` is the rule's ("lint.unreachable"), ``sentence`` says what, why and what to do.

    ``nodes``, ``channels`` and ``edges`` ("a->b") are what the canvas marks. ``paths`` are the ways through the graph
    that show it, as node names from START on ("two nodes can share a superstep").
    """

    code: str
    severity: Severity
    sentence: str
    graph: str | None
    span: Span | None
    line: int | None
    column: int | None
    nodes: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    mends: tuple[Mend, ...] = ()
