"""Which nodes can be active together: an exploration of supersteps as sets of nodes, with the ways that led there.

Routers are free: each may choose any of its ways each time. So what is found can happen as far as the wiring tells, and
only the values of a real run could rule it out. The exploration is bounded; what was not seen then proves nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from stepgraph.document.lint.wiring import Choice, Wiring
from stepgraph.document.model import END, START

MAX_MOMENTS = 4_000
MAX_WAYS_ON = 128
"""How many different next supersteps of one are looked at."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One superstep as far as it matters for what comes: who is active, who arrived at joins, who is put off."""

    active: frozenset[str]
    arrived: frozenset[tuple[int, str]] = frozenset()
    put_off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Origin:
    before: Moment
    woken_by: tuple[tuple[str, str], ...]


class Activity:
    """All moments that were found, in the order of their distance from START."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._origins: dict[Moment, _Origin | None] = {}
        self.is_complete = True
        self._explore()

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The moments."""
        return tuple(self._origins)

    def path(self, moment: Moment, node: str) -> tuple[str, ...]:
        """Return a way from START to a node that is active in a moment."""
        way = [node]
        origin = self._origins[moment]
        while origin is not None:
            # A deferred node, and one that a join held back, may have been woken earlier than by the last moment.
            source = dict(origin.woken_by).get(way[-1])
            if source is not None:
                way.append(source)
            origin = self._origins[origin.before]
        return tuple(reversed(way))

    def ends(self) -> Iterator[Moment]:
        """Yield the moments after which nothing runs."""
        for moment in self._origins:
            if not moment.active:
                yield moment

    def _explore(self) -> None:
        first = Moment(frozenset({START}))
        self._origins[first] = None
        waiting = deque([first])
        while waiting:
            moment = waiting.popleft()
            if not moment.active:
                continue
            for following, woken_by in self._after(moment):
                if following not in self._origins:
                    if len(self._origins) >= MAX_MOMENTS:
                        self.is_complete = False
                        return
                    self._origins[following] = _Origin(moment, woken_by)
                    waiting.append(following)

    def _after(self, moment: Moment) -> Iterator[tuple[Moment, tuple[tuple[str, str], ...]]]:
        sources = sorted(moment.active)
        decisions = [(source, choice) for source in sources for choice in self._wiring.choices.get(source, ())]
        ways = product(*(choice for _, choice in decisions))
        taken = list(islice(ways, MAX_WAYS_ON + 1))
        if len(taken) > MAX_WAYS_ON:
            self.is_complete = False
        for way in taken[:MAX_WAYS_ON]:
            yield self._next(moment, [(source, nodes) for (source, _), nodes in zip(decisions, way, strict=True)])

    def _next(self, moment: Moment, chosen: list[tuple[str, Choice]]) -> tuple[Moment, tuple[tuple[str, str], ...]]:
        woken: dict[str, str] = {}
        for source in sorted(moment.active):
            for node in self._wiring.always.get(source, frozenset()):
                woken.setdefault(node, source)
        for source, nodes in chosen:
            for node in nodes:
                woken.setdefault(node, source)
        arrived = self._arrive(moment, woken)
        woken.pop(END, None)
        put_off = moment.put_off | (woken.keys() & self._wiring.deferred)
        active = frozenset(woken.keys() - self._wiring.deferred)
        if not active:
            # What is deferred runs when nothing else is due.
            active, put_off = put_off, frozenset()
        return Moment(active, arrived, put_off), tuple(sorted(woken.items()))

    def _arrive(self, moment: Moment, woken: dict[str, str]) -> frozenset[tuple[int, str]]:
        arrived = set(moment.arrived)
        for number, join in enumerate(self._wiring.joins):
            here = moment.active & join.members
            arrived |= {(number, member) for member in here}
            if here and all((number, member) in arrived for member in join.members):
                arrived -= {(number, member) for member in join.members}
                woken.setdefault(join.target, min(here))
        return frozenset(arrived)
