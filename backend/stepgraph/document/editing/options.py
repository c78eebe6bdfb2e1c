"""Options of a node: the keywords of the call that adds it."""

from __future__ import annotations

import ast
import keyword
from dataclasses import replace

from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.known import known_expression
from stepgraph.document.editing.lists import appended, without
from stepgraph.document.editing.sequences import sequence_members, write_out
from stepgraph.document.editing.shape import UNSAID_OPTIONS, GraphShape, handler_of
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import Link, link_at
from stepgraph.document.model import Span
from stepgraph.document.refused import EditRefused

_OPTIONS = frozenset(
    {
        "defer",
        "metadata",
        "input_schema",
        "retry_policy",
        "cache_policy",
        "error_handler",
        "destinations",
        "timeout",
        "retry",
        "input",
    }
)


def node_option(sheet: Sheet, *, name: str, option: str, value: str | None) -> Edit:
    """Set a keyword of the call that adds a node, or remove it (None). Raises EditRefused."""
    node = sheet.node(name)
    if option not in _OPTIONS or keyword.iskeyword(option):
        raise EditRefused("edit.option", f'add_node has no option "{option}". It has {", ".join(sorted(_OPTIONS))}.')
    link = link_at(sheet.text, node.span)
    draft = Draft(sheet)
    written = None if value is None else known_expression(draft, value)
    if link.method == "add_sequence":
        arguments = [f"{option}={written}"] if written is not None else []
        write_out(draft, link, given={name: [*sequence_members(sheet, link)[name], *arguments]})
    else:
        set_keyword(draft, link, option, written)

    def with_option(graph: GraphShape) -> GraphShape:
        old = graph.node(name)
        kept = frozenset(pair for pair in old.options if pair[0] != option)
        new = kept if written is None or option in UNSAID_OPTIONS else kept | {(option, written)}
        return replace(
            graph,
            nodes=graph.nodes - {old, *handler_of(name, old.options)}
            | {replace(old, options=new)}
            | handler_of(name, new),
            unsaid=graph.unsaid | ({name} if option in UNSAID_OPTIONS else set()),
            private=graph.private and option not in {"input_schema", "input"},
        )

    title = f'Set {option} of "{name}"' if written is not None else f'Remove {option} of "{name}"'
    return draft.edit(title, select=[name], intended=sheet.shape.with_graph(sheet.key, with_option))


def set_keyword(draft: Draft, link: Link, option: str, value: str | None) -> None:
    """Set, add or remove (None) a keyword of a building call."""
    text = draft.sheet.text
    spans = argument_spans(draft.sheet, link.call)
    found = next((word for word in link.call.keywords if word.arg == option), None)
    if found is not None and value is not None:
        draft.replace(text.span(found.value), value)
    elif found is not None:
        draft.apply(without(text.text, spans, [spans.index(text.span(found))]))
    elif value is not None:
        draft.apply([appended(text.text, spans[-1], [f"{option}={value}"])])


def argument_spans(sheet: Sheet, call: ast.Call) -> list[Span]:
    """Return where the arguments of a call stand, in the order of the text."""
    spans = [*map(sheet.text.span, call.args), *map(sheet.text.span, call.keywords)]
    return sorted(spans, key=lambda span: span.start)
