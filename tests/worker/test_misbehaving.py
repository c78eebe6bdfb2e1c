"""User code that misbehaves: the server is told the truth, and nothing that was recorded is lost."""

from __future__ import annotations

import signal
from pathlib import Path
from textwrap import dedent, indent

import pytest

from stepgraph.protocol.events import (
    ChannelUpdated,
    GraphRejected,
    RunFailed,
    RunFinished,
    RunPaused,
    RunStopped,
    StepAborted,
    StepCommitted,
    TaskFailed,
    TaskFinished,
    TaskOutput,
    TaskStarted,
)
from stepgraph.protocol.worker_frames import Batch
from stepgraph.worker.output import HEAD_CHARACTERS, TAIL_CHARACTERS
from tests.worker.running_worker import RunningWorker

GRAPH = """
import operator, os, signal, sys, threading, time
from typing import Annotated, Any, TypedDict
from langgraph.graph import END, START, StateGraph

class State(TypedDict):
    value: Any

def before(state):
    return {{"value": "before"}}

def work(state):
{body}

def build():
    g = StateGraph(State)
    g.add_node("before", before)
    g.add_node("work", work)
    g.add_edge(START, "before")
    g.add_edge("before", "work")
    return g
"""
WORK_LINE = 13


def started(worker: RunningWorker, folder: Path, body: str, run: str = "run") -> RunningWorker:
    """Load a graph whose second node is given, and run it."""
    assert worker.load(write(folder, body)).problem is None
    worker.start({"value": "in"}, thread=folder.name, run=run)
    return worker


def stepped_to_work(worker: RunningWorker, folder: Path, body: str) -> None:
    """Load a graph whose second node is given, and step until it runs."""
    write(folder, body)
    assert worker.load(folder / "graph.py").problem is None
    worker.start({"value": "in"}, until="superstep", thread=folder.name)
    for _ in range(3):
        worker.until(RunPaused)
        worker.go("superstep")


def write(folder: Path, body: str) -> Path:
    path = folder / "graph.py"
    path.write_text(GRAPH.format(body=indent(dedent(body).strip(), "    ")), encoding="utf-8")
    return path


def of(worker: RunningWorker, folder: Path, body: str) -> list[object]:
    """Return the events of such a run from its second node on."""
    started(worker, folder, body, run=folder.name)
    worker.until(RunFinished, RunFailed)
    events = [event for event in worker.events if event.run == folder.name]
    first = next(i for i, e in enumerate(events) if isinstance(e, TaskStarted) and e.node == "work")
    return list(events[first + 1 :])


def committed_steps(worker: RunningWorker) -> list[int]:
    return [event.step for event in worker.told(StepCommitted)]


# What ends the process. The server tells of it; here, what it has until then.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("os._exit(0)", 0),
        ("os._exit(7)", 7),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("import ctypes; ctypes.string_at(0)", -signal.SIGSEGV),
    ],
)
def test_a_node_that_ends_the_process_leaves_what_was_committed(
    worker: RunningWorker, tmp_path: Path, body: str, code: int
) -> None:
    """Whatever the exit code, no event says that the run ended well; the superstep before is there."""
    stepped_to_work(worker, tmp_path, body)

    assert worker.wait_until_gone() == code
    assert committed_steps(worker) == [-1, 0, 1]
    assert [e.node for e in worker.told(TaskStarted)] == ["__start__", "before", "work"]
    assert worker.told(RunFinished, RunFailed) == []


@pytest.mark.slow
@pytest.mark.parametrize("body", ["os._exit(0)", "if os.fork() == 0: os._exit(1)\nos.wait()\nos._exit(0)"])
def test_a_node_that_leaves_a_run_at_full_speed_takes_nothing_with_it(
    worker: RunningWorker, tmp_path: Path, body: str
) -> None:
    """What was told is sent first, once, though a running graph groups what it tells."""
    started(worker, tmp_path, body)

    assert worker.wait_until_gone() == 0
    assert committed_steps(worker) == [-1, 0, 1]
    assert [e.node for e in worker.told(TaskStarted)] == ["__start__", "before", "work"]


@pytest.mark.slow
def test_another_worker_goes_on_where_a_killed_one_was(worker: RunningWorker, tmp_path: Path) -> None:
    """Only the superstep that was open runs again."""
    started(worker, tmp_path, "while not os.path.exists(__file__ + '.go'): pass\nreturn {'value': 'done'}")
    while worker.until(TaskStarted).node != "work":
        pass
    worker.kill()
    worker.wait_until_gone()
    (tmp_path / "graph.py.go").touch()

    with RunningWorker(shelf=worker.shelf) as second:
        second.load(tmp_path / "graph.py")
        second.begin(kind="resume", thread=tmp_path.name)
        finished = second.until(RunFinished)

    assert (finished.output.json, [e.node for e in second.told(TaskStarted)]) == ('{"value": "done"}', ["work"])


