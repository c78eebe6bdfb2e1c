"""What a person does with a run. Both workers, that of the tests and the shipped one, keep these promises."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from stepgraph.protocol.events import (
    GraphCompiled,
    GraphRejected,
    RunFinished,
    RunPaused,
    RunStarted,
    RunStopped,
    StateEdited,
    StepCommitted,
    TaskStarted,
)
from stepgraph.protocol.frames import Accepted, Welcome
from stepgraph.protocol.problems import Problem
from tests.support.pictures import numbers_at_steps
from tests.support.serving import GRAPHS, Page, Server, code_of, page, tag_of


@pytest.fixture
def own_copy(counter: Path, tmp_path: Path) -> Path:
    """A counter that the test may change."""
    return Path(shutil.copyfile(counter, tmp_path / "mine.py"))


def count_to_twelve(document: Path) -> None:
    """Change the counter, as its writer would in an editor."""
    text = document.read_text(encoding="utf-8").replace('"target": 3', '"target": 12').replace("< 3", "< 12")
    document.write_text(text, encoding="utf-8")


async def paused_after(opened: Page, steps: int) -> None:
    """Start the counter and step it: the input, the start, and then so many numbers."""
    await opened.state("ready")
    await opened.ask(type="run.start", input={"n": 0}, until="superstep")
    await opened.event(RunPaused)
    for _ in range(steps + 1):
        await opened.ask(type="run.step")
        await opened.event(RunPaused)


async def test_a_trusted_document_shows_its_graph_at_once(any_server: Server, counter: Path) -> None:
    """Nothing has to be run to see what would run."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        compiled = await opened.event(GraphCompiled)
        welcome = await opened.state("ready")

    assert [node.name for node in compiled.nodes] == ["add"]
    assert welcome.session is not None
    assert (welcome.session.document, welcome.session.graph) == (str(counter), "graph")


async def test_a_run_goes_to_its_end(any_server: Server, counter: Path) -> None:
    """Every superstep is told, in order and without a gap, and the output is the last state."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await opened.state("ready")
        answer = await opened.ask(type="run.start", input={"n": 0})
        await opened.event(RunFinished)

    assert answer == Accepted()
    assert [frame.seq for frame in opened.events()] == list(range(1, len(opened.events()) + 1))
    assert numbers_at_steps(opened.events()) == {1: "1", 2: "2", 3: "3"}


async def test_stepping_stops_at_each_superstep(any_server: Server, counter: Path) -> None:
    """The first step is the input, the second the start, and then one number each."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await paused_after(opened, steps=2)

    assert [(paused.step, paused.phase) for paused in opened.told(RunPaused)] == [
        (0, "plan"),
        (1, "plan"),
        (2, "plan"),
        (3, "plan"),
    ]


async def test_step_phase_stops_inside_a_superstep(any_server: Server, counter: Path) -> None:
    """After the plan nothing has run yet; the next phase is the execution."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await paused_after(opened, steps=0)
        await opened.ask(type="run.stepPhase")
        paused = await opened.event(RunPaused)

    assert (paused.step, paused.phase) == (1, "execute")
    assert [tag_of(frame) for frame in opened.events()][-2:] == ["step.planned", "run.paused"]


async def test_continue_goes_on_from_a_pause(any_server: Server, counter: Path) -> None:
    """It is the same run, and what was done is not done again."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await paused_after(opened, steps=1)
        await opened.ask(type="run.continue")
        await opened.event(RunFinished)

    runs = {frame.event.run for frame in opened.events() if frame.event.run}
    assert (len(runs), numbers_at_steps(opened.events())) == (1, {1: "1", 2: "2", 3: "3"})


