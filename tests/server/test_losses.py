"""User code that ends, kills, floods or hangs its process: the server lives, and nothing recorded is lost."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from stepgraph.protocol.events import (
    GraphRejected,
    RunFinished,
    RunPaused,
    RunStarted,
    RunStopped,
    StepAborted,
    StepCommitted,
    TaskStarted,
    WorkerLost,
)
from stepgraph.protocol.frames import Accepted, Waiting
from stepgraph.protocol.problems import Problem
from tests.support.pictures import numbers_at_steps
from tests.support.serving import GRAPHS, Page, Server, code_of, page, tag_of


async def before_the_fault(opened: Page) -> None:
    """Step the graph to where its node goes wrong next."""
    await opened.state("ready")
    await opened.ask(type="run.start", input={"n": 0}, until="superstep")
    await opened.event(RunPaused)
    for _ in range(2):
        await opened.ask(type="run.step")
        await opened.event(RunPaused)


async def run_until_lost(opened: Page) -> WorkerLost:
    """Step the graph until its process is gone."""
    await before_the_fault(opened)
    await opened.ask(type="run.step")
    return await opened.event(WorkerLost)


async def run_until_stuck(opened: Page) -> None:
    """Step the graph until its node does not come back."""
    await before_the_fault(opened)
    await opened.ask(type="run.step")
    await opened.event(TaskStarted)


@pytest.mark.parametrize(("name", "exit_code", "number"), [("leaves", 0, None), ("dies", None, 9)])
async def test_a_process_that_ends_is_a_loss_and_no_success(
    any_server: Server, name: str, exit_code: int | None, number: int | None
) -> None:
    """The open superstep comes to nothing, the loss says how the process ended, and what was committed stands."""
    session = await any_server.open(GRAPHS / f"{name}.py")
    async with page(any_server, session) as opened:
        lost = await run_until_lost(opened)

    aborted = opened.told(StepAborted)[0]
    committed = opened.told(StepCommitted)
    assert (lost.exit_code, lost.signal, lost.checkpoint) == (exit_code, number, committed[-1].checkpoint)
    assert (aborted.step, aborted.reason) == (committed[-1].step + 1, "worker_lost")
    assert numbers_at_steps(opened.events()) == {1: "1"}


async def test_a_killed_worker_is_replaced_and_the_run_goes_on(any_server: Server, counter: Path) -> None:
    """The new process begins at the last checkpoint; no superstep that was committed runs again."""
    session = await any_server.open(counter)
    async with page(any_server, session) as opened:
        await before_the_fault(opened)
        os.kill(await any_server.worker_of(session), signal.SIGKILL)
        lost = await opened.event(WorkerLost)
        await opened.ask(type="run.continue")
        started = await opened.event(RunStarted)
        await opened.event(RunFinished)

    assert (lost.signal, started.kind) == (9, "resume")
    assert numbers_at_steps(opened.events()) == {1: "1", 2: "2", 3: "3"}
    assert [frame.seq for frame in opened.events()] == list(range(1, len(opened.events()) + 1))


async def test_a_lost_run_can_be_stepped_on(any_server: Server) -> None:
    """Step goes on as well as Run does: it brings a new process to the place where the old one was lost."""
    session = await any_server.open(GRAPHS / "leaves.py")
    async with page(any_server, session) as opened:
        await run_until_lost(opened)
        answer = await opened.ask(type="run.step")
        started = await opened.event(RunStarted)
        again = await opened.event(WorkerLost)

    assert (answer, started.kind) == (Accepted(), "resume")
    assert again.last_event == "task.started"


@pytest.mark.usefixtures("impatient")
async def test_stop_ends_an_endless_loop_and_the_run_can_go_on(any_server: Server) -> None:
    """Whatever a node does, Stop ends it, with its process if need be; the checkpoint before it stands."""
    session = await any_server.open(GRAPHS / "endless.py")
    async with page(any_server, session) as opened:
        await run_until_stuck(opened)
        answer = await opened.ask(type="run.stop")
        stopped = await opened.event(RunStopped)
        resumed = await opened.ask(type="run.continue")
        started = await opened.event(RunStarted)
        await opened.ask(type="run.stop")
        await opened.event(RunStopped)

    aborted = opened.told(StepAborted)
    assert (answer, resumed, started.kind) == (Accepted(), Accepted(), "resume")
    assert (len(aborted), stopped.reason in {"asked", "killed"}) == (2, True)


@pytest.mark.usefixtures("impatient")
async def test_the_loop_has_no_process_left_after_stop(server: Server) -> None:
    """A process that did not stop when it was asked is gone, and the history says that it was ended."""
    session = await server.open(GRAPHS / "endless.py")
    async with page(server, session) as opened:
        await run_until_stuck(opened)
        pid = await server.worker_of(session)
        await opened.ask(type="run.stop")
        stopped = await opened.event(RunStopped)

    assert stopped.reason == "killed"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.usefixtures("impatient")
async def test_pause_waits_for_a_node_and_says_so(any_server: Server) -> None:
    """A node is never frozen: the pause is accepted, and Stop still ends what does not come back."""
    session = await any_server.open(GRAPHS / "endless.py")
    async with page(any_server, session) as opened:
        await run_until_stuck(opened)
        answer = await opened.ask(type="run.pause")
        stopped = await opened.ask(type="run.stop")
        await opened.event(RunStopped)

    after = [tag_of(frame) for frame in opened.events()]
    after = after[len(after) - after[::-1].index("task.started") :]
    assert (answer, stopped) == (Accepted(), Accepted())
    assert after == ["step.aborted", "run.stopped"]


async def test_a_hundred_megabytes_of_output_hold_nothing_up(any_server: Server) -> None:
    """What a node prints past all counters is read and thrown away; the run ends as if it had been silent."""
    session = await any_server.open(GRAPHS / "prints.py")
    async with page(any_server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 0})
        await opened.event(RunFinished)

    assert numbers_at_steps(opened.events()) == {1: "1", 2: "2", 3: "3"}


@pytest.mark.parametrize("name", ["junk", "boast", "closes"])
async def test_a_worker_that_breaks_its_channel_is_ended(any_server: Server, name: str) -> None:
    """Junk, a length that is too large, or closed files: the process is ended, and the session says why."""
    session = await any_server.open(GRAPHS / f"{name}.py")
    async with page(any_server, session) as opened:
        lost = await run_until_lost(opened)
    async with page(any_server, session) as later:
        snapshot = (await later.snapshot()).snapshot

    assert lost.sentence.startswith("The process that ran the graph")
    assert (snapshot.run.status, snapshot.cells["n"].value.text) == ("lost", "1")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("flood", "more than it was allowed"),
        ("foreign", "a thread that is not its own"),
        ("orphan", "parent is not stored"),
    ],
)
async def test_a_worker_that_breaks_the_rules_is_ended(server: Server, name: str, reason: str) -> None:
    """Frames that can be read but that no worker of ours sends end it as well."""
    session = await server.open(GRAPHS / f"{name}.py")
    async with page(server, session) as opened:
        lost = await run_until_lost(opened)

    assert reason in lost.sentence


async def test_an_import_that_ends_the_process_rejects_the_document(any_server: Server) -> None:
    """A document that leaves while it is imported gives no graph; the server and its page go on."""
    session = await any_server.open(GRAPHS / "leaves_at_import.py")
    async with page(any_server, session) as opened:
        rejected = await opened.event(GraphRejected)
        await opened.state("rejected")
        answer = await opened.ask(type="run.start", input={"n": 0})

    assert rejected.problems[0].code == "document.import_ended"
    assert isinstance(answer, Problem)


@pytest.mark.usefixtures("impatient")
async def test_stop_ends_an_import_that_never_ends(any_server: Server) -> None:
    """A document that hangs while it is imported can be stopped like a run."""
    session = await any_server.open(GRAPHS / "imports_for_ever.py")
    async with page(any_server, session) as opened:
        await opened.until(lambda frame: isinstance(frame, Waiting) and frame.sentence is not None)
        answer = await opened.ask(type="run.stop")
        await opened.state("rejected")

    assert answer == Accepted()
    assert [tag_of(frame) for frame in opened.events()] == ["graph.rejected"]


async def test_other_pages_see_the_same_loss(any_server: Server) -> None:
    """Every page of the session is told the same events with the same numbers."""
    session = await any_server.open(GRAPHS / "dies.py")
    async with page(any_server, session) as first, page(any_server, session) as second:
        await run_until_lost(first)
        await second.event(WorkerLost)

    assert [frame for frame in first.events() if frame.seq > 1] == [frame for frame in second.events() if frame.seq > 1]


@pytest.mark.usefixtures("impatient")
async def test_what_waits_for_an_import_does_not_begin_after_stop(any_server: Server) -> None:
    """A run that was asked for while the document hangs is stopped with it."""
    session = await any_server.open(GRAPHS / "imports_for_ever.py")
    async with page(any_server, session) as opened:
        await opened.until(lambda frame: isinstance(frame, Waiting) and frame.sentence is not None)
        waiting = await opened.send(type="run.start", input={"n": 0})
        stopped = await opened.ask(type="run.stop")
        answer = await opened.reply(waiting)

    assert (stopped, code_of(answer)) == (Accepted(), "command.stopped")


@pytest.mark.usefixtures("impatient")
async def test_what_waits_for_its_document_to_be_saved_does_not_begin_after_stop(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stop came later than the run, whichever of the two is ready first."""
    may_save = asyncio.Event()
    session = await server.open(GRAPHS / "imports_for_ever.py")
    found = await server.services.sessions.find(session)
    monkeypatch.setattr(found, "_save_document", may_save.wait)
    async with page(server, session) as opened:
        await opened.until(lambda frame: isinstance(frame, Waiting) and frame.sentence is not None)
        waiting = await opened.send(type="run.start", input={"n": 0})
        stopped = await opened.ask(type="run.stop")
        may_save.set()
        answer = await opened.reply(waiting)

    assert (stopped, code_of(answer)) == (Accepted(), "command.stopped")
