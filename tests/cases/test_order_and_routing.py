"""What surprised people about order: joins, deferring, lockstep, routers, loops and limits."""

from __future__ import annotations

from stepgraph.protocol.events import (
    ChannelFinished,
    ChannelUpdated,
    RunFailed,
    RunFinished,
    StepAborted,
    StepCommitted,
    StepPlanned,
    TaskFailed,
    TaskFinished,
    TaskStarted,
)
from tests.cases.case_run import CaseRun
from tests.worker.running_worker import RunningWorker


def fired(run: CaseRun, node: str) -> list[list[str]]:
    """The triggers that woke a node, each time it ran."""
    tasks = [task for event in run.all(StepPlanned) for task in event.tasks if task.node == node]
    return [[wake.channel for wake in task.wakes if wake.fired] for task in tasks]


def test_case_05_a_list_edge_waits_and_single_edges_do_not(worker: RunningWorker) -> None:
    """The same picture runs the office once or twice, and each run says what woke it."""
    barrier = CaseRun(worker, "joins.py", "barrier", {})
    singles = CaseRun(worker, "joins.py", "singles", {})

    assert barrier.supersteps == [["bike", "van"], ["ferry"], ["office"]]
    assert singles.supersteps == [["bike", "van"], ["ferry", "office"], ["office"]]
    assert fired(barrier, "office") == [["join:bike+ferry:office"]]
    assert fired(singles, "office") == [["branch:to:office"], ["branch:to:office"]]
    join = barrier.updates("join:bike+ferry:office")
    assert [(e.step, e.value_after.text, e.available) for e in join] == [(1, '{"bike"}', False), (2, "None", True)]
    assert {(e.source, e.kind, e.join) for e in barrier.graph.edges if e.target == "office"} == {
        ("bike", "join", "join:bike+ferry:office"),
        ("ferry", "join", "join:bike+ferry:office"),
    }


def test_case_07_a_deferred_node_runs_once_after_everything(worker: RunningWorker) -> None:
    """Its trigger keeps what was written to it, unseen, until nothing else is due."""
    deferred = CaseRun(worker, "deferring.py", "deferred", {})
    eager = CaseRun(worker, "deferring.py", "eager", {})

    assert eager.supersteps == [["arrive"], ["call", "chat"], ["dark", "leave"], ["dark"]]
    assert deferred.supersteps == [["arrive"], ["call", "chat"], ["leave"], ["dark"]]
    writes = deferred.updates("branch:to:dark")
    assert [(e.step, e.kind, e.available) for e in writes] == [
        (2, "LastValueAfterFinish", False),
        (3, "LastValueAfterFinish", False),
    ]
    finished = [e for e in deferred.all(ChannelFinished) if e.returned]
    assert [(e.step, e.channel, e.available) for e in finished] == [(3, "branch:to:dark", True)]


def test_case_09_a_node_waits_for_a_sibling_that_nothing_leads_from(worker: RunningWorker) -> None:
    """All tasks of a superstep end before the next is planned."""
    run = CaseRun(worker, "lockstep.py", "graph", {})

    assert run.supersteps == [["hare", "tortoise"], ["carrot"]]
    told = [
        getattr(event, "node", "") or type(event).__name__
        for event in run.events
        if isinstance(event, TaskFinished | StepCommitted | TaskStarted) and event.step in (1, 2)
    ]
    first_superstep = told[: told.index("StepCommitted")]
    assert sorted(first_superstep) == ["hare", "hare", "tortoise", "tortoise"]
    assert told[told.index("StepCommitted") + 1] == "carrot"


def test_case_25_a_router_is_given_what_its_node_is_given(worker: RunningWorker) -> None:
    """The failure shows the router's line, and the node's input the keys that it had."""
    bare = CaseRun(worker, "narrow_router.py", "with_bare", {"place": "inn", "days": 2})
    typed = CaseRun(worker, "narrow_router.py", "with_typed", {"place": "inn", "days": 2})

    failed = bare.only(TaskFailed)
    assert bare.all(TaskStarted)[-1].input.text == '{"place": "inn"}'
    assert (failed.node, failed.error, failed.traceback[-1].function) == ("walk", "KeyError: 'days'", "bare")
    assert [(write.channel, write.via) for write in failed.writes] == [("place", "state")]
    assert typed.output == {"place": "inn!", "days": 2}


