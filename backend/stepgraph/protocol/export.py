"""Writes the wire's JSON Schema and TypeScript into the page's sources, or tells whether they are current."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from stepgraph.protocol.schema import schema
from stepgraph.protocol.typescript import emit

FOLDER = Path(__file__).parents[3] / "frontend" / "src" / "protocol"


def files() -> dict[str, str]:
    """What the committed files must hold, by name."""
    wire = schema()
    return {"schema.json": json.dumps(wire, indent=1, ensure_ascii=False) + "\n", "generated.ts": emit(wire)}


def write(*, check: bool, folder: Path = FOLDER) -> int:
    """Write both files, or with ``check`` only compare. The exit code: 0 current or written, 1 stale, 2 no sources."""
    if not folder.is_dir():
        sys.stderr.write(f"There is no {folder}: the page's sources are in the repository, not in the package.\n")
        return 2
    stale = [name for name, text in files().items() if _text(folder / name) != text]
    if not check:
        for name, text in files().items():
            (folder / name).write_text(text, encoding="utf-8")
        return 0
    for name in stale:
        sys.stderr.write(f"{name} is not what the wire's records say; run `stepgraph protocol`, and commit it.\n")
    return 1 if stale else 0


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None
