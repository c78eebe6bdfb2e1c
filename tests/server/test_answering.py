"""A run that asks: it waits, is answered by the ids of its questions, and loses none of them."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from stepgraph.protocol.events import RunFinished, RunPaused, RunStopped, StepCommitted, TaskStarted
from stepgraph.protocol.fold import Folder
from stepgraph.protocol.frames import Accepted, SnapshotFrame
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.snapshot import OpenQuestion, Snapshot
from tests.server.test_resume import copy_of_the_disk
from tests.support.serving import GRAPHS, WORKERS, Page, Server, code_of, page, running_server

pytestmark = pytest.mark.slow
"""Only the shipped worker has an engine, and only an engine asks."""

ASKS = GRAPHS / "asks.py"
REAL = WORKERS["real"]
WHERE, DEPTH, FUNDS = '"where?"', '"how deep?"', '{"who": "pays?"}'


@pytest_asyncio.fixture
async def real_server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with the shipped worker."""
    async with running_server(tmp_path / "data", worker=REAL) as running:
        yield running


def picture(opened: Page) -> Snapshot:
    """What the page shows after all that it was sent."""
    start = next((frame.snapshot for frame in opened.frames if isinstance(frame, SnapshotFrame)), None)
    folder = Folder() if start is None else Folder(start)
    for frame in opened.events():
        folder.fold(frame.seq, frame.event)
    return folder.snapshot()


def open_questions(opened: Page) -> dict[str, OpenQuestion]:
    """The open questions by what they ask."""
    return {asked.question.value.text: asked for asked in picture(opened).questions}


async def asked(opened: Page) -> dict[str, OpenQuestion]:
    """Run to the questions."""
    await opened.state("ready")
    await opened.ask(type="run.start", input={"log": []})
    await opened.event(RunPaused)
    return open_questions(opened)


async def answer(opened: Page, answers: dict[str, Any], until: str = "end") -> Accepted | Problem:
    """Answer questions, named by what they ask."""
    now = open_questions(opened)
    named = {now[text].question.id: value for text, value in answers.items()}
    return await opened.ask(type="interrupt.answer", answers=named, until=until)


async def test_several_questions_wait_at_once_and_are_answered_in_any_order(real_server: Server) -> None:
    """What is answered is never asked again, what is not stays open, and what ended does not run again."""
    session = await real_server.open(ASKS)
    async with page(real_server, session) as opened:
        first = await asked(opened)
        await answer(opened, {FUNDS: {"payer": "the mill"}})
        await opened.event(RunPaused)
        second = open_questions(opened)
        await answer(opened, {WHERE: "north"})
        await opened.event(RunPaused)
        third = open_questions(opened)
        await answer(opened, {DEPTH: 12})
        finished = await opened.event(RunFinished)

    assert {text: one.node for text, one in first.items()} == {WHERE: "permit", FUNDS: "funds"}
    assert [set(second), set(third)] == [{WHERE}, {DEPTH}]
    assert finished.output.json == '{"log": [{"payer": "the mill"}, "north", 12, "dry"]}'
    assert sorted(event.node for event in opened.told(TaskStarted) if event.step == 1) == [
        *("funds", "funds"),
        *("permit", "permit", "permit", "permit"),
        "weather",
    ]


async def test_an_answer_can_go_on_by_one_superstep_or_one_phase(real_server: Server) -> None:
    """The run is held as after any step, and its questions are not open any more."""
    session = await real_server.open(ASKS)
    async with page(real_server, session) as opened:
        await asked(opened)
        await answer(opened, {WHERE: "north", FUNDS: "the mill"}, until="phase")
        paused = await opened.event(RunPaused)
        early = await opened.ask(type="interrupt.answer", answers={"0" * 32: 1})
        await opened.ask(type="run.continue")
        again = await opened.event(RunPaused)

    assert (paused.reason, again.reason) == ("phase", "question")
    assert code_of(early) == "interrupt.not_waiting"
    assert set(open_questions(opened)) == {DEPTH}


async def test_a_step_without_an_answer_asks_again(real_server: Server) -> None:
    """Nothing is lost, and nothing is made up."""
    session = await real_server.open(ASKS)
    async with page(real_server, session) as opened:
        first = await asked(opened)
        await opened.ask(type="run.step")
        await opened.event(RunPaused)

    assert open_questions(opened).keys() == first.keys()
    assert {one.question.id for one in open_questions(opened).values()} == {one.question.id for one in first.values()}


