"""What surprised people about writes: conflicts, defaults, overwrites and which rule a key follows."""

from __future__ import annotations

from stepgraph.protocol.events import (
    ChannelConflicted,
    RunFailed,
    StepAborted,
    TaskFailed,
    TaskStarted,
)
from tests.cases.case_run import CaseRun, compiled, kinds, rejected
from tests.worker.running_worker import RunningWorker


def test_case_01_equal_values_of_two_branches_still_conflict(worker: RunningWorker) -> None:
    """Both writers and both values are shown, and a reducer that fits; with one writer nothing is refused."""
    alone = CaseRun(worker, "flags.py", "plain", {"fragile": False})
    both = CaseRun(worker, "flags.py", "plain", {"fragile": True})
    merged = CaseRun(worker, "flags.py", "merged", {"fragile": True})

    assert alone.output == {"fragile": False, "checked": True}
    conflict = both.only(ChannelConflicted)
    assert [(write.node, write.value.text) for write in conflict.writes] == [("inspect", "True"), ("weigh", "True")]
    assert (conflict.code, conflict.kind) == ("INVALID_CONCURRENT_GRAPH_UPDATE", "LastValue")
    assert conflict.repairs[0].source == "checked: Annotated[bool, operator.or_]"
    assert both.only(StepAborted).reason == "update_failed"
    assert isinstance(both.end, RunFailed)
    assert both.committed == [-1, 0]
    assert merged.output == {"fragile": True, "checked": True}


def test_case_11_a_declared_default_is_no_seed_of_a_reducer(worker: RunningWorker) -> None:
    """The node is given 0, not 10; the form offers no default that would say otherwise."""
    run = CaseRun(worker, "defaults.py", "purse", {})

    assert kinds(run.graph) == {"coins": "BinaryOperatorAggregate"}
    assert [event.input.text for event in run.all(TaskStarted)] == ["{}", "Purse(coins=0)"]
    assert run.values("coins") == ["5"]
    assert '"default"' not in (run.graph.input_schema or "")


def test_case_13_a_key_that_nobody_wrote_is_absent(worker: RunningWorker) -> None:
    """The node's input shows which keys there are, and the failure the line that reads another."""
    run = CaseRun(worker, "defaults.py", "letter", {"text": "dear"})

    assert run.all(TaskStarted)[-1].input.text == '{"text": "dear", "notes": [], "seen": set()}'
    failed = run.only(TaskFailed)
    assert (failed.error, failed.traceback[-1].text) == (
        "KeyError: 'stamp'",
        'return {"text": state["text"] + state["stamp"]}',
    )


def test_case_15_an_overwrite_wins_over_other_writes_in_any_order(worker: RunningWorker) -> None:
    """All writes of the superstep are shown, and the value that comes of them."""
    runs = [CaseRun(worker, "overwriting.py", name, {"lines": ["old"]}) for name in ("wipe_then_add", "add_then_wipe")]

    wipe = 'Overwrite(value=["clean"], type="__overwrite__")'
    assert [run.writes("lines")[-1] for run in runs] == [
        [("ann", wipe), ("bob", '["more"]')],
        [("ann", '["more"]'), ("bob", wipe)],
    ]
    assert [run.values("lines")[-1] for run in runs] == ['["clean"]', '["clean"]']


def test_case_15_two_overwrites_conflict(worker: RunningWorker) -> None:
    """The way out is to overwrite from one node only."""
    conflict = CaseRun(worker, "overwriting.py", "two_wipes", {"lines": ["old"]}).only(ChannelConflicted)

    assert conflict.sentence == (
        '"lines" refused 2 writes of one superstep, by "ann" and "bob": InvalidUpdateError: Can receive only one '
        "Overwrite value per super-step."
    )
    assert [repair.code for repair in conflict.repairs] == ["write.one_overwrite", "graph.order"]


def test_case_15_on_a_plain_key_the_overwrite_itself_is_the_value(worker: RunningWorker) -> None:
    """It is shown as what it is."""
    run = CaseRun(worker, "overwriting.py", "on_a_plain_key", {"lines": []})

    assert run.values("note") == ['Overwrite(value=[1], type="__overwrite__")']


def test_case_17_a_reducer_counts_only_in_the_last_place(worker: RunningWorker) -> None:
    """The channel's class is shown, and the second write replaces the first."""
    kept = CaseRun(worker, "annotations.py", "kept", {"diary": ["sun"]})
    lost = CaseRun(worker, "annotations.py", "lost", {"diary": ["sun"]})

    assert (kinds(kept.graph), kinds(lost.graph)) == ({"diary": "BinaryOperatorAggregate"}, {"diary": "LastValue"})
    assert kept.output == {"diary": ["sun", "mon", "tue"]}
    assert lost.values("diary") == ['["sun"]', '["mon"]', '["tue"]']


def test_case_17_a_reducer_of_one_parameter_is_refused_with_the_line(worker: RunningWorker) -> None:
    """When the graph is built, in the words of the model."""
    problem = rejected(worker, "annotations.py", "lame")

    assert (problem.code, problem.line) == ("graph.not_built", 22)
    assert problem.sentence == (
        "The graph cannot be built in line 22 of annotations.py: ValueError: Invalid reducer signature. Expected "
        "(a, b) -> c. Got (old)"
    )
    assert [(frame.function, frame.in_document) for frame in problem.traceback] == [("lame", True), ("make", True)]


def test_case_19_the_first_rule_of_a_key_stays(worker: RunningWorker) -> None:
    """Reducer first: it stays for the node that shows the key as plain. Plain first: the graph is refused."""
    run = CaseRun(worker, "two_rules.py", "adds_then_plain", {"todo": ["shop"]})
    problem = rejected(worker, "two_rules.py", "plain_then_adds")

    assert (kinds(run.graph), run.output) == ({"todo": "BinaryOperatorAggregate"}, {"todo": ["shop", "cook"]})
    assert (problem.code, problem.line) == ("graph.not_built", 19)
    assert problem.sentence.endswith("ValueError: Channel 'todo' already exists with a different type")


def test_case_62_a_topic_is_cleared_by_the_superstep_that_does_not_write_it(worker: RunningWorker) -> None:
    """An empty update that returns True and leaves no value; the accumulating one only grows."""
    run = CaseRun(worker, "letterbox.py", "graph", {"post": ["in"], "file": ["in"]})

    assert [(e.cause, e.returned, e.value_after.text, e.available) for e in run.updates("post")] == [
        ("write", True, '["in"]', True),
        ("write", True, '["ann", "bob"]', True),
        ("empty", True, "[]", False),
    ]
    assert run.values("file") == ['["in"]', '["in", "ann", "bob"]']
    given = [event.input.text for event in run.all(TaskStarted)][-1]
    assert given == '{"post": ["ann", "bob"], "file": ["in", "ann", "bob"]}'


def test_a_case_says_its_graphs_before_one_is_chosen(worker: RunningWorker) -> None:
    """Several in one file are a choice."""
    assert compiled(worker, "flags.py", "merged").graph == "merged"
