"""Two nodes that can share a superstep and both write a channel that takes one value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from stepgraph.document.finding import Finding
from stepgraph.document.lint.activity import Moment
from stepgraph.document.lint.context import Context, Marks
from stepgraph.document.lint.mends import merges
from stepgraph.document.model import shown


def shared_writes(context: Context) -> Iterator[Finding]:
    """Tell each pair of writers of a LastValue that some superstep can run together, once, with both ways."""
    writers = _writers(context)
    if not writers:
        return
    yield from _by_sends(context, writers)
    told: set[tuple[str, str, str]] = set()
    for moment in context.activity.moments:
        for channel, nodes in writers.items():
            for pair in combinations(sorted(nodes & moment.active), 2):
                if (channel, *pair) not in told:
                    told.add((channel, *pair))
                    yield _pair(context, moment, channel, pair)


def _writers(context: Context) -> dict[str, set[str]]:
    """Return who writes each channel that takes one value in a superstep."""
    single = {channel.name for channel in context.graph.channels if channel.kind == "LastValue"}
    writers: dict[str, set[str]] = {}
    for name, node in context.nodes.items():
        for key in node.writes or ():
            if key in single:
                writers.setdefault(key, set()).add(name)
    return writers


def _pair(context: Context, moment: Moment, channel: str, pair: tuple[str, str]) -> Finding:
    left, right = pair
    paths = (context.activity.path(moment, left), context.activity.path(moment, right))
    sentence = (
        f'{shown(left)} and {shown(right)} can share a superstep and both write "{channel}", which takes one value: '
        f"the second write is refused. Choose how the field merges, write another key, or let one run after the other."
    )
    node = context.nodes[left]
    marks = Marks(nodes=pair, channels=(channel,), paths=paths)
    mends = merges(context, channel)
    return context.finding(
        "shared_write", sentence, at=context.write_of(right, channel) or node.span, marks=marks, mends=mends
    )


def _by_sends(context: Context, writers: dict[str, set[str]]) -> Iterator[Finding]:
    """A node that several Sends may run at once writes several times."""
    for node, source in sorted(context.wiring.many.items()):
        for channel, nodes in writers.items():
            if node in nodes and _sends_several(context, source, node):
                sentence = (
                    f"{shown(source)} can send {shown(node)} several times in one superstep, and each time it writes "
                    f'"{channel}", which takes one value: the second write is refused. Choose how the field merges.'
                )
                at = context.write_of(node, channel) or context.nodes[node].span
                marks = Marks(nodes=(node,), channels=(channel,))
                mends = merges(context, channel)
                yield context.finding("shared_write", sentence, at=at, marks=marks, mends=mends)


def _sends_several(context: Context, source: str, node: str) -> bool:
    """Say whether what sends from a node does so in a loop, or twice."""
    codes = [branch.code for branch in context.graph.branches if branch.source == source]
    if source in context.nodes:
        codes.append(context.nodes[source].code)
    for code in codes:
        sends = [target for target in context.studied.facts(code).sends if target.name == node]
        if len(sends) > 1 or any(context.studied.repeats(code, target.span) for target in sends):
            return True
    return False
