"""A page that does not read: it holds nobody up, and sees the picture of the moment when it reads again."""

from __future__ import annotations

from stepgraph.protocol.events import RunFinished
from stepgraph.protocol.frames import EventFrame
from tests.support.serving import GRAPHS, Server, page


async def test_a_page_that_does_not_read_slows_no_run_and_gets_a_snapshot(server: Server) -> None:
    """Twenty megabytes of events later it is sent one picture, and a page beside it has seen every event."""
    session = await server.open(GRAPHS / "long_count.py")
    async with page(server, session) as silent, page(server, session) as reading:
        await reading.state("ready")
        await silent.state("ready")
        silent.connection.transport.pause_reading()
        for _ in range(3):
            await reading.ask(type="run.start", input={"n": 0}, recursionLimit=100_000)
            await reading.event(RunFinished)
        silent.connection.transport.resume_reading()
        snapshot = await silent.snapshot()
        await reading.ask(type="run.start", input={"n": 1999}, recursionLimit=100_000)
        await reading.event(RunFinished)
        await silent.event(RunFinished)

    last = reading.events()[-1].seq
    assert [frame.seq for frame in reading.events()] == list(range(1, last + 1))
    assert snapshot.seq > 10_000
    assert after(silent.events(), snapshot.seq) == list(range(snapshot.seq + 1, last + 1))


def after(frames: list[EventFrame], seq: int) -> list[int]:
    """The numbers of the events that were sent after a snapshot."""
    return [frame.seq for frame in frames if frame.seq > seq]
