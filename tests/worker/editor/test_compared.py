"""Texts that tell their graph in full are compiled by the real worker, and nothing is said to differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.document.reading.read import read_model
from stepgraph.document.templates.catalogue import templates
from stepgraph.document.text import parse_text
from stepgraph.lessons.catalogue import examples
from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.worker_frames import Study
from stepgraph.worker.editor.editor import Editor
from tests.worker.running_worker import RunningWorker

ROOT = Path(__file__).parents[3]
READ = ROOT / "tests" / "document" / "reading" / "graphs"
PATHS = [
    *(example.path for example in examples()),
    *(template.path for template in templates()),
    *sorted(READ.glob("*.py")),
]

ONLY_BY_ARGUMENTS = {"shelf_parts"}
"""Files whose graphs are all made by functions that want arguments."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_what_is_compiled_is_what_is_drawn(path: Path, shared_worker: RunningWorker) -> None:
    """A false alarm would teach people to look away."""
    text = path.read_text(encoding="utf-8")
    model = read_model(parse_text(str(path), text))
    before = len(shared_worker.events)
    for graph in model.graphs:
        shared_worker.load(path, graph.name)
    compiled = [event for event in shared_worker.events[before:] if isinstance(event, GraphCompiled)]
    # The worker makes no graph by a function that wants arguments, and there is nothing to compare.
    assert bool(compiled) == (path.stem not in ONLY_BY_ARGUMENTS)
    editor = Editor()

    differs = []
    for graph_compiled in compiled:
        request = Study(1, str(path), text, None, graph_compiled.source_hash, graph_compiled)
        editor.study(request)
        findings = editor.check(request).found().findings
        differs += [finding.sentence for finding in findings if finding.code == "drawing.differs"]

    assert differs == []
