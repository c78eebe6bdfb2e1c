"""A run held, stopped, edited and lost in a graph inside of a node."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from stepgraph.protocol.events import (
    GraphCompiled,
    RunFinished,
    RunPaused,
    RunStopped,
    StateRestored,
    StepCommitted,
    TaskStarted,
    WorkerLost,
)
from stepgraph.protocol.fold.inside import path_of
from tests.server.test_answering import picture
from tests.support.serving import GRAPHS, WORKERS, Page, Server, page, running_server

pytestmark = pytest.mark.slow
"""Only the shipped worker has an engine."""


@pytest_asyncio.fixture
async def real_server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with the shipped worker."""
    async with running_server(tmp_path / "data", worker=WORKERS["real"]) as running:
        yield running


async def held_at(opened: Page, path: str, step: int, phase: str) -> RunPaused:
    """Go phase by phase to a place in a graph inside."""
    await opened.state("ready")
    await opened.ask(type="run.start", input={"log": ["in"]}, until="phase")
    while True:
        paused = await opened.event(RunPaused)
        if (path_of(paused.ns), paused.step, paused.phase) == (path, step, phase):
            return paused
        await opened.ask(type="run.stepPhase")


async def test_a_run_is_held_in_a_graph_inside_of_a_graph_inside(real_server: Server) -> None:
    """The picture says where, and shows the channels there; a page that comes later sees the same."""
    session = await real_server.open(GRAPHS / "nested.py")
    async with page(real_server, session) as opened:
        await held_at(opened, "dig|sift", 1, "apply")
        shown = picture(opened)
        async with page(real_server, session) as later:
            shown_later = (await later.snapshot()).snapshot
        await opened.ask(type="run.step")
        await opened.event(RunFinished)

    (compiled,) = opened.told(GraphCompiled)
    view = shown.inner["dig|sift"]
    assert [(inner.path, [node.name for node in inner.nodes]) for inner in compiled.inner] == [
        ("dig", ["sift", "wash"]),
        ("dig|sift", ["shake", "sort"]),
    ]
    assert (path_of(shown.run.ns), shown.run.step, shown.run.phase) == ("dig|sift", 1, "apply")
    assert (view.status, view.step, view.nodes["shake"].status) == ("open", 1, "done")
    assert view.cells["log"].value.json == '["in", "plan"]'
    assert shown_later == shown
    assert picture(opened).run.ns == ""


async def test_a_run_that_is_stopped_inside_goes_on_from_there(real_server: Server) -> None:
    """What the graphs inside had committed is not done again."""
    session = await real_server.open(GRAPHS / "nested.py")
    async with page(real_server, session) as opened:
        await held_at(opened, "dig|sift", 2, "plan")
        await opened.ask(type="run.stop")
        stopped = await opened.event(RunStopped)
        before = len(opened.told(TaskStarted))
        await opened.ask(type="run.continue")
        finished = await opened.event(RunFinished)

    assert (stopped.ns, stopped.step, stopped.phase) == ("", 2, "execute")
    assert [event.node for event in opened.told(TaskStarted)[before:]] == ["dig", "sift", "sort", "wash"]
    assert finished.output.json is not None
    assert finished.output.json.endswith('"shake", "sort", "wash"]}')


async def test_state_is_edited_while_a_run_is_held_inside(real_server: Server) -> None:
    """The run ends there, and what is edited is the checkpoint of the root."""
    session = await real_server.open(GRAPHS / "nested.py")
    async with page(real_server, session) as opened:
        await held_at(opened, "dig", 1, "execute")
        checkpoint = next(one.checkpoint for one in reversed(opened.told(StepCommitted)) if not one.ns)
        await opened.ask(type="state.edit", checkpoint=checkpoint, how="raw", values={"log": ["other"]})
        await opened.event(RunPaused)
        await opened.ask(type="run.continue")
        finished = await opened.event(RunFinished)

    assert picture(opened).lane == 0
    assert finished.output.json is not None
    assert finished.output.json.startswith('{"log": ["other", "other", "other", "shake"')


async def test_a_worker_that_dies_while_a_run_is_held_inside_loses_nothing(real_server: Server) -> None:
    """Another one goes on from the checkpoints inside, and tells the state that it goes on from."""
    session = await real_server.open(GRAPHS / "nested.py")
    async with page(real_server, session) as opened:
        await held_at(opened, "dig|sift", 2, "execute")
        os.kill(await real_server.worker_of(session), signal.SIGKILL)
        await opened.event(WorkerLost)
        before = len(opened.told(TaskStarted))
        await opened.ask(type="run.continue")
        await opened.event(RunFinished)

    restored = [(path_of(event.ns), event.step) for event in opened.told(StateRestored)]
    view = picture(opened).inner["dig|sift"]
    assert restored[-2:] == [("dig", 0), ("dig|sift", 1)]
    assert [event.node for event in opened.told(TaskStarted)[before:]] == ["dig", "sift", "sort", "wash"]
    assert (view.status, view.cells["log"].value.json) == ("ended", '["in", "plan", "shake", "sort"]')
