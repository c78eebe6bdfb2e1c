"""The editor as a process: it answers in order, looks for faults beside it, and runs nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stepgraph.protocol.worker_frames import Draw, Drawn, Found, Quit, Studied, Study
from tests.worker.editor.texts import CHAIN
from tests.worker.running_worker import RunningWorker

pytestmark = pytest.mark.slow


def study(number: int, path: Path, text: str) -> Study:
    """A request to read a text."""
    return Study(number, str(path), text, None, "", None)


def test_a_text_is_read_and_edited_without_running_any_of_it(tmp_path: Path) -> None:
    """Nor of the modules beside it, which are read for its schemas."""
    canary = tmp_path / "ran"
    runs = f"open({str(canary)!r}, 'w')\n"
    (tmp_path / "states.py").write_text(f"{runs}class Other: ...\n", encoding="utf-8")
    text = f"{runs}from states import Other\n{CHAIN}"
    gesture = json.dumps({"type": "edge.add", "source": "ask", "target": "check"})

    with RunningWorker("--editor") as editor:
        editor.send(study(1, tmp_path / "survey.py", text))
        studied, found = editor.receive(), editor.receive()
        editor.send(Draw(2, str(tmp_path / "survey.py"), text, None, gesture))
        drawn = editor.receive()
        editor.send(Quit())
        code = editor.wait_until_gone()

    assert isinstance(studied, Studied)
    assert isinstance(found, Found)
    assert isinstance(drawn, Drawn)
    assert (studied.id, found.id, drawn.id, drawn.problem) == (1, 1, 2, None)
    assert (code, canary.exists()) == (0, False)


def test_faults_are_looked_for_in_the_newest_text(tmp_path: Path) -> None:
    """Each text is read; who types on waits for no faults of what is old by then."""
    with RunningWorker("--editor") as editor:
        for number in range(1, 9):
            editor.send(study(number, tmp_path / "survey.py", f"{CHAIN}# {number}\n"))
        frames = [editor.receive()]
        while not isinstance(frames[-1], Found) or frames[-1].id != 8:
            frames.append(editor.receive())

    studied = [frame.id for frame in frames if isinstance(frame, Studied)]
    checked = [frame.id for frame in frames if isinstance(frame, Found)]
    assert studied == list(range(1, 9))
    assert checked == sorted(set(checked))
