"""What is saved beside a run is what there was when it was handed over, whoever saves it, and however it goes."""

from __future__ import annotations

import asyncio
import operator
import sqlite3
import subprocess
import sys
import threading
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest

from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.checkpoint.refused import SaverError
from stepgraph.checkpoint.sqlite import SqliteSaver
from stepgraph.graph import END, START, StateGraph
from stepgraph.pregel.beside import MOST_WAITING
from stepgraph.pregel.facts import StepCommitted
from tests.checkpoint.savers import Hands, config, opened

WAIT_S = 10.0
"""Far more than any of it takes; only a run that waits for itself takes so long."""


class State(TypedDict, total=False):
    """Something that can be changed in place, and who has run."""

    box: list[int]
    ran: Annotated[list[str], operator.add]


def hold_saves(hands: Hands, until: threading.Event) -> None:
    """Let nothing that is handed over be saved until then; a saver in memory, which never waits, stays as it is."""
    saver: Any = hands.saver
    if hasattr(saver, "put_prepared"):
        put, aput = saver.put_prepared, saver.aput_prepared

        def held(prepared: Any) -> None:
            assert until.wait(WAIT_S)
            put(prepared)

        async def held_too(prepared: Any) -> None:
            assert await asyncio.to_thread(until.wait, WAIT_S)
            await aput(prepared)

        saver.put_prepared, saver.aput_prepared = held, held_too


async def test_what_a_node_changes_after_it_was_handed_over_is_saved_as_it_was(hands: Hands) -> None:
    """A later node changes the list in place before anything is saved."""
    box = [1]
    is_changed = threading.Event()

    def change(state: State) -> State:
        state["box"].append(2)
        is_changed.set()
        return {"ran": ["change"]}

    builder = StateGraph(State)
    builder.add_node("give", lambda _: {"box": box, "ran": ["give"]}).add_node("change", change)
    builder.add_edge(START, "give").add_edge("give", "change").add_edge("change", END)
    graph = builder.compile(checkpointer=hands.saver)
    hold_saves(hands, is_changed)

    await hands.invoke(graph, {"ran": []}, config())

    saved = {found.metadata["step"]: found for found in await hands.list(config())}
    assert saved[1].checkpoint["channel_values"]["box"] == [1]
    assert [value for _, channel, value in saved[0].pending_writes or [] if channel == "box"] == [[1]]


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
async def test_whoever_is_told_of_a_checkpoint_finds_it(kind: str, tmp_path: Path, postgres: str) -> None:
    """With an observer every save is waited for."""
    found: list[bool] = []
    async with opened(kind, tmp_path, postgres) as hands:

        def look(fact: object) -> None:
            if isinstance(fact, StepCommitted):
                found.append(hands.saver.get_tuple(config(checkpoint_id=fact.checkpoint_id)) is not None)

        chain(hands.saver, str).trace({"ran": []}, config(), observe=look)

    assert found == [True] * 5


def chain(saver: Any, done: Any) -> Any:
    """Return a graph of three nodes that say when they have run."""
    builder = StateGraph(State)
    for name in "abc":

        def run(_: State, name: str = name) -> State:
            done(name)
            return {"ran": [name]}

        builder.add_node(name, run)
    builder.add_edge(START, "a").add_edge("a", "b").add_edge("b", "c")
    return builder.compile(checkpointer=saver)


def test_a_database_that_is_locked_on_the_way_is_told_at_the_end(tmp_path: Path) -> None:
    """The thread stays as it was last saved, and goes on from there when the other lets go."""
    path = str(tmp_path / "threads.sqlite")
    connection = sqlite3.connect(path, check_same_thread=False, timeout=0.0)
    other = sqlite3.connect(path, isolation_level=None)
    saver = SqliteSaver(connection)
    locks: list[bool] = []

    def lock(name: str) -> None:
        if name == "b" and not locks:
            locks.append(True)
            other.execute("BEGIN IMMEDIATE")

    graph = chain(saver, lock)
    graph.invoke({"ran": []}, config(), interrupt_before=["b"])
    with pytest.raises(SaverError, match="another process holds it") as refusal:
        graph.invoke(None, config())
    left = graph.get_state(config())
    other.execute("ROLLBACK")
    output = graph.invoke(None, config())
    connection.close()
    other.close()

    assert refusal.value.code == "saver.locked"
    assert (left.values, left.next, output) == ({"ran": ["a"]}, ("b",), {"ran": ["a", "b", "c"]})


