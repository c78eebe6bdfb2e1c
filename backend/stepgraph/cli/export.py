"""`stepgraph export`: a graph's drawing as a file, for documents and reviews, with nothing of the graph run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer

from stepgraph.cli.command import Unusable, run_command
from stepgraph.cli.pictures import Picture, picture_of, png_of
from stepgraph.cli.reading import read_file
from stepgraph.cli.target import find_target
from stepgraph.document.mermaid import mermaid_of
from stepgraph.document.model import Graph, Model
from stepgraph.protocol.document import DrawnGraph, Position
from stepgraph.server.desk.places import layout_file, read_places
from stepgraph.worker.editor.wire import drawing_of

STDOUT = "-"


class Format(StrEnum):
    """What a graph is written as."""

    mermaid = "mermaid"
    svg = "svg"
    png = "png"
    json = "json"
    python = "python"


class Theme(StrEnum):
    """The colours of a picture: the page's own."""

    light = "light"
    dark = "dark"


@dataclass(frozen=True, slots=True)
class Exported:
    """What is exported: a graph of a file, and how its picture should look."""

    path: Path
    graph: Graph
    drawn: DrawnGraph
    theme: Literal["dark", "light"]
    scale: float

    def picture(self) -> Picture:
        """Draw it, with the boxes where a person put them."""
        return picture_of(self.drawn, _places(self.path, self.graph.name), self.theme)


def run(arguments: list[str]) -> int:
    """Carry the command out."""
    return run_command(export, name="export", arguments=arguments)


def export(
    file: Annotated[str, typer.Argument(metavar="FILE[:NAME]", help="The graph file, and which of its graphs.")],
    *,
    format: Annotated[Format, typer.Option(help="What it is written as. SVG and PNG need the extra `export`.")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH|-", help="Where to; - is the output.")
    ] = STDOUT,
    graph: Annotated[str | None, typer.Option(metavar="NAME", help="Which graph, else the file's first.")] = None,
    theme: Annotated[Theme, typer.Option(help="The colours of SVG and PNG.")] = Theme.light,
    scale: Annotated[float, typer.Option(min=0.1, max=10, help="How fine a PNG is.")] = 2.0,
) -> int:
    """Write a graph as Mermaid, SVG, PNG, JSON or its Python file. Nothing of the file runs.

    Boxes stand where they were put on the page. The exit code is 2 when the file, the graph or an option cannot be
    used.
    """
    target = find_target(file)
    if output == STDOUT and format is Format.png and sys.stdout.isatty():
        raise Unusable("A PNG is not for a terminal. Name a file with --output, or send it on with > or |.")
    if output != STDOUT and Path(output).exists() and target.path.samefile(output):
        raise Unusable(f"{output} is the graph file itself. Name another file with --output.")
    _deliver(_WRITERS[format](_exported(target.path, graph or target.graph, theme, scale)), output)
    return 0


def _exported(path: Path, name: str | None, theme: Theme, scale: float) -> Exported:
    read = read_file(path)
    if read.text is None or read.model is None:
        assert read.fault is not None
        raise Unusable(f"{path}: {read.fault.sentence}")
    graph = _graph(path, read.model, name)
    for lock in graph.locks:
        print(f"{path.name}: nodes or edges may be missing: {lock.sentence}", file=sys.stderr)
    drawing = drawing_of(read.text, read.model)
    return Exported(path, graph, drawing.graphs[read.model.graphs.index(graph)], theme.value, scale)


def _graph(path: Path, model: Model, name: str | None) -> Graph:
    graph = model.graph(name)
    if graph is not None:
        return graph
    if not model.graphs:
        raise Unusable(f"{path} builds no graph.")
    raise Unusable(f"{path} has no graph {name!r}. It has: {', '.join(one.name for one in model.graphs)}.")


def _places(document: Path, graph: str) -> dict[str, Position]:
    path = layout_file(document)
    try:
        return read_places(path).get(graph, {})
    except FileNotFoundError:
        return {}
    except OSError as error:
        print(f"{path} cannot be read: {error.strerror or error}. The boxes are placed anew.", file=sys.stderr)
    except ValueError:
        print(f"{path} is no layout. The boxes are placed anew.", file=sys.stderr)
    return {}


def _as_json(exported: Exported) -> bytes:
    return msgspec.json.format(msgspec.json.encode(exported.drawn), indent=2) + b"\n"


_WRITERS: dict[Format, Callable[[Exported], bytes]] = {
    Format.mermaid: lambda exported: mermaid_of(exported.graph).encode(),
    Format.svg: lambda exported: exported.picture().svg.encode(),
    Format.png: lambda exported: png_of(exported.picture(), exported.scale),
    Format.json: _as_json,
    Format.python: lambda exported: exported.path.read_bytes(),
}


def _deliver(content: bytes, output: str) -> None:
    if output != STDOUT:
        try:
            Path(output).write_bytes(content)
        except OSError as error:
            raise Unusable(f"{output} cannot be written: {error.strerror or error}.") from error
        return
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    except BrokenPipeError:
        # Who read has seen enough; nothing more can be written, not even at exit.
        os._exit(0)
