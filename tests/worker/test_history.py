"""Going on from where a thread stands: after a stop, from the past, with an edit, in another process."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.protocol.events import (
    RunFinished,
    RunPaused,
    RunStopped,
    StateRestored,
    StepAborted,
    StepCommitted,
    StepPlanned,
)
from tests.worker.counting import thread_of
from tests.worker.running_worker import RunningWorker


def test_a_stopped_run_goes_on_from_its_last_checkpoint(counter: RunningWorker, tmp_path: Path) -> None:
    """Stopped while a superstep is open, it is given up and planned again."""
    thread = thread_of(tmp_path)
    counter.start({"n": 1}, until="superstep", thread=thread)
    counter.until(RunPaused)
    counter.go("phase")
    counter.until(RunPaused)

    counter.halt()
    aborted, stopped = counter.until(StepAborted), counter.until(RunStopped)
    counter.begin(kind="resume", thread=thread, run="again")

    assert (aborted.step, aborted.reason) == (0, "stopped")
    assert (stopped.reason, stopped.step, stopped.phase) == ("asked", 0, "execute")
    assert counter.until(RunFinished).output.json == '{"n": 3}'
    assert [e.step for e in counter.told(StepPlanned) if e.run == "again"] == [0, 1, 2]
    assert [e for e in counter.told(StateRestored) if e.run == "again"] == []


def test_a_fork_runs_again_what_was_due_at_its_checkpoint(counter: RunningWorker, tmp_path: Path) -> None:
    """The state is told first, then a second child of that checkpoint."""
    thread = thread_of(tmp_path)
    counter.start({"n": 1}, thread=thread, run="first")
    counter.until(RunFinished)
    at = next(e for e in counter.told(StepCommitted) if e.run == "first" and e.step == 1)

    counter.begin(kind="fork", thread=thread, checkpoint=at.checkpoint, run="fork", until="superstep")
    restored, forked = counter.until(StateRestored), counter.until(StepCommitted)
    counter.until(RunPaused)
    counter.go("end")

    assert (restored.checkpoint, restored.step, restored.run) == (at.checkpoint, 1, "fork")
    n = next(cell for cell in restored.cells if cell.channel == "n")
    assert (n.value.text, n.version, n.available) == ("2", 3, True)
    assert [(due.node, [(w.channel, w.fired) for w in due.wakes]) for due in restored.next] == [
        ("add", [("branch:to:add", True)])
    ]
    assert (forked.source, forked.parent, forked.step) == ("fork", at.checkpoint, 2)
    assert counter.until(RunFinished).output.json == '{"n": 3}'


def test_an_edit_as_a_node_runs_its_router_and_the_run_goes_on_from_it(counter: RunningWorker, tmp_path: Path) -> None:
    """What it will make due is told beforehand, and nothing is changed by asking."""
    thread = thread_of(tmp_path)
    counter.start({"n": 1}, until="superstep", thread=thread)
    counter.until(RunPaused)
    counter.go("superstep")
    counter.until(RunPaused)
    at = counter.told(StepCommitted)[-1].checkpoint

    asked = counter.edit(at, {"n": 7}, node="add", thread=thread, dry=True)
    onward = counter.edit(at, {"n": 0}, node="add", thread=thread, dry=True)
    before = len(counter.events)
    counter.halt()
    counter.until(RunStopped)
    counter.edit(at, {"n": 0}, node="add", thread=thread)
    edited = [type(event).__name__ for event in counter.events[before:]]
    counter.begin(kind="resume", thread=thread)

    assert asked.next is not None
    assert asked.dropped is not None
    assert ([due.node for due in asked.next], [due.node for due in asked.dropped]) == ([], ["add"])
    assert onward.next is not None
    assert [due.node for due in onward.next] == ["add"]
    assert edited == ["RunStopped", "StateEdited", "ChannelUpdated", "ChannelUpdated", "StepCommitted", "RunPaused"]
    assert counter.until(RunFinished).output.json == '{"n": 3}'


def test_a_raw_edit_changes_a_value_and_leaves_what_is_due(counter: RunningWorker, tmp_path: Path) -> None:
    """The channel's version rises, and the same nodes are due as before."""
    thread = thread_of(tmp_path)
    counter.start({"n": 0}, until="superstep", thread=thread)
    counter.until(RunPaused)
    counter.go("superstep")
    counter.until(RunPaused)
    at = counter.told(StepCommitted)[-1].checkpoint
    counter.halt()
    counter.until(RunStopped)

    asked = counter.edit(at, {"n": 2}, how="raw", thread=thread, dry=True)
    counter.edit(at, {"n": 2}, how="raw", thread=thread)
    committed, paused = counter.until(StepCommitted), counter.until(RunPaused)
    counter.begin(kind="resume", thread=thread)

    assert asked.next is not None
    assert [due.node for due in asked.next] == ["add"]
    assert (committed.source, committed.parent, [due.node for due in committed.next]) == ("update", at, ["add"])
    assert (paused.reason, paused.step, paused.phase) == ("step", 2, "plan")
    assert counter.until(RunFinished).output.json == '{"n": 3}'


