"""Pictures without a browser: the canvas's own drawing, run by an embedded script engine, and painted when asked.

Both libraries are large and are needed by nothing else, so they come with the extra ``export``.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Literal

import msgspec

import stepgraph.server
from stepgraph.cli.command import Unusable
from stepgraph.protocol.document import DrawnGraph, Position

LONGEST_S = 120.0
"""How long a graph may take to be laid out. Thousands of nodes take seconds."""
MOST_PIXELS = 12_000
"""Of a picture's longer side; the page keeps to the same."""

STATIC = Path(stepgraph.server.__file__).parent / "static"
"""Where the page is built to, and the script that draws without it."""

_LETTERS = ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")
_FAMILY = "DejaVu Sans Mono"


class Picture(msgspec.Struct, frozen=True):
    """A graph as an SVG file's text, and its size in the file's units."""

    svg: str
    width: float
    height: float


def picture_of(graph: DrawnGraph, places: dict[str, Position], theme: Literal["dark", "light"]) -> Picture:
    """Draw a graph as the canvas does, boxes standing where a person put them. Raises Unusable."""
    asked = {"graph": msgspec.to_builtins(graph), "places": msgspec.to_builtins(places), "theme": theme}
    return msgspec.json.decode(scripted("draw", asked), type=Picture)


def png_of(picture: Picture, scale: float) -> bytes:
    """Paint a picture so many times as fine as its own units, at most as large as ``MOST_PIXELS``. Raises Unusable."""
    painter = _library("resvg_py")
    finest = MOST_PIXELS / max(picture.width, picture.height, 1)
    if scale > finest:
        print(
            f"The picture is painted at scale {finest:.2f}: more would be over {MOST_PIXELS:,} pixels.", file=sys.stderr
        )
    letters = [str(_built(name)) for name in _LETTERS]
    painted: bytes = painter.svg_to_bytes(
        svg_string=picture.svg, zoom=min(scale, finest), font_files=letters, monospace_family=_FAMILY
    )
    return painted


def scripted(function: Literal["draw", "mermaid"], asked: object) -> str:
    """Call a function of the canvas's script with a value, as JSON, and return what it says. Raises Unusable."""
    engine = _library("py_mini_racer")
    scripts = [_elk(), _built("draw.js")]
    if not all(script.is_file() for script in scripts):
        raise Unusable(
            "The page was not built. Run `make run` in the project's folder, or install the package with it."
        )
    # JSON twice: the text of the value stands as a literal in the call, with nothing but ASCII in it.
    value = json.dumps(json.dumps(asked))
    scope = "self, " if function == "draw" else ""
    with engine.MiniRacer() as run:
        # ELK's script takes its scope for a worker's.
        run.eval("var self = globalThis")
        for script in scripts:
            run.eval(script.read_text("utf-8"))
        try:
            answer: str = run.eval(f"stepgraphExport.{function}({scope}{value})", timeout_sec=LONGEST_S)
        except engine.JSTimeoutException as error:
            raise Unusable(
                f"The graph is too large: it was not laid out within {LONGEST_S:.0f} s. Export it as Mermaid."
            ) from error
    return answer


def _library(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise Unusable(
            'SVG and PNG need two libraries that are not installed. Install them: pip install "stepgraph[export]". '
            "Mermaid, JSON and Python need nothing more."
        ) from error


def _elk() -> Path:
    # Its name holds a hash of its content.
    return next((STATIC / "assets").glob("elk-worker*.js"), STATIC / "assets" / "elk-worker.js")


def _built(name: str) -> Path:
    return STATIC / "headless" / name
