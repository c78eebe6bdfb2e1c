"""The drawing that the reference's callers ask for: what can be reached from the start over edges that are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from stepgraph.constants import END, START
from stepgraph.pregel.mermaid import mermaid_text
from stepgraph.pregel.runnables import is_runnable

# As long as the reference follows a graph that never ends.
_LONGEST_WALK = 250

_NO_PICTURE = "Only the text of `draw_mermaid()` is drawn here; `stepgraph export FILE --format svg` makes a picture."


class DrawnNode(NamedTuple):
    """A node of the drawing; `data` is what the user gave for it."""

    id: str
    name: str
    data: Any = None
    metadata: dict[str, Any] | None = None


class DrawnEdge(NamedTuple):
    """An edge of the drawing; `data` is its label."""

    source: str
    target: str
    data: str | None = None
    conditional: bool = False


@dataclass(slots=True)
class Drawing:
    """Nodes by id, and edges from the start on."""

    nodes: dict[str, DrawnNode] = field(default_factory=dict)
    edges: list[DrawnEdge] = field(default_factory=list)

    def first_node(self, without: str | None = None) -> DrawnNode | None:
        """Return the only node to which no edge leads, None if there are more or none; as if `without` were gone."""
        led_to = {edge.target for edge in self.edges if edge.source != without}
        return self._only(led_to, without)

    def last_node(self, without: str | None = None) -> DrawnNode | None:
        """Return the only node from which no edge leads, None if there are more or none; as if `without` were gone."""
        leaving = {edge.source for edge in self.edges if edge.target != without}
        return self._only(leaving, without)

    def _only(self, others: set[str], without: str | None) -> DrawnNode | None:
        found = [node for key, node in self.nodes.items() if key not in others and key != without]
        return found[0] if len(found) == 1 else None

    def trim_first_node(self) -> None:
        """Take the first node away if one edge leaves it and another node is the first then."""
        first = self.first_node()
        if first is not None and self.first_node(first.id) is not None:
            self._trim(first.id, [edge for edge in self.edges if edge.source == first.id])

    def trim_last_node(self) -> None:
        """Take the last node away if one edge leads to it and another node is the last then."""
        last = self.last_node()
        if last is not None and self.last_node(last.id) is not None:
            self._trim(last.id, [edge for edge in self.edges if edge.target == last.id])

    def _trim(self, node: str, touching: list[DrawnEdge]) -> None:
        if len(touching) == 1:
            del self.nodes[node]
            self.edges.remove(touching[0])

    def open_node(self, key: str, inside: Drawing) -> None:
        """Put the drawing of the graph that a node is in the node's place, if it has one way in and one way out."""
        inside.trim_first_node()
        inside.trim_last_node()
        first, last = inside.first_node(), inside.last_node()
        if first is None or last is None:
            return
        del self.nodes[key]
        self.nodes.update((f"{key}:{name}", node._replace(id=f"{key}:{name}")) for name, node in inside.nodes.items())
        for position, edge in enumerate(self.edges):
            source = f"{key}:{last.id}" if edge.source == key else edge.source
            target = f"{key}:{first.id}" if edge.target == key else edge.target
            self.edges[position] = edge._replace(source=source, target=target)
        self.edges.extend(
            edge._replace(source=f"{key}:{edge.source}", target=f"{key}:{edge.target}") for edge in inside.edges
        )

    def draw_ascii(self) -> str:
        """Refuse: there is no such picture."""
        raise NotImplementedError(_NO_PICTURE)

    def draw_mermaid_png(self, **_options: Any) -> bytes:
        """Refuse: the reference asks a server for it."""
        raise NotImplementedError(_NO_PICTURE)

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        """Return the drawing as values that JSON has."""
        return {"nodes": [_node_json(node) for node in self.nodes.values()], "edges": [*map(_edge_json, self.edges)]}

    def draw_mermaid(
        self,
        *,
        with_styles: bool = True,
        curve_style: Any = "linear",
        node_colors: Any = None,
        wrap_label_n_words: int = 9,
        frontmatter_config: Mapping[str, Any] | None = None,
    ) -> str:
        """Return the drawing as a Mermaid flowchart; the arguments are the reference's."""
        first, last = self.first_node(), self.last_node()
        return mermaid_text(
            self.nodes,
            self.edges,
            ends=(None if first is None else first.id, None if last is None else last.id),
            styles=_styles(node_colors) if with_styles else None,
            wrap=wrap_label_n_words,
            frontmatter=_frontmatter(frontmatter_config, str(getattr(curve_style, "value", curve_style))),
        )