def test_a_subclass_that_keeps_writes_itself_is_given_them() -> None:
    """Whatever else it leaves to its parent."""
    kept: list[Any] = []

    class Spy(InMemorySaver):
        def put_writes(self, config: Any, writes: Any, task_id: str, task_path: str = "") -> None:
            kept.append((config["configurable"]["tenant"], writes))
            super().put_writes(config, writes, task_id, task_path)

    chain(Spy(), str).invoke({"ran": []}, config(tenant="t"))

    assert kept[-1] == ("t", [("ran", ["c"])])


def test_a_saver_that_was_refused_once_can_be_used_again() -> None:
    """What failed in one run is not told in the next."""
    fails = [True]

    class Moody(InMemorySaver):
        def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            if metadata["step"] == 1 and fails.pop():
                fails.append(False)
                raise OSError("no room")
            return super().put(config, checkpoint, metadata, new_versions)

    graph = chain(Moody(), str)
    with pytest.raises(OSError, match="no room"):
        graph.invoke({"ran": []}, config())
    fails[:] = [False]

    assert graph.invoke(None, config()) == {"ran": ["a", "b", "c"]}


@pytest.mark.parametrize("kind", ["sqlite, awaited", "aiosqlite, awaited", "postgres, awaited"])
async def test_what_was_handed_over_is_saved_though_the_run_is_cancelled(
    kind: str, tmp_path: Path, postgres: str
) -> None:
    """Whoever cancels a run waits for its saves."""
    is_cancelled, runs = threading.Event(), asyncio.Event()

    async def wait(_: State) -> State:
        runs.set()
        await asyncio.Event().wait()
        return {"ran": ["wait"]}

    async with opened(kind, tmp_path, postgres) as hands:
        builder = StateGraph(State)
        builder.add_node("a", lambda _: {"ran": ["a"]}).add_node("wait", wait)
        builder.add_edge(START, "a").add_edge("a", "wait")
        graph = builder.compile(checkpointer=hands.saver)
        hold_saves(hands, is_cancelled)
        run = asyncio.create_task(graph.ainvoke({"ran": []}, config()))
        await runs.wait()
        run.cancel()
        is_cancelled.set()
        with pytest.raises(asyncio.CancelledError):
            await run
        state = await graph.aget_state(config())

    assert (state.values, state.next) == ({"ran": ["a"]}, ("wait",))


def test_a_saver_beside_the_run_is_in_the_callers_context() -> None:
    """So that it finds what its caller has set, the tenant for example."""
    tenant: ContextVar[str] = ContextVar("tenant", default="nobody")
    seen: set[str] = set()

    class Spy(InMemorySaver):
        def put_writes(self, config: Any, writes: Any, task_id: str, task_path: str = "") -> None:
            seen.add(tenant.get())
            super().put_writes(config, writes, task_id, task_path)

    tenant.set("t")
    chain(Spy(), str).invoke({"ran": []}, config())

    assert seen == {"t"}


LEAVES = """
import sys
from typing import TypedDict
from stepgraph.checkpoint.sqlite import SqliteSaver
from stepgraph.graph import StateGraph

builder = StateGraph(TypedDict("State", {"n": int}))
builder.add_node("a", lambda state: {"n": 1}).add_node("b", lambda state: {"n": 2})
builder.add_edge("__start__", "a").add_edge("a", "b")
opened = SqliteSaver.from_conn_string(sys.argv[1])
graph = builder.compile(checkpointer=opened.__enter__())
stream = graph.stream({"n": 0}, {"configurable": {"thread_id": "1"}}, stream_mode="updates")
print(next(stream))
"""


