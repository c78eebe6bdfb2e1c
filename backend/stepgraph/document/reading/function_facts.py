"""What is told of one function of a graph: a node's, a router's, a reducer's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from stepgraph.document.model import Span

HintForm: TypeAlias = Literal["literal", "command", "list", "none"]


@dataclass(frozen=True, slots=True)
class Target:
    """A name that a function leads to. `is_literal` says that it stands as a string, with its quotes, at `span`.

    Otherwise `span` is the expression that means it: `END`, a constant of the module. It is None in another file.
    """

    name: str
    span: Span | None
    is_literal: bool


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change in place of the first argument. `key` is the state key that it changes, None for all or none known.

    A shallow one puts something else under a key, or takes it away; the value that was there stays as it was.
    """

    key: str | None
    span: Span
    is_shallow: bool = False


@dataclass(frozen=True, slots=True)
class FunctionFacts:
    """What the text of a function says. All spans are of the text in which it is defined.

    `reads` are the keys of its first argument that it uses, None when that goes elsewhere as a whole; `writes` the
    keys that it returns, None when a return cannot be told. `reads_at` and `writes_at` say where each key stands: a
    string with its quotes, or a bare name (an attribute, a keyword); a key that a constant names has no place.
    `goto` are the names in its `Command`s, those of the annotation first (what a `Send` there means is in `sends`);
    `goto_complete` is False when one of them leads where the text does not tell. `returns` are the names that it
    returns as a router, `complete` is False when it may return something else. `literal` are the targets of a return
    annotation of the form `hint`; the engine looks at no list of them. `sends` are the targets of `Send`. `mutates`
    are changes of the state in place, save the shallow ones that are returned too: a node's state is its own, only
    the values in it are shared. `mutates_left` are all changes of the first argument, which a reducer shares.
    """

    reads: tuple[str, ...] | None = None
    writes: tuple[str, ...] | None = None
    reads_at: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    writes_at: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    goto: tuple[Target, ...] = ()
    goto_complete: bool = True
    returns: tuple[Target, ...] = ()
    complete: bool = False
    literal: tuple[Target, ...] = ()
    hint: HintForm = "none"
    sends: tuple[Target, ...] = ()
    mutates: tuple[Mutation, ...] = ()
    mutates_left: tuple[Mutation, ...] = ()


UNKNOWN = FunctionFacts()
"""What is known of a function whose text is not at hand."""
