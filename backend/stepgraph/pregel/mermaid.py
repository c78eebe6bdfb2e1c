"""A drawing as a Mermaid flowchart, in the text that the reference's callers compare and store."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

_PLAIN_SIGN = re.compile(r"[A-Za-z0-9_-]")
_PLAIN_TEXT = re.compile(r"[A-Za-z][A-Za-z0-9_./ -]*")
_SPECIAL = ("*", "_", "`")
# What a plain word would be taken for.
_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


class Box(Protocol):
    """What is asked of a node."""

    @property
    def name(self) -> str:
        """Its label."""

    @property
    def metadata(self) -> Mapping[str, Any] | None:
        """What is written below the label."""


class Arrow(Protocol):
    """What is asked of an edge."""

    @property
    def source(self) -> str:
        """Where it starts."""

    @property
    def target(self) -> str:
        """Where it ends."""

    @property
    def data(self) -> str | None:
        """Its label."""

    @property
    def conditional(self) -> bool:
        """Whether it is one of several ways."""


def mermaid_text(
    nodes: Mapping[str, Box],
    edges: Sequence[Arrow],
    *,
    ends: tuple[str | None, str | None],
    styles: Mapping[str, str] | None,
    wrap: int,
    frontmatter: Mapping[str, Any],
) -> str:
    """Return the flowchart; nodes whose ids have ``:`` in them are in boxes. Without styles there are only edges."""
    lines = ["graph TD;"] if styles is None else ["---", *_yaml(frontmatter), "---", "graph TD;"]
    boxes = {} if styles is None else {key: _box(key, node, ends) for key, node in nodes.items()}
    lines += _group(boxes, [(_home(edge), _arrow(edge, wrap)) for edge in edges], ())
    lines += [f"\tclassDef {place} {style}" for place, style in (styles or {}).items()]
    return "\n".join(lines) + "\n"


def _group(boxes: Mapping[str, str], arrows: Sequence[tuple[tuple[str, ...], str]], home: tuple[str, ...]) -> list[str]:
    """Return the lines of what is in one box, and then the boxes in it; a loop on one node is written like a box."""
    lines = [line for key, line in boxes.items() if _parts(key)[:-1] == home]
    lines += [line for place, line in arrows if place == home]
    depth = len(home)
    places = [*(place for place, _ in arrows), *(_parts(key)[:-1] for key in boxes)]
    for name in dict.fromkeys(place[depth] for place in places if len(place) > depth and place[:depth] == home):
        inner = (*home, name)
        is_box = any(_parts(key)[: depth + 1] == inner and len(_parts(key)) > depth + 1 for key in boxes)
        found = _group(boxes, arrows, inner)
        lines += [f"\tsubgraph {name}", *found, "\tend"] if is_box else found
    return lines


def _parts(key: str) -> tuple[str, ...]:
    return tuple(key.split(":"))


def _home(edge: Arrow) -> tuple[str, ...]:
    """Return the innermost box that has both ends of an edge; for a loop, the node itself."""
    shared: list[str] = []
    for mine, other in zip(_parts(edge.source), _parts(edge.target), strict=False):
        if mine != other:
            break
        shared.append(mine)
    return tuple(shared)


def _box(key: str, node: Box, ends: tuple[str | None, str | None]) -> str:
    name = node.name
    label = f"<p>{name}</p>" if name.startswith(_SPECIAL) and name.endswith(_SPECIAL) else name
    if node.metadata:
        told = "\n".join(f"{word} = {value}" for word, value in node.metadata.items())
        label += f"<hr/><small><em>{told}</em></small>"
    if key == ends[0]:
        return f"\t{_safe(key)}([{label}]):::first"
    return f"\t{_safe(key)}([{label}]):::last" if key == ends[1] else f"\t{_safe(key)}({label})"


def _arrow(edge: Arrow, wrap: int) -> str:
    source, target = _safe(edge.source), _safe(edge.target)
    if edge.data is None:
        return f"\t{source} {'-.->' if edge.conditional else '-->'} {target};"
    words = str(edge.data).split()
    label = "&nbsp<br>&nbsp".join(" ".join(words[start : start + wrap]) for start in range(0, len(words), wrap))
    start, head = ("-.", ".->") if edge.conditional else ("--", "-->")
    return f"\t{source} {start} &nbsp;{label}&nbsp; {head} {target};"


def _safe(key: str) -> str:
    return "".join(sign if _PLAIN_SIGN.fullmatch(sign) else f"\\{ord(sign):x}" for sign in key)


def _yaml(values: Mapping[str, Any], indent: str = "") -> list[str]:
    """Return a mapping as YAML, its keys in order."""
    lines: list[str] = []
    for key, value in sorted(values.items()):
        if isinstance(value, Mapping) and value:
            lines += [f"{indent}{key}:", *_yaml(value, f"{indent}  ")]
        else:
            lines.append(f"{indent}{key}: {_scalar(value)}")
    return lines


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    text = str(value)
    if _PLAIN_TEXT.fullmatch(text) and text.strip() == text and text.lower() not in _WORDS:
        return text
    return "'" + text.replace("'", "''") + "'"
