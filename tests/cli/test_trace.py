"""`stepgraph trace`: events as JSON lines, and an exit code that says how it went."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import msgspec
import pytest

from stepgraph.cli import carry_out
from stepgraph.protocol.events import RunFailed, RunFinished, RunPaused, RunStarted
from stepgraph.protocol.frames import AnyServerFrame, EventFrame
from tests.support.pictures import numbers_at_steps
from tests.support.programs import started, stepgraph

pytestmark = pytest.mark.slow

GRAPHS = Path(__file__).parents[1] / "server" / "graphs"
COUNTER = str(GRAPHS / "counter.py")

GREETING = """\
from dataclasses import dataclass
from typing import TypedDict
from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime

@dataclass
class Guest:
    who: str

class State(TypedDict, total=False):
    said: str

def greet(state, runtime: Runtime[Guest]):
    return {"said": "Hello, " + runtime.context.who}

graph = StateGraph(State, context_schema=Guest)
graph.add_node(greet)
graph.add_edge(START, "greet")
"""


def frames_of(output: str) -> list[EventFrame]:
    """The lines of a trace as frames of the wire."""
    frames = [msgspec.json.decode(line, type=AnyServerFrame) for line in output.splitlines()]
    return [frame for frame in frames if isinstance(frame, EventFrame)]


def test_a_run_is_written_as_frames_of_the_wire(tmp_path: Path) -> None:
    """One frame on each line, numbered without a gap, of one log; nothing else is on standard output."""
    done = stepgraph("trace", COUNTER, "--input", '{"n": 0}', data=tmp_path)

    frames = frames_of(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert [frame.seq for frame in frames] == list(range(1, len(frames) + 1))
    assert len({frame.epoch for frame in frames}) == 1
    assert numbers_at_steps(frames) == {1: "1", 2: "2", 3: "3"}
    assert isinstance(frames[-1].event, RunFinished)


def test_a_graph_is_named_after_the_file(tmp_path: Path) -> None:
    """FILE:NAME means the graph of that name in the file."""
    done = stepgraph("trace", f"{COUNTER}:graph", "--input", '{"n": 2}', data=tmp_path)

    assert done.returncode == 0


def test_the_context_reaches_the_nodes(tmp_path: Path) -> None:
    """--context is made into the graph's context class, as a caller's would be."""
    document = tmp_path / "greeting.py"
    document.write_text(GREETING, encoding="utf-8")

    done = stepgraph("trace", str(document), "--input", "{}", "--context", '{"who": "Noor"}', data=tmp_path)

    finished = frames_of(done.stdout)[-1].event
    assert isinstance(finished, RunFinished)
    assert (done.returncode, finished.output.json) == (0, '{"said": "Hello, Noor"}')


def test_an_input_comes_from_a_file_or_from_standard_input(tmp_path: Path) -> None:
    """@FILE and - are read; both give the run that the text itself gives."""
    (tmp_path / "input.json").write_text('{"n": 2}', encoding="utf-8")
    outputs = [
        stepgraph("trace", COUNTER, "--input", text, data=tmp_path, given='{"n": 2}').stdout
        for text in ('{"n": 2}', "@input.json", "-")
    ]

    assert [numbers_at_steps(frames_of(output)) for output in outputs] == [{1: "3"}] * 3


def test_a_failing_run_ends_with_1_and_the_failure_in_the_stream(tmp_path: Path) -> None:
    """The events say what failed; nothing has to be read from standard error."""
    done = stepgraph("trace", str(GRAPHS / "raises.py"), "--input", '{"n": 0}', data=tmp_path)

    last = frames_of(done.stdout)[-1].event
    assert (done.returncode, done.stderr) == (1, "")
    assert isinstance(last, RunFailed)
    assert "two is too many" in last.error


def test_a_lost_process_ends_with_1(tmp_path: Path) -> None:
    """A graph that leaves with the code of success has failed all the same."""
    done = stepgraph("trace", str(GRAPHS / "leaves.py"), "--input", '{"n": 0}', data=tmp_path)

    assert done.returncode == 1
    assert '"worker.lost"' in done.stdout.splitlines()[-1]


def test_a_run_can_be_cut_by_steps(tmp_path: Path) -> None:
    """A run that would not end is looked at for a while; pausing is no failure."""
    done = stepgraph("trace", COUNTER, "--input", '{"n": 0}', "--max-steps", "2", data=tmp_path)

    assert done.returncode == 0
    assert isinstance(frames_of(done.stdout)[-1].event, RunPaused)


def test_a_thread_and_a_recursion_limit_are_passed_on(tmp_path: Path) -> None:
    """What the run is started with is in its first event, and what it comes to in its last."""
    done = stepgraph(
        "trace", COUNTER, "--input", '{"n": 0}', "--thread", "mine", "--recursion-limit", "2", data=tmp_path
    )

    events = [frame.event for frame in frames_of(done.stdout)]
    run = next(event for event in events if isinstance(event, RunStarted))
    assert (run.thread, run.recursion_limit, done.returncode) == ("mine", 2, 1)
    assert isinstance(events[-1], RunFailed)
    assert events[-1].code == "GRAPH_RECURSION_LIMIT"


UNUSABLE: dict[str, tuple[list[str], str]] = {
    "no file": (["nothing.py", "--input", "{}"], "There is no file nothing.py"),
    "a folder": ([".", "--input", "{}"], "is not a file"),
    "another kind of file": (["notes.txt", "--input", "{}"], "neither a Python file"),
    "no graph": ([str(GRAPHS / "no_graph.py"), "--input", "{}"], "no_graph.py"),
    "no such graph": ([f"{COUNTER}:other", "--input", "{}"], "other"),
    "a syntax error": (["broken.py", "--input", "{}"], "broken.py:2"),
    "an exception at import": (["raising.py", "--input", "{}"], "raising.py:1"),
    "no JSON": ([COUNTER, "--input", "{n: 0}"], "line 1, column 2"),
    "no such input file": ([COUNTER, "--input", "@nothing.json"], "nothing.json"),
    "no JSON as context": ([COUNTER, "--input", "{}", "--context", "x"], "The context cannot be used"),
    "an input that does not fit": ([COUNTER, "--input", '{"n": "many"}'], "n"),
    "a limit of zero": ([COUNTER, "--input", "{}", "--recursion-limit", "0"], "recursion-limit"),
    "no input": ([COUNTER], "--input"),
    "an unknown option": ([COUNTER, "--input", "{}", "--fast"], "--fast"),
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_what_cannot_be_used_ends_with_2_and_one_message(
    tmp_path: Path, case: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names what is wrong; there is no traceback of ours."""
    (tmp_path / "notes.txt").write_text("", encoding="utf-8")
    (tmp_path / "broken.py").write_text("import os\ndef (:\n", encoding="utf-8")
    (tmp_path / "raising.py").write_text("raise ValueError('at import')\n", encoding="utf-8")
    arguments, part = UNUSABLE[case]

    monkeypatch.chdir(tmp_path)

    exit_code = carry_out(["trace", *arguments])

    told = capsys.readouterr()
    assert (exit_code, "Traceback" in told.err) == (2, False)
    assert part in told.err


def test_ctrl_c_ends_a_run_that_never_ends(tmp_path: Path) -> None:
    """The stream ends with how the run was stopped, and no process is left."""
    with started("trace", str(GRAPHS / "endless.py"), "--input", '{"n": 0}', data=tmp_path) as process:
        assert process.stdout is not None
        lines = [next(process.stdout) for _ in range(15)]
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=60)

    last = json.loads((rest.splitlines() or lines)[-1])
    assert (last["event"]["type"], process.returncode, errors) == ("run.stopped", 130, "")


def test_a_trace_needs_no_web_server(tmp_path: Path) -> None:
    """Its libraries are not even imported."""
    done = stepgraph("trace", COUNTER, "--input", '{"n": 0}', data=tmp_path, more={"PYTHONPROFILEIMPORTTIME": "1"})

    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "sqlalchemy" in imported
    assert {"fastapi", "starlette", "uvicorn", "websockets"} & imported == set()
