"""From where a deferred node is reached: from the nodes of the superstep after which nothing else is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stepgraph.constants import END, START
from stepgraph.pregel.describe import EdgeDescription

# As long as the reference follows a graph that never ends.
_LONGEST_WALK = 250

Pair = tuple[str, str]


def late_edges(edges: Iterable[EdgeDescription], deferred: frozenset[str]) -> tuple[list[Pair], list[str]]:
    """Return the pairs of nodes between which an edge is drawn because the second waits for the first.

    A walk along all known edges finds them; the nodes of its last superstep are returned as well. A deferred node to
    which an edge leads from the superstep that it waits for needs none.
    """
    walk = _Walk([edge for edge in edges if edge.target != END], deferred)
    found: list[Pair] = []
    step = {START}
    for _ in range(_LONGEST_WALK):
        following = walk.following(step)
        if not following:
            following = walk.take_waiting()
            leading = {edge.target for edge in walk.edges if edge.source in step}
            found.extend((source, target) for target in following - leading for source in step)
        if not following:
            break
        step = following
    return found, sorted(step)


class _Walk:
    """Where a walk through a graph stands: which joins are half full, and which deferred nodes wait."""

    def __init__(self, edges: Sequence[EdgeDescription], deferred: frozenset[str]) -> None:
        self.edges = edges
        self._deferred = deferred
        self._waiting: set[str] = set()
        self._routed: set[str] = set()
        self._arrived: dict[tuple[tuple[str, ...], str], set[str]] = {
            (edge.members, str(edge.target)): set() for edge in edges if edge.kind == "join"
        }

    def following(self, step: set[str]) -> set[str]:
        """Return the nodes that the nodes of a superstep wake; those that are deferred wait."""
        woken = {
            str(edge.target)
            for edge in self.edges
            if edge.source in step
            and (edge.kind == "static" or (edge.kind != "join" and edge.source not in self._routed))
        }
        # Where a router goes is followed once, or a graph with a loop would never be walked to its end.
        self._routed |= step
        for (members, target), arrived in self._arrived.items():
            arrived.update(step.intersection(members))
            if arrived.issuperset(members):
                arrived.clear()
                woken.add(target)
        self._waiting |= woken & self._deferred
        return woken - self._deferred

    def take_waiting(self) -> set[str]:
        """Return the deferred nodes whose turn it is when nothing else is due."""
        waiting, self._waiting = self._waiting, set()
        return waiting
