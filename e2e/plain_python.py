"""What a saved file does without Stepgraph: plain `python`, and LangGraph itself."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_INVOKE = """
import json, sys
from langgraph.graph.state import CompiledStateGraph, StateGraph
from {module} import INPUT, graph

compiled = graph.compile() if isinstance(graph, StateGraph) else graph
assert isinstance(compiled, CompiledStateGraph), type(graph)
assert "stepgraph" not in sys.modules
print(json.dumps(compiled.invoke(INPUT)))
"""


def invoked(file: Path) -> dict[str, Any]:
    """Import a file that was drawn, invoke its `graph` with its `INPUT`, and return the state that it ends with."""
    done = subprocess.run(
        [sys.executable, "-c", _INVOKE.format(module=file.stem)],
        cwd=file.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))
