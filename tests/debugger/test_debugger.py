"""Stepping a graph in one's own process, and the picture that its events fold to."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepgraph.channels import EphemeralValue, Topic
from stepgraph.debugger import Debugger
from stepgraph.debugger.debugger import NothingHeld
from stepgraph.debugger.desk import Wanted
from stepgraph.debugger.graph_picture import DocumentFacts, Graph, compiled_event
from stepgraph.graph import END, START, StateGraph
from stepgraph.protocol.events import (
    AnyEvent,
    RunFailed,
    RunFinished,
    RunPaused,
    RunStopped,
    StateRestored,
    StepAborted,
    StepCommitted,
    TaskStarted,
)
from stepgraph.protocol.fold.folder import Folder


class Count(TypedDict):
    n: int


def counting(limit: int = 3, node: Callable[[Any], Any] | None = None) -> Graph:
    builder = StateGraph(Count)
    builder.add_node("add", node or (lambda state: {"n": state["n"] + 1}))
    builder.add_edge(START, "add")
    builder.add_conditional_edges("add", lambda state: "add" if state["n"] < limit else END, ["add", END])
    return builder.compile()


def kinds(events: tuple[AnyEvent, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_step_ends_with_the_next_superstep() -> None:
    """The first is the input, the second the start node."""
    debugger = Debugger(counting())

    first = debugger.start({"n": 2})
    second = debugger.step()
    third = debugger.step()

    assert kinds(first) == ["RunStarted", "StepPlanned", "ChannelUpdated", "StepCommitted", "RunPaused"]
    assert [event.step for event in second if isinstance(event, StepCommitted)] == [0]
    assert kinds(third)[-2:] == ["StepCommitted", "RunFinished"]
    assert debugger.is_held is False
    assert debugger.events == first + second + third


def test_going_on_needs_a_run_that_is_held() -> None:
    """The refusal says what to do."""
    debugger = Debugger(counting())

    with pytest.raises(NothingHeld, match=r"^There is no run to go on with: start one with an input\.$"):
        debugger.step()


def test_a_run_goes_on_to_its_end() -> None:
    """From wherever it is held."""
    debugger = Debugger(counting())
    debugger.start({"n": 0}, until="phase")

    events = debugger.run()

    ended = events[-1]
    assert isinstance(ended, RunFinished)
    assert (ended.output.json, ended.step) == ('{"n": 3}', 3)


def test_a_held_run_is_stopped_and_resumed_from_its_checkpoint() -> None:
    """What was open is planned again."""
    debugger = Debugger(counting())
    debugger.start({"n": 2})
    debugger.step_phase()

    stopped = debugger.stop()
    resumed = debugger.resume(until="end")

    assert kinds(stopped) == ["StepAborted", "RunStopped"]
    assert isinstance(resumed[-1], RunFinished)
    assert [event for event in resumed if isinstance(event, StateRestored)] == []


def test_a_new_start_ends_the_run_that_is_held() -> None:
    """One thread has one run at a time."""
    debugger = Debugger(counting())
    debugger.start({"n": 0})

    debugger.start({"n": 2}, until="end")

    assert [type(event) for event in debugger.events if isinstance(event, RunStopped | RunFinished)] == [
        RunStopped,
        RunFinished,
    ]


def test_a_fork_leaves_the_first_branch_as_it_is() -> None:
    """Its checkpoints have another parent."""
    debugger = Debugger(counting())
    debugger.start({"n": 1}, until="end")
    commits = [event for event in debugger.events if isinstance(event, StepCommitted)]

    forked = debugger.fork(commits[2].checkpoint, until="end")

    again = [event for event in forked if isinstance(event, StepCommitted)]
    assert (again[0].source, again[0].parent) == ("fork", commits[2].checkpoint)
    assert isinstance(forked[-1], RunFinished)


def test_a_failed_run_is_tried_again_where_it_failed() -> None:
    """The node that had not finished runs again."""
    fails = [True, False]

    def add(state: Count) -> Count:
        if fails.pop(0):
            raise ValueError("not yet")
        return {"n": state["n"] + 10}

    debugger = Debugger(counting(node=add))

    failed = debugger.start({"n": 0}, until="end")
    resumed = debugger.resume(until="end")

    assert kinds(failed)[-3:] == ["TaskFailed", "StepAborted", "RunFailed"]
    ended = resumed[-1]
    assert isinstance(ended, RunFinished)
    assert ended.output.json == '{"n": 10}'


def test_async_nodes_are_stepped_like_others() -> None:
    """Down to the phases."""

    async def add(state: Count) -> Count:
        return {"n": state["n"] + 1}

    debugger = Debugger(counting(node=add))
    debugger.start({"n": 2})
    debugger.step()

    paused = debugger.step_phase()[-1]
    ended = debugger.run()[-1]

    assert isinstance(paused, RunPaused)
    assert (paused.step, paused.phase) == (1, "execute")
    assert isinstance(ended, RunFinished)


class State(TypedDict, total=False):
    plain: str
    log: Annotated[list[str], operator.add]
    mail: Annotated[list[str], Topic(str)]
    shout: Annotated[str, EphemeralValue(str, guard=False)]


NAMES = ["a", "b", "c", "d"]
WRITES = st.dictionaries(st.sampled_from(["plain", "log", "mail", "shout"]), st.sampled_from(["x", "y"]), max_size=3)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Build a graph of four nodes that write anything and lead anywhere, deferred nodes and joins among them."""
    builder = StateGraph(State)
    for name in NAMES:
        written = draw(WRITES)
        result = {key: [text] if key == "log" else text for key, text in written.items()}
        builder.add_node(name, lambda _state, result=result: result, defer=draw(st.booleans()))
    builder.add_edge(START, "a")
    for source, target in draw(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from([*NAMES, END])), max_size=6)):
        builder.add_edge(source, target)
    if draw(st.booleans()):
        builder.add_edge(["a", "b"], "d")
    return builder.compile()


