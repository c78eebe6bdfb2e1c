"""Mends that are gestures: the changes that drawing the same thing would make; what would be refused is not offered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from stepgraph.document.editing.branches import branch_targets
from stepgraph.document.editing.edges import edge_add, edge_delete
from stepgraph.document.editing.edit import Edit, Merge, Target
from stepgraph.document.editing.fields import field_add
from stepgraph.document.editing.merges import field_merge
from stepgraph.document.finding import Mend
from stepgraph.document.lint.context import Context
from stepgraph.document.model import Branch, shown
from stepgraph.document.refused import EditRefused


def connected(context: Context, source: str, target: str) -> tuple[Mend, ...]:
    """Draw an edge."""
    title = f"Connect {shown(source)} to {shown(target)}"
    return _mend(title, lambda: edge_add(context.sheet, source=source, target=target))


def disconnected(context: Context, source: str, target: str) -> tuple[Mend, ...]:
    """Take an edge away."""
    title = f"Remove the edge to {shown(target)}"
    return _mend(title, lambda: edge_delete(context.sheet, source=source, target=target))


def merges(context: Context, channel: str) -> tuple[Mend, ...]:
    """Let a field take several writes: those ways that fit its type."""
    declared = next((one for one in context.graph.channels if one.name == channel), None)
    kind = "" if declared is None else declared.type
    offered: list[tuple[str, Merge]] = []
    if kind.partition("[")[0] in {"list", "List", "tuple", "int", "float", "str"}:
        offered.append((f'Add up the writes of "{channel}" (operator.add)', Merge("add")))
    offered.append((f'Keep any one of the writes of "{channel}" (AnyValue)', Merge("AnyValue")))
    found: list[Mend] = []
    for title, merge in offered:
        found += _mend(title, partial(field_merge, context.sheet, name=channel, merge=merge))
    return tuple(found)


def declared(context: Context, key: str) -> tuple[Mend, ...]:
    """Declare a field that is written and not there."""
    return _mend(f'Add the field "{key}"', lambda: field_add(context.sheet, name=key, annotation="object"))


def with_ways(context: Context, branch: Branch, more: tuple[str, ...]) -> tuple[Mend, ...]:
    """Give a branch's path map the ways that its router takes besides."""
    targets = [Target(way.label, way.target) for way in branch.targets or ()]
    known = {target.label for target in targets}
    targets += [Target(name, name) for name in more if name not in known]
    said = ", ".join(shown(name) for name in more)
    return _mend(
        f"Add {said} to the path map",
        lambda: branch_targets(context.sheet, source=branch.source, branch=branch.name, targets=tuple(targets)),
    )


def _mend(title: str, gesture: Callable[[], Edit]) -> tuple[Mend, ...]:
    try:
        return (Mend(title, gesture().changes),)
    except EditRefused:
        return ()
