"""Drawing a graph of which only nodes and channels are known: who writes what wakes whom."""

from __future__ import annotations

from stepgraph.constants import START
from stepgraph.pregel.drawing import Drawing, DrawnEdge, DrawnNode, drawn
from stepgraph.pregel.program import Program


def draw_channels(program: Program) -> Drawing:
    """Return the drawing of a program: an edge to every node that a channel wakes, from everybody who writes it."""
    edges = [DrawnEdge(source, target) for source, target in channel_edges(program)]
    nodes = {
        name: DrawnNode(name, name, getattr(node.action, "source", node.action), dict(node.metadata) or None)
        for name, node in program.nodes.items()
    }
    return drawn(nodes, edges)


def channel_edges(program: Program) -> list[tuple[str, str]]:
    """Return who wakes whom by what it always writes; the input wakes as the start does."""
    taken = program.input_channel
    writers = {START: (taken,) if isinstance(taken, str) else taken}
    writers.update((name, node.targets) for name, node in program.nodes.items())
    return [
        (source, target)
        for source, channels in writers.items()
        for channel in channels
        for target in program.wakes.get(channel, ())
    ]
