"""Starting, stepping, pausing, stopping and resuming a run in a real worker."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stepgraph.protocol.events import (
    ChannelUpdated,
    EngineWarned,
    RunFailed,
    RunFinished,
    RunPaused,
    RunStarted,
    RunStopped,
    StepCommitted,
    TaskStarted,
)
from tests.worker.counting import COUNTER, opened, thread_of
from tests.worker.running_worker import RunningWorker


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


def test_a_breakpoint_after_a_node_names_the_node(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """Its superstep is committed, and the next is about to be planned."""
    text = COUNTER + '\ngraph = build().compile(interrupt_after="*")\n'
    worker = opened(shared_worker, tmp_path, text)
    worker.start({"n": 1}, thread=thread_of(tmp_path))

    paused = worker.until(RunPaused)
    worker.halt()

    assert (paused.reason, paused.node, paused.step, paused.phase) == ("breakpoint", "add", 2, "plan")
    assert worker.until(RunStopped).reason == "asked"