@pytest.mark.parametrize(
    ("edit", "code", "sentence"),
    [
        ({"how": "raw", "values": {"m": 1}}, "edit.unknown_channel", 'The graph has no channel "m".'),
        ({"how": "node", "node": "nobody", "values": {}}, "edit.unknown_node", 'The graph has no node "nobody".'),
        (
            {"how": "node", "node": "add", "values": [1]},
            "edit.refused",
            "The edit was refused: InvalidUpdateError: Expected dict, got [1]",
        ),
        (
            {"how": "raw", "values": 1},
            "edit.does_not_fit",
            "The values must be a JSON object: each channel's new value.",
        ),
    ],
)
def test_an_edit_that_cannot_be_is_refused_and_changes_nothing(
    counter: RunningWorker, tmp_path: Path, edit: dict[str, object], code: str, sentence: str
) -> None:
    """With the reason; no event is told."""
    thread = thread_of(tmp_path)
    counter.start({"n": 0}, thread=thread)
    counter.until(RunFinished)
    at = counter.told(StepCommitted)[-1].checkpoint
    before = len(counter.events)

    problem = counter.edit(at, edit.pop("values"), thread=thread, **edit).problem

    assert problem is not None
    assert (problem.code, problem.sentence) == (code, sentence)
    assert counter.events[before:] == []


def test_a_run_that_is_held_inside_apply_is_not_edited(counter: RunningWorker, tmp_path: Path) -> None:
    """Half of its channels have their updates."""
    counter.start({"n": 0}, until="phase", thread=thread_of(tmp_path))
    while counter.until(RunPaused).phase != "channel":
        counter.go("phase")
    at = counter.told(StepCommitted)[-1].checkpoint

    problem = counter.edit(at, {"n": 1}, thread=thread_of(tmp_path), dry=True).problem
    counter.halt()
    counter.until(RunStopped)

    assert problem is not None
    assert problem.code == "run.inside_apply"


def test_a_new_input_goes_on_in_the_same_thread(counter: RunningWorker, tmp_path: Path) -> None:
    """Values of the last run are still there, and nothing is told again."""
    thread = thread_of(tmp_path)
    counter.start({"n": 2}, thread=thread, run="one")
    counter.until(RunFinished)

    counter.start({}, thread=thread, run="two")

    assert counter.until(RunFinished).output.json == '{"n": 4}'
    assert [e for e in counter.told(StateRestored) if e.run == "two"] == []
    assert [e.step for e in counter.told(StepCommitted) if e.run == "two"] == [2, 3, 4]


def test_a_new_worker_tells_the_state_before_it_goes_on(counter: RunningWorker, tmp_path: Path) -> None:
    """It gets the newest checkpoint from the server, and decodes it to the same values."""
    thread = thread_of(tmp_path)
    counter.start({"n": 0}, until="superstep", thread=thread)
    for _ in range(2):
        counter.until(RunPaused)
        counter.go("superstep")
    counter.until(RunPaused)
    with RunningWorker(shelf=counter.shelf) as second:
        second.load(tmp_path / "graph.py", known_graph="")

        second.begin(kind="resume", thread=thread, run="second")
        finished = second.until(RunFinished)

    (restored,) = second.told(StateRestored)
    assert [(cell.channel, cell.value.text, cell.version, cell.seen_by) for cell in restored.cells] == [
        ("n", "1", 3, {}),
        ("__start__", "", 2, {"__start__": 1}),
        ("__pregel_tasks", "", None, {}),
        ("branch:to:add", "None", 3, {"add": 2}),
    ]
    assert finished.output.json == '{"n": 3}'
    counter.halt()
    counter.until(RunStopped)