def test_case_27_a_wrong_value_is_reported_by_the_node_that_reads_it(worker: RunningWorker) -> None:
    """The channel shows who wrote it a superstep earlier; of the last node's it is never reported."""
    first = CaseRun(worker, "checked_late.py", "spoiled_first", {"eggs": 1})
    last = CaseRun(worker, "checked_late.py", "spoiled_last", {"eggs": 1})

    assert first.writes("eggs") == [[("first", '"a few"')]]
    aborted = first.only(StepAborted)
    assert (aborted.step, aborted.reason) == (2, "plan_failed")
    assert aborted.sentence == (
        'Superstep 2 could not be planned, since the input of "last" could not be made: ValidationError: eggs: Input '
        'should be a valid integer, unable to parse string as an integer; it is "a few"'
    )
    assert isinstance(first.end, RunFailed)
    assert (first.end.code, first.end.step) == ("node.input", 2)
    assert last.output == {"eggs": "a few", "name": "2 eggs"}


def test_case_27_a_converted_value_is_seen_by_nodes_only(worker: RunningWorker) -> None:
    """The channel keeps what it was given."""
    run = CaseRun(worker, "checked_late.py", "spoiled_last", {"eggs": "7"})

    assert run.values("eggs") == ['"7"', '"a few"']
    assert [event.input.text for event in run.all(TaskStarted)][1] == 'Recipe(eggs=7, name="cake")'


def test_case_31_end_counts_as_a_destination_like_others(worker: RunningWorker) -> None:
    """The drawing has no edge to END, and the answer fails where it is looked up."""
    without = CaseRun(worker, "no_way_out.py", "without_end", {"tired": False})
    with_end = CaseRun(worker, "no_way_out.py", "with_end", {"tired": False})

    failed = without.only(TaskFailed)
    assert [(e.source, e.target) for e in without.graph.edges] == [("__start__", "step"), ("step", "step")]
    assert (failed.node, failed.error) == ("step", "KeyError: '__end__'")
    assert ("step", "__end__") in [(e.source, e.target) for e in with_end.graph.edges]
    assert with_end.output == {"tired": True}


def test_case_48_a_second_run_starts_with_what_the_first_left(worker: RunningWorker) -> None:
    """A flag still steers the router, a list goes on growing; another thread starts empty."""
    run = CaseRun(worker, "second_run.py", "graph", {"question": "cats"})
    thread = run.name

    second = run.again({"question": "dogs"}, thread=thread)
    steered, output = second.supersteps, second.output
    third = second.again({"question": "owls", "found": False}, thread=thread)

    assert (steered, output) == ([], {"question": "dogs", "pages": ["a page on cats"], "found": True})
    assert third.output["pages"] == ["a page on cats", "a page on owls"]
    assert third.values("pages") == ['["a page on cats", "a page on owls"]']
    assert CaseRun(worker, "second_run.py", "graph", {"question": "elks"}).output["pages"] == ["a page on elks"]


def test_case_63_the_limit_counts_supersteps_and_is_one_short(worker: RunningWorker) -> None:
    """With as many as the graph needs all are committed and nothing is due, and the run fails all the same."""
    short = CaseRun(worker, "looping.py", "ended", {"n": 0}, recursion_limit=3)
    enough = CaseRun(worker, "looping.py", "ended", {"n": 0}, recursion_limit=4)

    assert (short.committed, short.all(StepCommitted)[-1].next) == ([-1, 0, 1, 2, 3], ())
    assert short.values("n")[-1] == "3"
    assert isinstance(short.end, RunFailed)
    assert (short.end.code, short.end.step) == ("GRAPH_RECURSION_LIMIT", 4)
    assert enough.output == {"n": 3, "beside": 1}
    assert enough.supersteps == [["go", "walk"]] * 3


def test_case_63_a_run_goes_on_after_its_limit_with_a_new_count(worker: RunningWorker) -> None:
    """From the checkpoint that stands."""
    run = CaseRun(worker, "looping.py", "endless", {"n": 0}, recursion_limit=2)
    thread = run.name
    reached = [run.values("n")[-1]]

    for _ in range(2):
        run.again(None, thread=thread, recursion_limit=2)
        reached.append(run.values("n")[-1])

    assert reached == ["2", "6", "10"]


def test_case_69_an_edge_to_itself_always_fires_and_end_stops_nothing(worker: RunningWorker) -> None:
    """The trigger gets a new version in every superstep."""
    runs = [
        CaseRun(worker, "looping.py", name, {"n": 0}, recursion_limit=4) for name in ("endless", "endless_with_end")
    ]

    assert [type(run.end) for run in runs] == [RunFailed, RunFailed]
    assert [run.values("n")[-1] for run in runs] == ["4", "4"]
    endless, with_end = ({(e.source, e.target) for e in run.graph.edges} for run in runs)
    assert with_end - endless == {("go", "__end__")}
    versions = [e.version_after for e in runs[0].all(ChannelUpdated) if e.channel == "branch:to:go"]
    assert versions == [2, 3, 4, 5, 6]
    assert isinstance(CaseRun(worker, "looping.py", "ended", {"n": 0}).end, RunFinished)