async def test_answers_out_of_place_are_refused_with_a_sentence(real_server: Server) -> None:
    """An unknown id names those that wait; nothing runs."""
    session = await real_server.open(ASKS)
    async with page(real_server, session) as opened:
        await opened.state("ready")
        before = await opened.ask(type="interrupt.answer", answers={"0" * 32: 1})
        questions = await asked_later(opened)
        unknown = await opened.ask(type="interrupt.answer", answers={"0" * 32: 1})
        empty = await opened.ask(type="interrupt.answer", answers={})
        await answer(opened, {WHERE: 1, FUNDS: 2})
        await opened.event(RunPaused)
        await answer(opened, {DEPTH: 3})
        await opened.event(RunFinished)
        after = await opened.ask(type="interrupt.answer", answers={questions[WHERE].question.id: 1})

    assert [code_of(one) for one in (before, unknown, after)] == [
        "interrupt.none_open",
        "interrupt.unknown",
        "interrupt.none_open",
    ]
    assert isinstance(unknown, Problem)
    assert f"{questions[WHERE].question.id} (permit)" in unknown.sentence
    assert isinstance(empty, Problem)


async def asked_later(opened: Page) -> dict[str, OpenQuestion]:
    """Run to the questions, in a page whose document is loaded."""
    await opened.ask(type="run.start", input={"log": []})
    await opened.event(RunPaused)
    return open_questions(opened)


async def test_a_stopped_run_can_still_be_answered(real_server: Server) -> None:
    """The questions are pending on the checkpoint, not in the run."""
    session = await real_server.open(ASKS)
    async with page(real_server, session) as opened:
        await asked(opened)
        await opened.ask(type="run.stop")
        await opened.event(RunStopped)
        await answer(opened, {WHERE: "north", FUNDS: "the mill"})
        await opened.event(RunPaused)
        await answer(opened, {DEPTH: 12})
        finished = await opened.event(RunFinished)

    assert finished.output.json == '{"log": ["the mill", "north", 12, "dry"]}'


async def test_a_restarted_server_asks_the_same_questions(tmp_path: Path) -> None:
    """A page sees them again, and what was answered before the restart is kept."""
    async with running_server(tmp_path / "data", worker=REAL) as before:
        session, token = await before.open(ASKS), await before.token()
        async with page(before, session, token=token) as opened:
            await asked(opened)
            await answer(opened, {WHERE: "north"})
            await opened.event(RunPaused)
            left = open_questions(opened)
    async with running_server(tmp_path / "data", worker=REAL) as after, page(after, session, token=token) as again:
        await again.snapshot()
        await again.state("ready")
        shown = open_questions(again)
        await answer(again, {DEPTH: 12, FUNDS: "the mill"})
        finished = await again.event(RunFinished)

    assert shown == left
    assert finished.output.json == '{"log": ["the mill", "north", 12, "dry"]}'


async def test_a_server_that_was_killed_asks_the_same_questions(tmp_path: Path) -> None:
    """What was told is on the disk, the questions as well."""
    async with AsyncExitStack() as killed:
        before = await killed.enter_async_context(running_server(tmp_path / "data", worker=REAL))
        session, token = await before.open(ASKS), await before.token()
        async with page(before, session, token=token) as opened:
            first = await asked(opened)
        await asyncio.to_thread(copy_of_the_disk, tmp_path)
    async with (
        running_server(tmp_path / "copy", worker=REAL) as after,
        page(after, session, token=token) as again,
    ):
        await again.snapshot()
        await again.state("ready")
        shown, status = open_questions(again), picture(again).run.status
        await answer(again, {WHERE: "north", FUNDS: "the mill"})
        await again.event(RunPaused)
        await answer(again, {DEPTH: 12})
        finished = await again.event(RunFinished)

    assert (shown, status) == (first, "lost")
    assert finished.output.json == '{"log": ["the mill", "north", 12, "dry"]}'


async def test_a_graph_inside_goes_on_from_its_own_checkpoint_after_a_restart(tmp_path: Path) -> None:
    """Its supersteps are told under its own name and kept, so what was done inside is not done again."""
    document = Path(await asyncio.to_thread(shutil.copy, GRAPHS / "asks_inside.py", tmp_path))
    async with running_server(tmp_path / "data", worker=REAL, folder=tmp_path) as before:
        session, token = await before.open(document), await before.token()
        async with page(before, session, token=token) as opened:
            await asked(opened)
            steps = opened.told(StepCommitted)
            (question,) = picture(opened).questions
    async with (
        running_server(tmp_path / "data", worker=REAL, folder=tmp_path) as after,
        page(after, session, token=token) as again,
    ):
        await again.snapshot()
        await again.state("ready")
        await answer(again, {'"dig here?"': "yes"})
        finished = await again.event(RunFinished)

    assert [(event.ns.partition(":")[0], event.step) for event in steps] == [
        *(("", -1), ("", 0)),
        *(("dig", -1), ("dig", 0), ("dig", 1)),
    ]
    assert question.node == "dig"
    assert finished.output.json == '{"log": ["looked", "yes"]}'
    assert document.with_suffix(".ran").read_text(encoding="utf-8") == "look\n"
