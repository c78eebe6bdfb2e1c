"""Starting, stepping, pausing, stopping and resuming a run in a real worker."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from stepgraph.protocol.events import (
    ChannelUpdated,
    EngineWarned,
    RunFailed,
    RunFinished,
    RunPaused,
    RunStarted,
    RunStopped,
    StateRestored,
    StepAborted,
    StepCommitted,
    StepPlanned,
    TaskStarted,
)
from tests.worker.running_worker import RunningWorker

COUNTER = """
from typing import TypedDict
from langgraph.graph import END, START, StateGraph

class State(TypedDict):
    n: int

def add(state):
    return {"n": state["n"] + 1}

def more(state):
    return "add" if state["n"] < 3 else END

def build():
    g = StateGraph(State)
    g.add_node("add", add)
    g.add_edge(START, "add")
    g.add_conditional_edges("add", more, ["add", END])
    return g
"""


@pytest.fixture
def counter(tmp_path: Path, shared_worker: RunningWorker) -> RunningWorker:
    """A worker that has loaded a graph that counts to three."""
    return opened(shared_worker, tmp_path, COUNTER)


def opened(worker: RunningWorker, folder: Path, text: str) -> RunningWorker:
    path = folder / "graph.py"
    path.write_text(dedent(text), encoding="utf-8")
    assert worker.load(path).problem is None
    return worker


def thread_of(path: Path) -> str:
    return path.name


def refusal(worker: RunningWorker, **fields: object) -> tuple[str, str]:
    problem = worker.begin(**fields).problem
    assert problem is not None
    return problem.code, problem.sentence


def test_a_run_goes_to_its_end(counter: RunningWorker, tmp_path: Path) -> None:
    """The input is superstep -1, the start node 0, and then the graph's own nodes run."""
    counter.start({"n": 0}, thread=thread_of(tmp_path), run="r")

    finished = counter.until(RunFinished)

    committed = [(e.step, e.source) for e in counter.told(StepCommitted) if e.run == "r"]
    assert committed == [(-1, "input"), (0, "loop"), (1, "loop"), (2, "loop"), (3, "loop")]
    assert (finished.step, finished.output.json) == (3, '{"n": 3}')


def test_each_step_ends_before_the_next_superstep(counter: RunningWorker, tmp_path: Path) -> None:
    """After the last one nothing is left to wait for, so the run ends with it."""
    counter.start({"n": 1}, until="superstep", thread=thread_of(tmp_path), run="steps")
    pauses = [counter.until(RunPaused)]
    for _ in range(2):
        counter.go("superstep")
        pauses.append(counter.until(RunPaused))

    counter.go("superstep")

    assert [(pause.step, pause.phase, pause.reason) for pause in pauses] == [
        (0, "plan", "step"),
        (1, "plan", "step"),
        (2, "plan", "step"),
    ]
    assert counter.until(RunFinished).step == 2


def test_phases_are_stepped_one_by_one_down_to_channels(counter: RunningWorker, tmp_path: Path) -> None:
    """Inside apply each channel is a place of its own."""
    counter.start({"n": 2}, until="phase", thread=thread_of(tmp_path), run="phases")
    places = []
    while isinstance(event := counter.until(RunPaused, RunFinished), RunPaused):
        places.append((event.step, event.phase, event.channel))
        counter.go("phase")

    assert places == [
        (0, "plan", None),
        (0, "execute", None),
        (0, "apply", None),
        (0, "channel", "n"),
        (0, "channel", "branch:to:add"),
        (0, "channel", "__start__"),
        (0, "commit", None),
        (1, "plan", None),
        (1, "execute", None),
        (1, "apply", None),
        (1, "channel", "n"),
        (1, "channel", "branch:to:add"),
        (1, "commit", None),
    ]


