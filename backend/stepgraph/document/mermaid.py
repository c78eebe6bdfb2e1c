"""A graph as Mermaid's flowchart: names are quoted and escaped, so that none of them is read as Mermaid.

The page writes the same text of what it shows, without asking anybody; a test holds both to the same letters.
"""

from __future__ import annotations

import unicodedata

from stepgraph.document.model import END, START, Edge, Graph

_TITLES = {START: "START", END: "END"}
_PLAIN = frozenset(" _.,:-")


def mermaid_of(graph: Graph) -> str:
    """Return the flowchart: solid what is declared, dotted what a choice or a reading adds."""
    boxes = {START: "start", END: "finish"} | {node.name: f"n{index}" for index, node in enumerate(graph.nodes)}
    ends = [START, END] if any(edge.target == END for edge in graph.edges) else [START]
    lines = [
        "flowchart TD",
        *(f'  {boxes[name]}(["{_TITLES[name]}"])' for name in ends),
        *(f'  {boxes[node.name]}["{_escaped(node.name)}"]' for node in graph.nodes),
        *(line for index, edge in enumerate(graph.edges) if (line := _line(edge, index, boxes)) is not None),
    ]
    return "\n".join(lines) + "\n"


def _line(edge: Edge, index: int, boxes: dict[str, str]) -> str | None:
    """Return one edge; None where an end is no box of the graph. An unknown end gets a box of its own."""
    source = boxes.get(edge.source)
    target = f'open{index}(["?"])' if edge.target is None else boxes.get(edge.target)
    if source is None or target is None:
        return None
    arrow = "-->" if edge.origin == "declared" and edge.kind in {"static", "join"} else "-.->"
    label = "on failure" if edge.label is None and edge.kind == "handler" else edge.label
    words = "" if label is None else f'|"{_escaped(label)}"|'
    return f"  {source} {arrow}{words} {target}"


def _escaped(text: str) -> str:
    # Mermaid reads entities of this form in quoted words, and nothing else.
    return "".join(
        sign if sign in _PLAIN or unicodedata.category(sign)[0] in "LN" else f"#{ord(sign)};" for sign in text
    )
