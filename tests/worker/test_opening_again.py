"""A document that is imported again: its graph is told only where it is another one."""

from __future__ import annotations

from pathlib import Path

from stepgraph.protocol.compiled import identity_of
from stepgraph.protocol.events import GraphCompiled
from tests.worker.running_worker import RunningWorker

DOCUMENT = """\
from typing import TypedDict
from langgraph.graph import START, StateGraph
from names_of_nodes import NAMES

class State(TypedDict):
    n: int

b = StateGraph(State)
for name in NAMES:
    b.add_node(name, lambda state: {"n": 1})
    b.add_edge(START, name)
graph = b.compile()
INPUT = {"n": str(object())}
"""


def opened(worker: RunningWorker, folder: Path) -> GraphCompiled:
    """Write the document and load it for the first time."""
    (folder / "names_of_nodes.py").write_text('NAMES = ["one"]\n', encoding="utf-8")
    (folder / "graph.py").write_text(DOCUMENT, encoding="utf-8")
    worker.load(folder / "graph.py")
    told = worker.until(GraphCompiled)
    assert isinstance(told, GraphCompiled)
    return told


def test_a_graph_is_told_again_only_when_its_source_changed(worker: RunningWorker, tmp_path: Path) -> None:
    """A new worker on the same source says nothing; on another source it says so."""
    first = opened(worker, tmp_path)
    before = len(worker.events)

    worker.load(tmp_path / "graph.py", known_graph=identity_of(first))
    same = worker.events[before:]
    (tmp_path / "graph.py").write_text(DOCUMENT + "# more\n", encoding="utf-8")
    worker.load(tmp_path / "graph.py", known_graph=identity_of(first))

    assert (first.changed, same) == (False, [])
    assert worker.until(GraphCompiled).changed is True


def test_a_graph_is_told_again_when_what_its_document_imports_makes_another_one(
    worker: RunningWorker, tmp_path: Path
) -> None:
    """The text is the same, and the picture of what runs would be an older one."""
    first = opened(worker, tmp_path)

    (tmp_path / "names_of_nodes.py").write_text('NAMES = ["one", "two"]\n', encoding="utf-8")
    worker.load(tmp_path / "graph.py", known_graph=identity_of(first))

    other = worker.until(GraphCompiled)
    assert (other.changed, [node.name for node in other.nodes]) == (True, ["one", "two"])