@pytest.mark.slow
def test_a_node_that_closes_every_descriptor_ends_its_worker(worker: RunningWorker, tmp_path: Path) -> None:
    """Without its socket it has nobody to run for."""
    stepped_to_work(worker, tmp_path, "os.closerange(0, 256)\nreturn {'value': 1}")

    assert worker.wait_until_gone() != 0
    assert committed_steps(worker) == [-1, 0, 1]


@pytest.mark.slow
def test_a_node_that_closes_the_standard_streams_harms_nothing(worker: RunningWorker, tmp_path: Path) -> None:
    """What it prints is kept all the same."""
    started(worker, tmp_path, "os.closerange(0, 3)\nprint('still here')\nreturn {'value': 1}")

    assert worker.until(TaskOutput).text == "still here\n"
    assert worker.until(RunFinished).output.json == '{"value": 1}'


@pytest.mark.slow
def test_a_worker_ends_with_its_server(worker: RunningWorker, tmp_path: Path) -> None:
    """Even while a node never returns."""
    started(worker, tmp_path, "while True: pass")
    while worker.until(TaskStarted).node != "work":
        pass

    worker.hang_up()

    assert worker.process.wait(60) == 3


# What can be stopped politely.


@pytest.mark.slow
@pytest.mark.parametrize("turn", ["pass", "time.sleep(0.001)", "print('and on')"])
def test_an_endless_loop_in_a_node_is_ended_by_a_signal_after_a_halt(
    worker: RunningWorker, tmp_path: Path, turn: str
) -> None:
    """Whatever it does in each turn. The worker lives, and the run goes on from its last checkpoint."""
    started(worker, tmp_path, f"while not os.path.exists(__file__ + '.go'): {turn}\nreturn {{'value': 'done'}}")
    while worker.until(TaskStarted).node != "work":
        pass

    worker.halt()
    worker.interrupt()
    aborted, stopped = worker.until(StepAborted), worker.until(RunStopped)
    (tmp_path / "graph.py.go").touch()
    worker.begin(kind="resume", thread=tmp_path.name)

    assert (aborted.step, aborted.reason, aborted.sentence) == (
        2,
        "stopped",
        'Superstep 2 was given up, since the run was stopped while "work" was at work.',
    )
    assert (stopped.reason, stopped.step) == ("asked", 2)
    assert worker.until(RunFinished).output.json == '{"value": "done"}'