async def test_a_new_input_after_the_end_goes_on_in_the_same_thread(any_server: Server, counter: Path) -> None:
    """A second input is a second run of one history."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 2})
        first = await opened.event(RunFinished)
        await opened.ask(type="run.start", input={"n": 2})
        second = await opened.event(RunFinished)

    assert len({frame.epoch for frame in opened.events()}) == 1
    assert second.step > first.step


async def test_restart_begins_a_thread_of_its_own_with_the_same_input(any_server: Server, counter: Path) -> None:
    """The old history stays as it is under its own name; the new one begins at the input."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await paused_after(opened, steps=1)
        before = opened.epoch
        await opened.ask(type="run.restart", until="superstep")
        welcome = await opened.until(lambda frame: isinstance(frame, Welcome) and frame.epoch != before)
        started = await opened.event(RunStarted)
        paused = await opened.event(RunPaused)

    assert isinstance(welcome, Welcome)
    assert (opened.epoch, started.kind, paused.step) == (welcome.epoch, "input", 0)


async def test_a_run_on_a_named_thread_begins_or_goes_on_with_it(any_server: Server, counter: Path) -> None:
    """Threads are kept apart, and each can be returned to."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 0}, thread="one")
        first = await opened.event(RunFinished)
        one = opened.epoch
        await opened.ask(type="run.start", input={"n": 0}, thread="two")
        await opened.event(RunFinished)
        two = opened.epoch
        await opened.ask(type="run.start", input={"n": 0}, thread="one")
        again = await opened.event(RunFinished)

    assert (one == two, one == opened.epoch) == (False, True)
    assert again.step > first.step


async def test_a_fork_is_a_second_child_of_its_checkpoint(any_server: Server, counter: Path) -> None:
    """Going on from the past leaves what was there, and opens a branch."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 0})
        await opened.event(RunFinished)
        checkpoint = next(committed.checkpoint for committed in opened.told(StepCommitted) if committed.step == 1)
        answer = await opened.ask(type="run.fork", checkpoint=checkpoint, until="end")
        await opened.event(RunFinished)
    async with page(any_server, session) as later:
        snapshot = (await later.snapshot()).snapshot

    assert answer == Accepted()
    assert {lane.lane: lane.parent for lane in snapshot.lanes}[1] == checkpoint
    assert snapshot.cells["n"].value.text == "3"


async def test_an_edit_makes_a_fork_and_the_run_goes_on_from_it(any_server: Server, counter: Path) -> None:
    """The edited value is what the next superstep reads; the old branch stays."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await paused_after(opened, steps=2)
        committed = opened.told(StepCommitted)
        parent = next(event.checkpoint for event in committed if event.step == 1)
        preview = await opened.ask(type="state.preview", checkpoint=parent, how="raw", values={"n": 2})
        answer = await opened.ask(type="state.edit", checkpoint=parent, how="raw", values={"n": 2})
        edited = await opened.event(StateEdited)
        await opened.event(RunPaused)
        await opened.ask(type="run.continue")
        await opened.event(RunFinished)
    async with page(any_server, session) as later:
        snapshot = (await later.snapshot()).snapshot

    assert isinstance(preview, Accepted)
    assert [due.node for due in preview.next or ()] == ["add"]
    assert (answer, edited.parent) == (Accepted(), parent)
    assert (snapshot.cells["n"].value.text, len(snapshot.lanes)) == ("3", 2)


async def test_a_preview_changes_nothing(any_server: Server, counter: Path) -> None:
    """Asking what an edit would do tells no event."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await paused_after(opened, steps=1)
        checkpoint = opened.told(StepCommitted)[-1].checkpoint
        await opened.ask(type="state.preview", checkpoint=checkpoint, how="raw", values={"n": 0})
        await opened.ask(type="run.continue")
        await opened.event(RunFinished)

    assert opened.told(StateEdited) == []
    assert numbers_at_steps(opened.events()) == {1: "1", 2: "2", 3: "3"}