def test_a_limit_of_steps_holds_the_run_there(counter: RunningWorker, tmp_path: Path) -> None:
    """The reason says that it was the limit."""
    counter.start({"n": 0}, thread=thread_of(tmp_path), max_steps=2)

    paused = counter.until(RunPaused)

    assert (paused.reason, paused.step) == ("limit", 1)
    counter.halt()
    counter.until(RunStopped)


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


def test_input_that_the_schema_does_not_declare_is_told(counter: RunningWorker, tmp_path: Path) -> None:
    """It is dropped, and not in silence."""
    counter.start({"n": 3, "m": 1}, thread=thread_of(tmp_path))

    warned = counter.until(EngineWarned)

    assert (warned.code, warned.channel, warned.sentence) == (
        "input.undeclared_key",
        "m",
        'The input has the key "m", which the graph\'s input schema does not declare: it reaches no channel.',
    )
    counter.until(RunFinished)


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        (
            '{"n": ',
            "input.not_json",
            "The input is not JSON: Expecting value in line 1, column 7.",
        ),
        ('{"n": NaN}', "input.not_json", "The input is not JSON: NaN is no JSON value."),
        (
            '{"n": "many"}',
            "input.does_not_fit",
            'input.n: Input should be a valid integer, unable to parse string as an integer; it is "many".',
        ),
        (
            "[1]",
            "input.does_not_fit",
            "The input must be a JSON object with keys of the state (n), not [1].",
        ),
        ("null", "input.missing", "The input is null; a run starts with an input, {} if it needs none."),
        ("[" * 100_000, "input.not_json", "The input is nested too deeply."),
    ],
)
def test_input_that_does_not_fit_is_refused_with_its_place(
    counter: RunningWorker, text: str, code: str, sentence: str
) -> None:
    """Before anything runs."""
    assert refusal(counter, kind="input", input=text) == (code, sentence)


def test_what_cannot_be_done_now_is_refused_with_a_sentence(counter: RunningWorker) -> None:
    """Going on, holding and stopping need a run."""
    refused = [counter.go("end").problem, counter.hold().problem, counter.halt().problem]

    assert [problem and (problem.code, problem.sentence) for problem in refused] == [
        ("run.not_paused", "There is no run to go on with: start one with an input."),
        ("run.not_running", "No run is at work, so there is nothing to pause."),
        ("run.not_running", "No run is at work, so there is nothing to stop."),
    ]