def test_a_signal_that_nobody_asked_for_ends_nothing(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """A terminal's Ctrl-C is the server's to understand."""
    started(shared_worker, tmp_path, "os.kill(os.getpid(), signal.SIGINT)\nreturn {'value': 1}")

    assert isinstance(shared_worker.until(RunFinished, RunFailed), RunFinished)


@pytest.mark.slow
def test_a_document_that_never_ends_its_import_is_ended_by_a_signal(worker: RunningWorker, tmp_path: Path) -> None:
    """The line is said where it was."""
    path = tmp_path / "graph.py"
    path.write_text("\nwhile True: open(__file__ + '.on', 'w').close()\n", encoding="utf-8")
    interrupting = worker.interrupt_when(tmp_path / "graph.py.on")
    with interrupting:
        worker.load(path)

    (problem,) = worker.until(GraphRejected).problems

    assert (problem.code, problem.line) == ("document.stopped", 2)
    assert problem.sentence == "Importing the document was stopped in line 2 of graph.py."


# What a run survives as a failure, or as nothing at all.


def test_an_error_in_a_node_is_told_with_the_users_frames(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """The superstep comes to nothing, and the run fails at that line."""
    body = """
    def inner():
        return {}["missing"]
    inner()
    """

    failed, aborted, ended = of(shared_worker, tmp_path, body)

    assert isinstance(failed, TaskFailed)
    assert (failed.error, failed.code) == ("KeyError: 'missing'", "node.raised")
    assert failed.sentence == "The node \"work\" failed in line 14 of graph.py: KeyError: 'missing'"
    assert [(f.function, f.line, f.text, f.in_document) for f in failed.traceback] == [
        ("work", WORK_LINE + 2, "inner()", True),
        ("inner", WORK_LINE + 1, 'return {}["missing"]', True),
    ]
    assert isinstance(aborted, StepAborted)
    assert (aborted.reason, aborted.kept) == ("task_failed", ())
    assert isinstance(ended, RunFailed)
    assert (ended.step, ended.code) == (2, "node.raised")


@pytest.mark.parametrize(
    ("body", "error", "code"),
    [
        ("return [1]", "InvalidUpdateError: Expected dict, got [1]", "INVALID_GRAPH_NODE_RETURN_VALUE"),
        ("sys.exit('bye')", "SystemExit: bye", "node.exited"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", "node.exited"),
        ("raise GeneratorExit", "GeneratorExit", "node.exited"),
        ("class Own(BaseException): pass\nraise Own('x')", "Own: x", "node.exited"),
        ("def deeper(): deeper()\ndeeper()", "RecursionError: maximum recursion depth exceeded", "node.raised"),
        (
            "class Bad(Exception):\n    def __str__(self): raise ValueError\nraise Bad",
            "Bad: its text cannot be read: ValueError",
            "node.raised",
        ),
        ("raise ValueError('\\ud800')", "ValueError: \\ud800", "node.raised"),
    ],
)
def test_whatever_a_node_raises_is_its_failure(
    shared_worker: RunningWorker, tmp_path: Path, body: str, error: str, code: str
) -> None:
    """Also what would end a program, and what cannot even say what it is."""
    events = of(shared_worker, tmp_path, body)

    (failed,) = [event for event in events if isinstance(event, TaskFailed)]
    assert (failed.error.partition("\n")[0], failed.code, failed.node) == (error, code, "work")
    assert [type(event) for event in events[-2:]] == [StepAborted, RunFailed]


def test_an_endless_recursion_is_told_with_a_few_frames(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """The two ends say enough."""
    events = of(shared_worker, tmp_path, "def deeper(): deeper()\ndeeper()")

    (failed,) = [event for event in events if isinstance(event, TaskFailed)]
    assert (len(failed.traceback), failed.traceback[0].function, failed.traceback[-1].function) == (
        40,
        "work",
        "deeper",
    )


def test_a_value_that_cannot_be_stored_is_told_and_the_run_goes_on(
    shared_worker: RunningWorker, tmp_path: Path
) -> None:
    """The checkpoint says which channel it does not have, and the value itself says why."""
    events = of(shared_worker, tmp_path, "return {'value': {'lock': threading.Lock()}}")

    (updated,) = [e for e in events if isinstance(e, ChannelUpdated) and e.channel == "value"]
    (committed,) = [e for e in events if isinstance(e, StepCommitted)]
    assert (updated.value_after.kind, updated.value_after.loss) == (
        "dict",
        "A lock cannot be stored: the run cannot go on with it from a checkpoint.",
    )
    assert committed.unstorable == {"value": "A lock at ['lock'] cannot be stored."}
    assert isinstance(events[-1], RunFinished)
    (saved,) = [row for batch in shared_worker.batches for row in batch.checkpoints if row.id == committed.checkpoint]
    assert ("value" in saved.cleared, saved.values) == (True, ())


@pytest.mark.parametrize(
    ("body", "text", "truncated"),
    [
        ("v = []; v.append(v); return {'value': v}", "[<cycle>]", False),
        ("return {'value': 'x' * 20_000_000}", '"' + "x" * 238 + "…", True),
        (
            "v = []\nfor _ in range(100_000): v = [v]\nreturn {'value': v}",
            "[" * 100 + "…" + "]" * 100,
            True,
        ),
        (
            "class C:\n    def __repr__(self): raise OSError\nreturn {'value': C()}",
            "<not shown: C.__repr__ raised OSError>",
            False,
        ),
    ],
)
def test_cyclic_huge_deep_and_hostile_values_are_shown_bounded(
    shared_worker: RunningWorker, tmp_path: Path, body: str, text: str, truncated: bool
) -> None:
    """And say that a checkpoint does not have them."""
    events = of(shared_worker, tmp_path, body)

    (updated,) = [e for e in events if isinstance(e, ChannelUpdated) and e.channel == "value"]
    (committed,) = [e for e in events if isinstance(e, StepCommitted)]
    assert (updated.value_after.text, updated.value_after.truncated) == (text, truncated)
    assert list(committed.unstorable) == ["value"]
    assert isinstance(events[-1], RunFinished)


def test_a_hundred_megabytes_of_printed_text_are_told_as_head_and_tail(
    shared_worker: RunningWorker, tmp_path: Path
) -> None:
    """The task's own end comes after it, and says nothing of it."""
    body = "print('head')\nfor _ in range(100): print('x' * 1_000_000)\nprint('tail')\nreturn {'value': 1}"

    events = of(shared_worker, tmp_path, body)

    outputs = [event for event in events if isinstance(event, TaskOutput)]
    text = "".join(event.text for event in outputs)
    assert (text[:5], text[-6:], len(text)) == ("head\n", "\ntail\n", HEAD_CHARACTERS + TAIL_CHARACTERS)
    assert sum(event.cut for event in outputs) == 100_000_100 + len("head\ntail\n") - len(text)
    assert {(event.node, event.stream, event.step) for event in outputs} == {("work", "stdout", 2)}
    assert [type(event) for event in events[len(outputs) :][:1]] == [TaskFinished]


def test_tasks_that_run_together_have_their_own_text(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """However their lines are mixed, and on both streams."""
    path = tmp_path / "graph.py"
    path.write_text(
        dedent(
            """
            import sys, threading
            from typing import TypedDict
            from langgraph.graph import START, StateGraph

            class State(TypedDict):
                n: int

            meet = threading.Barrier(2)

            def speaking(name):
                def speak(state):
                    for n in range(3):
                        meet.wait()
                        print(name, n)
                        sys.stderr.write(f"{name}!")
                return speak

            g = StateGraph(State)
            for name in ("a", "b"):
                g.add_node(name, speaking(name))
                g.add_edge(START, name)
            """
        ),
        encoding="utf-8",
    )
    shared_worker.load(path)

    shared_worker.start({}, thread=tmp_path.name, run=tmp_path.name)
    shared_worker.until(RunFinished)

    text = {
        (node, stream): "".join(
            e.text for e in shared_worker.told(TaskOutput) if (e.run, e.node, e.stream) == (tmp_path.name, node, stream)
        )
        for node in ("a", "b")
        for stream in ("stdout", "stderr")
    }
    assert text == {
        ("a", "stdout"): "a 0\na 1\na 2\n",
        ("a", "stderr"): "a!a!a!",
        ("b", "stdout"): "b 0\nb 1\nb 2\n",
        ("b", "stderr"): "b!b!b!",
    }


def test_text_is_told_while_the_node_still_runs(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """Nobody has to wait for the end to see it."""
    started(
        shared_worker,
        tmp_path,
        "print('working')\nwhile not os.path.exists(__file__ + '.go'): time.sleep(0.001)\nreturn {'value': 1}",
    )

    told = shared_worker.until(TaskOutput)
    (tmp_path / "graph.py.go").touch()

    assert told.text == "working\n"
    shared_worker.until(RunFinished)


@pytest.mark.slow
def test_a_node_that_patches_python_harms_nobody(worker: RunningWorker, tmp_path: Path) -> None:
    """What the worker needs of Python, it has taken before."""
    body = """
    import builtins, json, time
    json.dumps = time.perf_counter = time.monotonic = None
    builtins.print = None
    sys.stdout = None
    return {'value': [1] * 200}
    """

    events = of(worker, tmp_path, body)

    assert isinstance(events[-1], RunFinished)


def test_a_growing_list_is_stored_as_its_growth(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """Values and checkpoints of each superstep cost about what was added."""
    path = tmp_path / "graph.py"
    path.write_text(
        dedent(
            """
            import operator
            from typing import Annotated, TypedDict
            from langgraph.graph import END, START, StateGraph

            class State(TypedDict):
                log: Annotated[list, operator.add]

            def work(state):
                return {"log": [{"n": len(state["log"]), "text": "x" * 200}]}

            def build():
                g = StateGraph(State)
                g.add_node("work", work)
                g.add_edge(START, "work")
                g.add_conditional_edges("work", lambda s: "work" if len(s["log"]) < 300 else END, ["work", END])
                return g
            """
        ),
        encoding="utf-8",
    )
    shared_worker.load(path)
    before = len(shared_worker.batches)

    shared_worker.start({}, thread=tmp_path.name)
    finished = shared_worker.until(RunFinished)

    sent = sum(len(blob.data) for batch in shared_worker.batches[before:] for blob in batch.blobs)
    ref = finished.output.ref
    assert ref is not None
    whole = shared_worker.shelf.value(ref)
    assert (len(whole) > 60_000, sent < 12 * len(whole)) == (True, True)


@pytest.mark.slow
def test_a_server_that_sends_nonsense_is_left(worker: RunningWorker) -> None:
    """A frame that cannot be read, or is too long, means that the other end is no server of ours."""
    worker.send_raw(b"\x00\x00\x00\x03abc")

    assert worker.wait_until_gone() == 3


def test_every_batch_fits_a_frame(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """Also of a superstep whose tasks wrote megabytes each."""
    body = "return {'value': ['x' * 3_000_000 + str(n) for n in range(4)]}"

    events = of(shared_worker, tmp_path, body)

    assert isinstance(events[-1], RunFinished)
    assert all(sum(len(blob.data) for blob in batch.blobs) <= 5_000_000 for batch in shared_worker.batches)
    assert isinstance(shared_worker.batches[-1], Batch)