def test_a_process_that_leaves_a_run_open_ends_and_has_saved(tmp_path: Path) -> None:
    """Nobody closes the stream; what was handed over until then is on the disk."""
    path = str(tmp_path / "threads.sqlite")

    left = subprocess.run(  # this interpreter, and the text above
        [sys.executable, "-c", LEAVES, path], capture_output=True, text=True, timeout=60, check=True
    )

    assert left.stdout.strip() == "{'a': {'n': 1}}"
    with SqliteSaver.from_conn_string(path) as saver:
        found = saver.get_tuple(config())
    assert found is not None
    assert found.checkpoint["channel_values"]["n"] == 1


GOES_ON = """
import sqlite3, sys, threading
from typing import TypedDict
from stepgraph.checkpoint.sqlite import SqliteSaver
from stepgraph.graph import StateGraph

def run(state):
    threading.main_thread().join()
    return {"n": state["n"] + 1}

builder = StateGraph(TypedDict("State", {"n": int}))
builder.add_node("a", run).add_node("b", run)
builder.add_edge("__start__", "a").add_edge("a", "b")
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect(sys.argv[1], check_same_thread=False)))
config = {"configurable": {"thread_id": "1"}}
threading.Thread(target=lambda: print(graph.invoke({"n": 0}, config), graph.get_state(config).values)).start()
"""


def test_a_run_in_a_thread_goes_on_though_the_main_thread_has_ended(tmp_path: Path) -> None:
    """Python closes its pools then, and waits for the thread."""
    ended = subprocess.run(  # this interpreter, and the text above
        [sys.executable, "-c", GOES_ON, str(tmp_path / "threads.sqlite")],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    assert (ended.stdout.strip(), ended.stderr) == ("{'n': 2} {'n': 2}", "")


def test_a_loop_that_ends_ends_when_all_is_saved() -> None:
    """It cancels all its tasks when a consumer has left its stream behind, that which saves too."""
    begun: list[int] = []

    class Slow(InMemorySaver):
        async def aput(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            begun.append(metadata["step"])
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            return self.put(config, checkpoint, metadata, new_versions)

    saver = Slow()

    async def leave() -> None:
        async for event in chain(saver, str).astream({"ran": []}, config(), stream_mode="updates"):
            if "b" in event:
                break

    asyncio.run(leave())

    found = saver.get_tuple(config())
    assert found is not None
    assert found.checkpoint["channel_values"]["ran"] == ["a", "b"]
    assert len(begun) > len(set(begun)), "no save was cancelled, so nothing was tried"


def test_what_ends_a_saver_for_good_is_told_too() -> None:
    """Nothing that a saver raises gets lost in the thread that saves."""

    class Leaving(InMemorySaver):
        def put(self, *_: Any) -> Any:
            raise SystemExit(3)

    with pytest.raises(SystemExit):
        chain(Leaving(), str).invoke({"ran": []}, config())


@pytest.mark.parametrize("awaits", [False, True])
async def test_a_run_waits_for_a_saver_that_is_slower_than_its_nodes(awaits: bool) -> None:
    """It would keep all that is not saved yet, and a long run has no end of it."""
    ran: list[int] = []
    saved: list[int] = []

    class Slow(InMemorySaver):
        def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            saved.append(len(ran) - metadata["step"])
            sum(range(5_000))
            return super().put(config, checkpoint, metadata, new_versions)

        async def aput(self, *given: Any) -> Any:
            for _ in range(20):
                await asyncio.sleep(0)
            return self.put(*given)

    def run(_: State) -> State:
        ran.append(1)
        return {"box": []}

    builder = StateGraph(State)
    builder.add_node("a", run).add_edge(START, "a")
    builder.add_conditional_edges("a", lambda _: END if len(ran) == 4 * MOST_WAITING else "a")
    graph = builder.compile(checkpointer=Slow())

    at: Any = {**config(), "recursion_limit": 5 * MOST_WAITING}
    await graph.ainvoke({"ran": []}, at) if awaits else graph.invoke({"ran": []}, at)

    assert len(saved) == 4 * MOST_WAITING + 2
    assert max(saved) <= MOST_WAITING
