"""`stepgraph trace` of a document whose nodes run on processes of its own."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from stepgraph.protocol.events import AnyEvent, RunFinished, TaskFailed, TaskFinished, TaskPlaced
from stepgraph.protocol.frames import AnyServerFrame, EventFrame
from tests.support.programs import stepgraph

pytestmark = pytest.mark.slow

SQUARES = """\
import operator
from typing import Annotated, TypedDict
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send

class State(TypedDict, total=False):
    n: int
    x: Annotated[list, operator.add]

def square(state):
    if state["n"] == 2:
        raise ValueError("two")
    return Command(update={"x": [state["n"] ** 2]})

builder = StateGraph(State)
builder.add_node("square", square)
builder.add_conditional_edges(START, lambda state: [Send("square", {"n": n}) for n in range(state["n"])], ["square"])
"""

PROCESSES = """\
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
graph = builder.compile(executor=ProcessPoolExecutor(2, mp_context=get_context("spawn")))
"""

DASK = """\
def cluster():
    from distributed import Client
    return Client(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None).get_executor()

graph = builder.compile(executor={"square": cluster})
"""


def traced(tmp_path: Path, given: str, *, compiled: str = PROCESSES) -> tuple[int, list[AnyEvent]]:
    """Trace the document; return the exit code and the events."""
    document = tmp_path / "document" / "squares.py"
    for folder in (document.parent, tmp_path / "data"):
        folder.mkdir()
    document.write_text(SQUARES + compiled)
    done = stepgraph("trace", str(document), "--input", given, data=tmp_path / "data")
    frames = [msgspec.json.decode(line, type=AnyServerFrame) for line in done.stdout.splitlines()]
    assert [path.name for path in document.parent.iterdir()] == ["squares.py"]
    return done.returncode, [frame.event for frame in frames if isinstance(frame, EventFrame)]


@pytest.mark.parametrize(("compiled", "name"), [(PROCESSES, "process "), (DASK, "Dask worker tcp://")])
def test_the_trace_names_the_worker_that_ran_each_task(tmp_path: Path, compiled: str, name: str) -> None:
    """It imports the document as the run does: `langgraph` is served there, and nothing is left in the folder."""
    code, events = traced(tmp_path, '{"n": 2}', compiled=compiled)

    ended = [event.task for event in events if isinstance(event, TaskFinished) and event.node == "square"]
    placed = {event.task: event.worker for event in events if isinstance(event, TaskPlaced)}
    assert (code, type(events[-1])) == (0, RunFinished)
    assert len(ended) == 2
    assert set(placed) == set(ended)
    assert all(worker.startswith(name) for worker in placed.values())


def test_what_a_node_raises_in_another_process_has_its_line(tmp_path: Path) -> None:
    """As if it had run here."""
    code, events = traced(tmp_path, '{"n": 3}')

    (failed,) = [event for event in events if isinstance(event, TaskFailed)]
    assert code == 1
    assert failed.sentence == 'The node "square" failed in line 12 of squares.py: ValueError: two'
    assert [frame.text for frame in failed.traceback] == ['raise ValueError("two")']