@given(graph=graphs(), phases=st.booleans())
@settings(max_examples=60)
def test_the_picture_is_what_the_checkpoint_holds(graph: Graph, phases: bool) -> None:
    """After every superstep, committed or not: versions, seen versions, and what every channel holds."""
    debugger = Debugger(graph)
    folder = Folder()
    folder.fold(1, compiled_event(graph, DocumentFacts("g.py", "g", "0", changed=False, path=__file__)))
    debugger.start({"log": ["in"]}, recursion_limit=6)
    while debugger.is_held:
        debugger.step_phase() if phases else debugger.step()

    seq = 1
    for event in debugger.events:
        seq += 1
        folder.fold(seq, event)
        if isinstance(event, StepCommitted | StepAborted):
            _compare(folder, debugger)

    assert isinstance(debugger.events[-1], RunFinished | RunFailed)


def _compare(folder: Folder, debugger: Debugger) -> None:
    picture = folder.snapshot()
    (saved,) = debugger.shelf.find(Wanted("1", "", checkpoint=picture.checkpoint))
    cells = picture.cells
    assert {name: cell.version for name, cell in cells.items() if cell.version is not None} == saved.versions
    seen = {node: versions for node, versions in saved.seen.items() if node in picture.nodes and versions}
    told: dict[str, dict[str, int]] = {}
    for name, cell in cells.items():
        for node, version in cell.seen_by.items():
            if node in picture.nodes:
                told.setdefault(node, {})[name] = version
    assert told == seen


def test_a_resumed_run_of_another_process_starts_from_the_told_state() -> None:
    """The restored state says what the events before had said."""
    first = Debugger(counting())
    first.start({"n": 1})
    first.step()
    first.step()
    second = Debugger(counting(), shelf=first.shelf)

    resumed = second.resume(until="end")

    restored = resumed[0]
    assert isinstance(restored, StateRestored)
    assert [(cell.channel, cell.value.text, cell.version) for cell in restored.cells if cell.version] == [
        ("n", "2", 3),
        ("__start__", "", 2),
        ("branch:to:add", "None", 3),
    ]
    assert [event.node for event in resumed if isinstance(event, TaskStarted)] == ["add"]
