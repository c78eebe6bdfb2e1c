"""Files of functions and of bare channels, opened, run, stepped, edited and answered like files of graphs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from stepgraph.protocol.events import GraphCompiled, RunFinished, RunPaused, StepCommitted, TaskOutput, TaskStarted
from tests.server.test_answering import picture
from tests.support.serving import GRAPHS, WORKERS, Server, code_of, page, running_server

pytestmark = pytest.mark.slow
"""Only the shipped worker has an engine."""


@pytest_asyncio.fixture
async def real_server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with the shipped worker."""
    async with running_server(tmp_path / "data", worker=WORKERS["real"]) as running:
        yield running


async def test_a_function_is_opened_run_and_answered(real_server: Server) -> None:
    """Its tasks are told in its superstep, with what they print; a second run sees what the first one left."""
    session = await real_server.open(GRAPHS / "function.py")
    async with page(real_server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input=3)
        await opened.event(RunPaused)
        (asked,) = picture(opened).questions
        await opened.ask(type="interrupt.answer", answers={asked.question.id: "stone"}, until="end")
        finished = await opened.event(RunFinished)

    compiled = opened.told(GraphCompiled)[-1]
    assert (compiled.graph, [node.name for node in compiled.nodes], compiled.prefill) == ("survey", ["survey"], "3")
    assert (asked.node, asked.question.value.text) == ("survey", "4")
    assert [event.node for event in opened.told(TaskStarted)] == ["survey", "dig", "ask", "survey", "ask"]
    assert [(event.node, event.ns, event.text) for event in opened.told(TaskOutput)] == [("dig", "", "digging 3\n")]
    assert finished.output.text == '"stone 4 None"'


async def test_an_input_that_does_not_fit_a_function_is_refused(real_server: Server) -> None:
    """Before anything runs, by what its first parameter says."""
    session = await real_server.open(GRAPHS / "function.py")
    async with page(real_server, session) as opened:
        await opened.state("ready")
        refused = await opened.ask(type="run.start", input="deep")

    assert code_of(refused) == "input.does_not_fit"


async def test_what_a_function_left_can_be_edited(real_server: Server) -> None:
    """The edit is a fork, and nothing is due by it."""
    session = await real_server.open(GRAPHS / "function.py")
    async with page(real_server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input=3)
        await opened.event(RunPaused)
        (asked,) = picture(opened).questions
        await opened.ask(type="interrupt.answer", answers={asked.question.id: "stone"}, until="end")
        await opened.event(RunFinished)
        checkpoint = opened.told(StepCommitted)[-1].checkpoint
        await opened.ask(type="state.edit", checkpoint=checkpoint, how="raw", values={"__previous__": "gold"})
        await opened.event(RunPaused)
        await opened.ask(type="run.start", input=7)
        await opened.event(RunPaused)
        (again,) = picture(opened).questions
        await opened.ask(type="interrupt.answer", answers={again.question.id: "clay"}, until="end")
        finished = await opened.event(RunFinished)

    assert finished.output.text == '"clay 8 gold"'


async def test_bare_channels_are_opened_and_stepped(real_server: Server) -> None:
    """By supersteps, and by an edit of a channel that wakes a node again."""
    session = await real_server.open(GRAPHS / "bare.py")
    async with page(real_server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input=4, until="superstep")
        await opened.event(RunPaused)
        await opened.ask(type="run.step")
        await opened.event(RunPaused)
        checkpoint = opened.told(StepCommitted)[-1].checkpoint
        await opened.ask(type="state.edit", checkpoint=checkpoint, how="raw", values={"mid": 7})
        await opened.event(RunPaused)
        await opened.ask(type="run.continue")
        finished = await opened.event(RunFinished)

    assert finished.output.text == "70"
