"""Cut off, started again, or too slow: a page loses nothing, and is told nothing twice."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from stepgraph.protocol.events import RunFinished, RunPaused, RunStarted, StepCommitted, WorkerLost
from stepgraph.protocol.fold import Folder
from stepgraph.protocol.frames import Accepted, EventFrame, SnapshotFrame, Welcome
from stepgraph.protocol.snapshot import Snapshot
from tests.support.pictures import numbers_at_steps
from tests.support.serving import WORKERS, Page, Server, page, running_server


async def run_to_the_end(server: Server, session: str) -> Page:
    """Run the counter with a page that sees all of it."""
    async with page(server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 0})
        await opened.event(RunFinished)
    return opened


def folded(frames: list[EventFrame], start: Snapshot | None = None) -> Snapshot:
    """What a page makes of what it was sent."""
    folder = Folder() if start is None else Folder(start)
    for frame in frames:
        folder.fold(frame.seq, frame.event)
    return folder.snapshot()


async def test_a_page_that_was_cut_off_anywhere_is_sent_what_it_missed(server: Server, counter: Path) -> None:
    """From every seq on, the rest comes without a gap and without a repetition."""
    session = await server.open(counter)
    seen = (await run_to_the_end(server, session)).events()
    epoch, last = seen[0].epoch, seen[-1].seq

    for cut in range(1, last):
        async with page(server, session, epoch=epoch, seq=cut) as again:
            await again.until(lambda frame: isinstance(frame, EventFrame) and frame.seq == last)
        assert again.events() == [frame for frame in seen if frame.seq > cut]


async def test_a_page_that_has_everything_is_sent_nothing_again(server: Server, counter: Path) -> None:
    """A welcome is all that it needs."""
    session = await server.open(counter)
    seen = (await run_to_the_end(server, session)).events()

    async with page(server, session, epoch=seen[-1].epoch, seq=seen[-1].seq) as again:
        answer = await again.ask(type="run.pause")

    assert answer != Accepted()
    assert [frame for frame in again.frames if isinstance(frame, EventFrame | SnapshotFrame)] == []


@pytest.mark.parametrize(("epoch", "seq"), [(None, 0), ("another", 3), ("own", 0), ("own", 10_000)])
async def test_a_page_whose_place_is_unknown_is_sent_a_snapshot(
    server: Server, counter: Path, epoch: str | None, seq: int
) -> None:
    """Of another history, or of none, a page has nothing to go on from; the picture is that of all events."""
    session = await server.open(counter)
    seen = (await run_to_the_end(server, session)).events()

    async with page(server, session, epoch=seen[-1].epoch if epoch == "own" else epoch, seq=seq) as again:
        snapshot = await again.snapshot()

    assert snapshot.snapshot == folded(seen)


async def test_a_snapshot_and_the_later_events_are_all_events(server: Server, counter: Path) -> None:
    """A page that comes in the middle ends with the picture of one that was there from the beginning."""
    session = await server.open(counter)
    async with page(server, session) as first:
        await first.state("ready")
        await first.ask(type="run.start", input={"n": 0}, until="superstep")
        await first.event(RunPaused)
        async with page(server, session) as second:
            start = await second.snapshot()
            await first.ask(type="run.continue")
            await first.event(RunFinished)
            await second.event(RunFinished)

    assert folded(second.events(), start.snapshot) == folded(first.events())


async def test_a_restarted_server_has_the_history_and_goes_on(tmp_path: Path, counter: Path) -> None:
    """A paused run was lost with the server; its history is there, and it goes on from its last checkpoint."""
    async with running_server(tmp_path / "data") as before:
        session, token = await before.open(counter), await before.token()
        async with page(before, session, token=token) as opened:
            await opened.state("ready")
            await opened.ask(type="run.start", input={"n": 0}, until="superstep")
            await opened.event(RunPaused)
            await opened.ask(type="run.step")
            await opened.event(RunPaused)
            await opened.ask(type="run.step")
            await opened.event(RunPaused)
            seen = opened.events()
    async with running_server(tmp_path / "data") as after, page(after, session, token=token) as again:
        snapshot = await again.snapshot()
        await again.state("ready")
        await again.ask(type="run.continue")
        started = await again.event(RunStarted)
        await again.event(RunFinished)

    assert [entry.step for entry in snapshot.snapshot.steps] == [-1, 0, 1]
    assert (snapshot.epoch, snapshot.snapshot.run.status) == (seen[0].epoch, "stopped")
    assert (started.kind, numbers_at_steps(again.events())) == ("resume", {2: "2", 3: "3"})


async def test_a_run_that_was_at_work_when_the_server_was_killed_is_lost_and_goes_on(
    tmp_path: Path, counter: Path
) -> None:
    """Nobody told the end of the run, so the next server does: the open superstep came to nothing."""
    async with AsyncExitStack() as killed:
        before = await killed.enter_async_context(running_server(tmp_path / "data"))
        session, token = await before.open(counter), await before.token()
        async with page(before, session, token=token) as opened:
            await opened.state("ready")
            await opened.ask(type="run.start", input={"n": 0}, until="superstep")
            await opened.event(RunPaused)
            for _ in range(3):
                await opened.ask(type="run.stepPhase")
                await opened.event(RunPaused)
        await asyncio.to_thread(copy_of_the_disk, tmp_path)
    async with running_server(tmp_path / "copy") as after, page(after, session, token=token) as again:
        snapshot = (await again.snapshot()).snapshot
        await again.state("ready")
        await again.ask(type="run.continue")
        await again.event(RunFinished)

    assert (snapshot.run.status, snapshot.open, snapshot.steps[-1].status) == ("lost", None, "aborted")
    assert again.told(StepCommitted)[0].step == snapshot.steps[-1].step
    assert again.told(WorkerLost) == []


def copy_of_the_disk(folder: Path) -> None:
    """Keep what is on the disk while the server is still alive, as if it were killed now."""
    (folder / "copy").mkdir()
    for file in (folder / "data").glob("history.sqlite*"):
        (folder / "copy" / file.name).write_bytes(file.read_bytes())


@pytest.mark.slow
async def test_the_shipped_worker_goes_on_after_a_restart(tmp_path: Path, counter: Path) -> None:
    """Checkpoints that one server stored are what the next one's worker reads."""
    real = WORKERS["real"]
    async with running_server(tmp_path / "data", worker=real) as before:
        session, token = await before.open(counter), await before.token()
        async with page(before, session, token=token) as opened:
            await opened.state("ready")
            await opened.ask(type="run.start", input={"n": 0}, until="superstep")
            for _ in range(2):
                await opened.event(RunPaused)
                await opened.ask(type="run.step")
            await opened.event(RunPaused)
    async with running_server(tmp_path / "data", worker=real) as after, page(after, session, token=token) as again:
        await again.state("ready")
        await again.ask(type="run.continue")
        await again.event(RunFinished)

    assert numbers_at_steps(again.events()) == {2: "2", 3: "3"}


async def test_a_token_is_good_after_a_restart(tmp_path: Path) -> None:
    """A page that was open before the restart reconnects by itself."""
    async with running_server(tmp_path / "data") as before:
        token = await before.token()
    async with running_server(tmp_path / "data") as after, page(after, token=token) as opened:
        welcome = await opened.until(lambda frame: isinstance(frame, Welcome))

    assert isinstance(welcome, Welcome)
