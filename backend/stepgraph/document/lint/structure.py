"""Rules about the shape of a graph: its entry, what is reached, what leads nowhere, and its names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stepgraph.document.finding import Finding
from stepgraph.document.lint.context import Context, Marks, words
from stepgraph.document.lint.mends import connected, disconnected
from stepgraph.document.model import END, START, Edge, Span, shown


def no_entry(context: Context) -> Iterator[Finding]:
    """A graph needs an edge from START."""
    graph = context.graph
    if graph.locks or any(edge.source == START for edge in graph.edges):
        return
    first = graph.nodes[0] if graph.nodes else None
    sentence = f"{graph.name} has no entry: nothing follows START, so it does not compile."
    if first is None:
        yield context.finding("no_entry", f"{sentence} Add a node first.", at=graph.span, severity="error")
        return
    yield context.finding(
        "no_entry",
        f"{sentence} Connect START to the node that begins.",
        at=graph.span,
        severity="error",
        marks=Marks(nodes=(START,)),
        mends=connected(context, START, first.name),
    )


def unreachable(context: Context) -> Iterator[Finding]:
    """A node that no way from START leads to never runs."""
    wiring = context.wiring
    if not wiring.is_whole or not any(edge.source == START for edge in context.graph.edges):
        return
    reached, waiting = {START}, [START]
    while waiting:
        new = wiring.reached_from(waiting.pop()) - reached
        reached |= new
        waiting.extend(new)
    for name, node in context.nodes.items():
        if name not in reached and not _is_the_engines(name):
            sentence = f"{shown(name)} is unreachable: no way from START leads to it. Connect it, or delete it."
            yield context.finding("unreachable", sentence, at=node.span, marks=Marks(nodes=(name,)))


def dead_end(context: Context) -> Iterator[Finding]:
    """A node that nothing follows ends its way silently: said as a hint, since a graph may mean it so."""
    if context.graph.locks:
        return
    for name, node in context.nodes.items():
        ways = (edge for edge in context.graph.edges if edge.source == name and edge.kind != "handler")
        leads_on = context.wiring.has_way_out(name) or any(ways)
        if _is_the_engines(name) or leads_on or node.goto or context.studied.may_jump(node.code):
            continue
        yield context.finding(
            "dead_end",
            f"Nothing follows {shown(name)}, not even END: the way ends there without being said to.",
            at=node.span,
            severity="info",
            marks=Marks(nodes=(name,)),
            mends=connected(context, name, END),
        )


def duplicate_names(context: Context) -> Iterator[Finding]:
    """Two nodes cannot have one name."""
    counts = Counter(node.name for node in context.graph.nodes)
    seen: set[str] = set()
    for node in context.graph.nodes:
        if counts[node.name] > 1 and node.name in seen:
            sentence = f"There is a node {shown(node.name)} already, so this one is refused. Give it another name."
            marks = Marks(nodes=(node.name,))
            yield context.finding("duplicate_name", sentence, at=node.span, severity="error", marks=marks)
        seen.add(node.name)


def unknown_names(context: Context) -> Iterator[Finding]:
    """An edge must not name a node that is not there."""
    if context.graph.locks:
        return
    known = context.nodes.keys() | {START, END}
    told: set[tuple[str, Span | None]] = set()
    for edge in context.graph.edges:
        for name in (edge.source, edge.target):
            if name is None or name in known or (name, edge.span) in told:
                continue
            told.add((name, edge.span))
            yield context.finding(
                "unknown_name",
                f"{_what(edge)} names {shown(name)}, and there is no such node. {_nearest(name, context)}",
                at=edge.span,
                # What a function was seen to return is refused only when it is returned.
                severity="error" if edge.origin == "declared" else "warning",
                marks=Marks(nodes=tuple(end for end in (edge.source, edge.target) if end in context.nodes)),
            )


def node_named_like_field(context: Context) -> Iterator[Finding]:
    """A node may be named like a state key; who reads a stream, a trace or the code then takes one for the other."""
    for name, node in context.nodes.items():
        if name in context.channels:
            sentence = (
                f"The node {shown(name)} has the name of a state field. It runs, but the two are easily taken for each "
                "other, and older releases refuse it. Rename one of the two."
            )
            marks = Marks(nodes=(name,), channels=(name,))
            yield context.finding("node_named_like_field", sentence, at=node.span, marks=marks)


def goto_beside_edge(context: Context) -> Iterator[Finding]:
    """A goto does not cancel the edges that a node has as well: both lead on."""
    for name, node in context.nodes.items():
        targets = sorted(target for target in node.goto if target != END)
        always = sorted(context.wiring.always.get(name, frozenset()) - {END})
        if not node.goto or not always:
            continue
        sentence = (
            f"{shown(name)} leads on by a goto ({words(targets) if targets else 'END'}) and by an edge to "
            f"{words(always)}. The goto does not cancel the edge: both run. Keep one of them."
        )
        edges = tuple(f"{name}->{target}" for target in always)
        mends = tuple(mend for target in always for mend in disconnected(context, name, target))
        marks = Marks(nodes=(name,), edges=edges)
        yield context.finding("goto_beside_edge", sentence, at=node.span, marks=marks, mends=mends)


def _is_the_engines(name: str) -> bool:
    """Say whether compiling made a node: an error handler, which no edge leads to."""
    return name.startswith("__")


def _what(edge: Edge) -> str:
    kinds = {"branch": "A branch's path map or router", "command": "A goto", "join": "A join", "send": "A Send"}
    return kinds.get(edge.kind, "An edge")


def _nearest(name: str, context: Context) -> str:
    known = [other for other in context.nodes if other.lower() == name.lower() or other.startswith(name[:3])]
    return f"Did you mean {shown(known[0])}?" if len(known) == 1 else "Add the node, or correct the name."
