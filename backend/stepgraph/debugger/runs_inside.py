"""The runs of graphs inside of nodes: what each of them runs, and whether the picture lists that graph at its place."""

from __future__ import annotations

from collections.abc import Mapping

from stepgraph.debugger.scene import Scene
from stepgraph.pregel import facts
from stepgraph.pregel.describing import type_text
from stepgraph.pregel.program import Program
from stepgraph.protocol.fold.inside import path_of


class RunsInside:
    """Knows the graphs that run, by their namespaces; the code of a node may call any."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._programs: dict[str, Program] = {}

    def begin(self, fact: facts.RunStarted) -> None:
        """Note what runs there."""
        if fact.program is not None:
            self._programs[fact.ns] = fact.program

    def end(self, ns: str) -> None:
        """Forget a run that is over."""
        self._programs.pop(ns, None)

    def kind(self, ns: str, channel: str) -> str:
        """Return the class name of a channel, "" for one that is not known."""
        if ns == "":
            known = self._scene.channels.get(channel)
            return "" if known is None else known.kind
        program = self._programs.get(ns)
        held = None if program is None else program.channels.get(channel)
        return "" if held is None else type(held).__name__

    def type(self, ns: str, channel: str) -> str:
        """Return the annotated type of a channel, "" for one that is not known."""
        if ns == "":
            known = self._scene.channels.get(channel)
            return "" if known is None else known.type
        program = self._programs.get(ns)
        held = None if program is None else program.channels.get(channel)
        return "" if held is None else type_text(held.typ)


def is_listed(fact: facts.RunStarted, listed: Mapping[str, Program]) -> bool:
    """Tell whether what begins to run is the graph that the picture lists there; the code of a node may call others."""
    return fact.program is not None and listed.get(path_of(fact.ns)) is fact.program