def test_a_pause_waits_for_the_node_that_runs(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """It says for which, and holds the run before the next phase."""
    gate = tmp_path / "go"
    worker = opened(
        shared_worker,
        tmp_path,
        COUNTER.replace(
            "def add(state):\n", f"def add(state):\n    import os\n    while not os.path.exists({str(gate)!r}): pass\n"
        ),
    )
    worker.start({"n": 0}, thread=thread_of(tmp_path))
    while worker.until(TaskStarted).node != "add":
        pass

    worker.hold()
    waits = worker.waits[-1]
    gate.touch()
    paused = worker.until(RunPaused)
    worker.halt()
    worker.until(RunStopped)

    assert waits == ("add",)
    assert (paused.reason, paused.step, paused.phase) == ("pause", 1, "apply")
    assert worker.waits[-1] == ()


def test_a_breakpoint_of_the_file_holds_the_run_and_going_on_passes_it(
    shared_worker: RunningWorker, tmp_path: Path
) -> None:
    """The run is resumed under the same name."""
    text = COUNTER + '\ngraph = build().compile(interrupt_before=["add"])\n'
    worker = opened(shared_worker, tmp_path, text)
    worker.start({"n": 2}, thread=thread_of(tmp_path), run="held")

    paused = worker.until(RunPaused)
    worker.go("end")

    assert (paused.reason, paused.node, paused.step, paused.phase) == ("breakpoint", "add", 1, "execute")
    assert worker.until(RunFinished).output.json == '{"n": 3}'
    assert [(e.kind, e.run) for e in worker.told(RunStarted) if e.run == "held"] == [
        ("input", "held"),
        ("resume", "held"),
    ]


def test_a_recursion_limit_is_the_runs_failure(counter: RunningWorker, tmp_path: Path) -> None:
    """What was committed stands, and the sentence says what can be done."""
    counter.start({"n": 0}, thread=thread_of(tmp_path), recursion_limit=2, run="limited")

    failed = counter.until(RunFailed)

    assert (failed.code, failed.step) == ("GRAPH_RECURSION_LIMIT", 3)
    assert failed.sentence == (
        "The run used up its recursion limit of 2 supersteps before nothing was due any more. Raise the limit, or "
        "look for the edge or router that never ends the loop."
    )
    assert [e.recursion_limit for e in counter.told(RunStarted) if e.run == "limited"] == [2]


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
        second.load(tmp_path / "graph.py", known_hash="")

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


def test_async_graphs_run_and_are_stepped_like_others(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """Plain nodes beside them run, too."""
    text = COUNTER.replace("def add(state)", "async def add(state)")
    worker = opened(shared_worker, tmp_path, text)

    worker.start({"n": 2}, until="superstep", thread=thread_of(tmp_path))
    paused = worker.until(RunPaused)
    worker.go("end")

    assert paused.step == 0
    assert worker.until(RunFinished).output.json == '{"n": 3}'


def test_a_checkpoint_travels_with_the_event_that_tells_of_it(counter: RunningWorker, tmp_path: Path) -> None:
    """So that no store ever has one without the other."""
    before = len(counter.batches)
    counter.start({"n": -500}, thread=thread_of(tmp_path))
    counter.until(RunFinished)

    batches = [
        ([row.id for row in batch.checkpoints], [e.checkpoint for e in batch.events if isinstance(e, StepCommitted)])
        for batch in counter.batches[before:]
    ]

    assert all(rows == told for rows, told in batches)
    assert sum(len(rows) for rows, _ in batches) == 505


def test_a_context_reaches_the_nodes_and_is_checked(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """What does not fit is refused with its place."""
    worker = opened(
        shared_worker,
        tmp_path,
        """
        from dataclasses import dataclass
        from typing import TypedDict
        from langgraph.graph import START, StateGraph
        from langgraph.runtime import Runtime

        @dataclass
        class Context:
            step: int

        class State(TypedDict):
            n: int

        def add(state, runtime: Runtime[Context]):
            return {"n": state["n"] + runtime.context.step}

        def build():
            return StateGraph(State, Context).add_node("add", add).add_edge(START, "add")
        """,
    )

    refused = refusal(worker, kind="input", input='{"n": 1}', context='{"step": "x"}')
    worker.start({"n": 1}, context=json.dumps({"step": 5}), thread=thread_of(tmp_path))

    assert refused[0] == "context.does_not_fit"
    assert refused[1].startswith("context.step: Input should be a valid integer")
    assert worker.until(RunFinished).output.json == '{"n": 6}'


def test_writes_and_values_of_a_channel_are_told_as_they_were(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """A reducer that changes its left side in place does not change what was told before."""
    worker = opened(
        shared_worker,
        tmp_path,
        """
        import operator
        from typing import Annotated, Optional, TypedDict
        from langgraph.graph import START, StateGraph

        class State(TypedDict):
            log: Annotated[Optional[list], operator.iadd]

        def build():
            g = StateGraph(State)
            g.add_node("a", lambda s: {"log": ["a"]})
            g.add_node("b", lambda s: {"log": ["b"]})
            g.add_edge(START, "a")
            g.add_edge(START, "b")
            return g
        """,
    )
    worker.start({}, thread=thread_of(tmp_path), run="in place")
    worker.until(RunFinished)

    (updated,) = [e for e in worker.told(ChannelUpdated) if e.run == "in place" and e.channel == "log"]

    assert [write.value.text for write in updated.writes] == ['["a"]', '["b"]']
    assert updated.value_after.text == '["a", "b"]'