async def test_stop_ends_a_paused_run_which_can_go_on(any_server: Server, counter: Path) -> None:
    """A stopped run goes on from its last checkpoint; nothing that was committed runs again."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await paused_after(opened, steps=1)
        stopped_answer = await opened.ask(type="run.stop")
        stopped = await opened.event(RunStopped)
        await opened.ask(type="run.continue")
        started = await opened.event(RunStarted)
        await opened.event(RunFinished)

    assert (stopped_answer, stopped.reason, started.kind) == (Accepted(), "asked", "resume")
    assert numbers_at_steps(opened.events()) == {1: "1", 2: "2", 3: "3"}


async def test_commands_out_of_place_are_refused_with_a_code(any_server: Server, counter: Path) -> None:
    """What cannot be done now says so, and nothing happens."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await opened.state("ready")
        before = {
            name: code_of(await opened.ask(type=name))
            for name in ("run.step", "run.stepPhase", "run.continue", "run.pause", "run.stop", "run.restart")
        }
        unknown = await opened.ask(type="run.fork", checkpoint="nothing")
        await opened.ask(type="run.start", input={"n": 0}, until="superstep")
        await opened.event(RunPaused)
        twice = await opened.ask(type="run.start", input={"n": 0})
        await opened.ask(type="run.continue")
        await opened.event(RunFinished)
        after = code_of(await opened.ask(type="run.step"))

    assert before == {
        "run.step": "run.not_paused",
        "run.stepPhase": "run.not_paused",
        "run.continue": "run.not_paused",
        "run.pause": "run.not_running",
        "run.stop": "run.not_running",
        "run.restart": "run.no_input",
    }
    assert (code_of(unknown), code_of(twice), after) == ("checkpoint.unknown", "run.under_way", "run.not_paused")


async def test_a_document_that_changed_is_imported_again(any_server: Server, own_copy: Path) -> None:
    """What runs is what is in the file now, and the history says that it changed."""
    session = await any_server.open(own_copy)
    async with page(any_server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 0})
        await opened.event(RunFinished)
        count_to_twelve(own_copy)
        await opened.ask(type="run.start", input={"n": 0})
        compiled = await opened.event(GraphCompiled)
        finished = await opened.event(RunFinished)

    assert (compiled.changed, len({frame.epoch for frame in opened.events()}) == 1) == (True, True)
    assert numbers_at_steps(opened.events())[finished.step] == "12"


async def test_a_document_without_a_graph_is_rejected_with_its_problem(any_server: Server) -> None:
    """The page is told what is wrong and where; a run is refused with the same sentence."""
    session = await any_server.open(GRAPHS / "no_graph.py")
    async with page(any_server, session) as opened:
        rejected = await opened.event(GraphRejected)
        await opened.state("rejected")
        answer = await opened.ask(type="run.start", input={"n": 0})

    assert isinstance(answer, Problem)
    assert (answer.code, answer.sentence) == ("document.rejected", rejected.problems[0].sentence)


async def test_two_sessions_do_not_disturb_each_other(any_server: Server, counter: Path) -> None:
    """A run that never ends in one session leaves another's runs as they are."""
    stuck, free = await any_server.open(GRAPHS / "endless.py"), await any_server.open(counter)
    async with page(any_server, stuck) as hanging, page(any_server, free) as opened:
        await hanging.state("ready")
        await hanging.ask(type="run.start", input={"n": 1})
        await hanging.event(TaskStarted)
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 0})
        await opened.event(RunFinished)
        await hanging.ask(type="run.stop")

    assert numbers_at_steps(opened.events()) == {1: "1", 2: "2", 3: "3"}
    assert {frame.epoch for frame in opened.events()} & {frame.epoch for frame in hanging.events()} == set()


async def test_an_edit_that_is_refused_leaves_the_run_as_it_was(any_server: Server, counter: Path) -> None:
    """Only an edit that can be made takes the place of the run that is held."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await paused_after(opened, steps=1)
        answer = await opened.ask(type="state.edit", checkpoint="nothing", how="raw", values={"n": 2})
        await opened.ask(type="run.continue")
        await opened.event(RunFinished)

    assert (code_of(answer), opened.told(RunStopped)) == ("checkpoint.unknown", [])
    assert len(opened.told(RunStarted)) == 1
