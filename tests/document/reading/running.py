"""Runs a graph file with either engine, to compare what is drawn with what is built."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from stepgraph.document.model import Graph

GRAPHS = Path(__file__).parent / "graphs"

Package = Literal["langgraph", "stepgraph"]


@contextmanager
def ran(path: Path, package: Package) -> Iterator[ModuleType]:
    """Import a graph file with its engine's name replaced; what it imports from beside it is forgotten afterwards."""
    name = f"graph_file_{path.stem}"
    source = path.read_text(encoding="utf-8").replace("langgraph", package)
    before = set(sys.modules)
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
        yield module
    finally:
        sys.path.remove(str(path.parent))
        beside = {file.stem for file in path.parent.glob("*.py")}
        for loaded in set(sys.modules) - before:
            if loaded == name or loaded in beside:
                del sys.modules[loaded]


def compiled_of(module: ModuleType, graph: Graph) -> Any:
    """Return a drawn graph, compiled, that a module holds, or that a function of it makes."""
    found: Any = getattr(module, graph.name)
    if not hasattr(found, "compile") and not hasattr(found, "builder"):
        found = found()
    return found if hasattr(found, "builder") else found.compile()


def is_reachable(graph: Graph) -> bool:
    """Tell whether a module holds a graph by name: not one that stands within an expression or an unused function."""
    return graph.name.isidentifier()