def _styles(colors: Any) -> dict[str, str]:
    """Return how nodes look by their place; `colors` has the reference's names for it."""
    known = {"default": "fill:#f2f0ff,line-height:1.2", "first": "fill-opacity:0", "last": "fill:#bfb6fc"}
    return {place: getattr(colors, place, style) for place, style in known.items()}


def _frontmatter(given: Mapping[str, Any] | None, curve: str) -> dict[str, Any]:
    front = dict(given or {})
    config = dict(front.get("config") or {})
    config["flowchart"] = {**(config.get("flowchart") or {}), "curve": curve}
    return {**front, "config": config}


# What stands for a node's code in JSON: readers of the reference's drawings know these names.
_FUNCTION = ("langgraph", "_internal", "_runnable", "RunnableCallable")
_PARTS = ("langchain", "schema", "runnable", "RunnableParallel")
_GRAPHS = {
    "CompiledStateGraph": ("langgraph", "graph", "state", "CompiledStateGraph"),
    "Pregel": ("langgraph", "pregel", "main", "Pregel"),
}


def _code_id(code: Any) -> list[str]:
    kind = type(code)
    if kind.__name__ in _GRAPHS and kind.__module__.startswith("stepgraph."):
        return list(_GRAPHS[kind.__name__])
    if isinstance(code, Mapping):
        return list(_PARTS)
    if not is_runnable(code):
        return list(_FUNCTION)
    named = getattr(kind, "lc_id", None)  # LangChain's, of what it can store
    return list(named()) if callable(named) else [*kind.__module__.split("."), kind.__name__]


def _node_json(node: DrawnNode) -> dict[str, Any]:
    if node.data is None:
        return {"id": node.id}
    data = {"id": _code_id(node.data), "name": node.id}
    told: dict[str, Any] = {"id": node.id, "type": "runnable", "data": data}
    return told if node.metadata is None else {**told, "metadata": node.metadata}


def _edge_json(edge: DrawnEdge) -> dict[str, Any]:
    told: dict[str, Any] = {"source": edge.source, "target": edge.target}
    if edge.data is not None:
        told["data"] = edge.data
    return {**told, "conditional": True} if edge.conditional else told


def drawn(
    nodes: Mapping[str, DrawnNode], edges: Iterable[DrawnEdge], last_step: Sequence[str] | None = None
) -> Drawing:
    """Return the drawing of what is reached from the start; a node from which no way is known leads to the end.

    Where the start is none of the nodes, its edges are drawn but do not count as ways. `last_step` are the nodes where
    a walk along all edges ended, if it is known.
    """
    ways = _ways(edges)
    reached = _reached(ways)
    found = sorted(edge for source in reached for edge in ways.get(source, {}).values())
    counted = [edge for edge in found if edge.source in nodes]
    ends = sorted({edge.target for edge in counted if edge.target != END}.difference(edge.source for edge in counted))
    found.extend(DrawnEdge(source, END) for source in ends)
    if not any(edge.target == END for edge in found):
        last = _last_sources(ways) if last_step is None else last_step
        found.extend(DrawnEdge(source, END, conditional=True) for source in last if len(last) == 1)
    known = dict(nodes)
    known.setdefault(START, DrawnNode(START, START))
    if any(edge.target == END for edge in found):
        known[END] = DrawnNode(END, END)
    return Drawing(known, found)


def _ways(edges: Iterable[DrawnEdge]) -> dict[str, dict[str, DrawnEdge]]:
    """Return one edge for each pair of nodes: one without a label first, and of those a conditional one."""
    ways: dict[str, dict[str, DrawnEdge]] = {}
    for edge in sorted(edges, key=lambda edge: (edge.data or "", not edge.conditional)):
        ways.setdefault(edge.source, {}).setdefault(edge.target, edge)
    return ways


def _reached(ways: Mapping[str, Mapping[str, DrawnEdge]]) -> list[str]:
    reached = {START: None}
    waiting = [START]
    while waiting:
        new = [target for target in ways.get(waiting.pop(), ()) if target not in reached]
        reached.update(dict.fromkeys(new))
        waiting.extend(new)
    return list(reached)


def _last_sources(ways: Mapping[str, Mapping[str, DrawnEdge]]) -> list[str]:
    """Return the nodes of the last superstep of a walk along all edges, which is cut after a while."""
    step = {START}
    for _ in range(_LONGEST_WALK):
        following = {target for source in step for target in ways.get(source, ())}
        if not following:
            break
        step = following
    return sorted(step)
