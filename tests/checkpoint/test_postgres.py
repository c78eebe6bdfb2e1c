"""What only the savers over PostgreSQL do: pools, pipelines, event loops, and refusals of the server."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from stepgraph.checkpoint.postgres import PostgresSaver
from stepgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from stepgraph.checkpoint.refused import MissingDriver, SaverError
from tests.checkpoint.savers import config
from tests.checkpoint.test_contract import IDS, delta
from tests.support.postgres import PostgresServer

FIRST: dict[str, Any] = {"values": {"x": 1}, "versions": {"x": "1"}}


def code_of(call: Any) -> str:
    """Return the code with which a call is refused."""
    with pytest.raises(SaverError) as refusal:
        call()
    assert str(refusal.value).startswith("The checkpoints in PostgreSQL are out of reach: ")
    return refusal.value.code


def values_of(saver: Any, **at: Any) -> Any:
    """Return the values of a checkpoint."""
    found = saver.get(config(**at))
    return None if found is None else found["channel_values"]


def cut(address: str) -> None:
    """End all other connections to the database, as a server that goes down does."""
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def wait_for_a_lock(address: str) -> None:
    """Return when somebody waits for a lock."""
    with psycopg.connect(address, autocommit=True) as observer:
        while not observer.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchall():
            pass


def test_a_database_must_be_set_up_once(postgres_server: PostgresServer) -> None:
    """A second time changes nothing."""
    address = postgres_server.make_database("fresh")
    with PostgresSaver.from_conn_string(address) as saver:
        assert code_of(lambda: saver.get_tuple(config())) == "saver.not_set_up"

        saver.setup()
        saver.put_delta(delta(0, parent=None, **FIRST))
        saver.setup()

        assert values_of(saver) == {"x": 1}


@pytest.mark.parametrize("autocommit", [True, False])
def test_a_connection_of_ones_own_may_look_as_it_likes(postgres: str, autocommit: bool) -> None:
    """Whatever it makes of rows, and whether it commits by itself: what was saved is there for others."""
    with psycopg.connect(postgres, autocommit=autocommit, row_factory=dict_row) as connection:
        PostgresSaver(connection).put_delta(delta(0, parent=None, **FIRST))

        with PostgresSaver.from_conn_string(postgres) as other:
            assert values_of(other) == {"x": 1}


def test_a_pipeline_gives_the_same_results(postgres: str) -> None:
    """It only sends more at once."""
    with PostgresSaver.from_conn_string(postgres, pipeline=True) as saver:
        saver.put_delta(delta(0, parent=None, **FIRST))
        saver.put_delta(delta(1, parent=0, values={"x": 2}, versions={"x": "2"}))
        saver.put_writes(config(checkpoint_id=IDS[1]), [("x", 3)], "task")

        found = saver.get_tuple(config())

    assert found is not None
    assert (found.checkpoint["channel_values"], found.pending_writes) == ({"x": 2}, [("task", "x", 3)])


async def test_an_awaited_pipeline_gives_the_same_results(postgres: str) -> None:
    """And what the server refuses is told to who asked for it."""
    async with AsyncPostgresSaver.from_conn_string(postgres, pipeline=True) as saver:
        await saver.aput_delta(delta(0, parent=None, **FIRST))
        with pytest.raises(SaverError):
            await saver.aput_delta(delta(1, parent=0, thread_id="nul\0"))
        await saver.aput_delta(delta(1, parent=0, values={"x": 2}, versions={"x": "2"}))

        assert [saved.checkpoint["channel_values"] async for saved in saver.alist(config())] == [{"x": 2}, {"x": 1}]


def test_a_pool_gets_over_a_server_that_went_down(postgres: str) -> None:
    """What was under way is refused; after that it goes on, with what was saved."""
    with ConnectionPool(postgres, min_size=1, max_size=1, kwargs={"autocommit": True}) as pool:
        saver = PostgresSaver(pool)
        saver.put_delta(delta(0, parent=None, **FIRST))
        cut(postgres)

        assert code_of(lambda: saver.put_delta(delta(1, parent=0))) == "saver.unreachable"

        saver.put_delta(delta(1, parent=0))
        assert values_of(saver) == {"x": 1}


async def test_an_awaited_pool_serves_many_at_a_time(postgres: str) -> None:
    """Each with a connection of its own."""
    async with AsyncConnectionPool(postgres, min_size=2, max_size=4, kwargs={"autocommit": True}) as pool:
        saver = AsyncPostgresSaver(pool)
        await asyncio.gather(
            *(saver.aput_delta(delta(0, parent=None, thread_id=str(number), **FIRST)) for number in range(20))
        )

        assert len([saved async for saved in saver.alist(None)]) == 20


def test_a_cut_connection_is_refused(postgres: str) -> None:
    """Until the saver is opened again."""
    with PostgresSaver.from_conn_string(postgres) as saver:
        saver.put_delta(delta(0, parent=None, **FIRST))
        cut(postgres)

        for _ in range(2):
            assert code_of(lambda: saver.put_delta(delta(1, parent=0))) == "saver.unreachable"

    with PostgresSaver.from_conn_string(postgres) as saver:
        assert values_of(saver) == {"x": 1}


def test_a_server_that_is_down_is_refused(postgres: str) -> None:
    """When the saver is opened; the password is in no sentence."""
    nobody = postgres.replace("stepgraph@127.0.0.1", "stepgraph:s3cret@127.0.0.1").rsplit(":", 1)[0] + ":1/shared"

    with pytest.raises(SaverError, match="the server is down, or the way to it is cut") as refusal:
        PostgresSaver.from_conn_string(nobody).__enter__()

    assert refusal.value.code == "saver.unreachable"
    assert "s3cret" not in str(refusal.value)


def test_a_database_that_is_not_there_is_refused(postgres: str) -> None:
    """With what the server says."""
    with pytest.raises(SaverError, match='database "nowhere" does not exist'):
        PostgresSaver.from_conn_string(postgres.replace("/shared", "/nowhere")).__enter__()


def test_a_full_server_is_refused(postgres: str) -> None:
    """Nothing of the checkpoint is kept, and it goes on when there is room."""
    function = (
        "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$"
    )
    trigger = "CREATE TRIGGER filled BEFORE INSERT ON stepgraph_checkpoints FOR EACH ROW EXECUTE FUNCTION fill()"
    with PostgresSaver.from_conn_string(postgres) as saver, psycopg.connect(postgres, autocommit=True) as server:
        saver.put_delta(delta(0, parent=None, **FIRST))
        server.execute(function)
        server.execute(trigger)
        try:
            assert code_of(lambda: saver.put_delta(delta(1, parent=0))) == "saver.full"
            assert values_of(saver) == {"x": 1}
        finally:
            server.execute("DROP FUNCTION fill CASCADE")
        saver.put_delta(delta(1, parent=0))

        assert len(list(saver.list(config()))) == 2


def test_a_locked_table_is_refused(postgres: str) -> None:
    """After the time that the connection allows."""
    patient = f"{postgres}?options=-c%20lock_timeout%3D20"
    with PostgresSaver.from_conn_string(patient) as saver, psycopg.connect(postgres) as other:
        other.execute("LOCK TABLE stepgraph_checkpoints IN ACCESS EXCLUSIVE MODE")

        assert code_of(lambda: saver.put_delta(delta(0, parent=None))) == "saver.locked"
        other.rollback()
        saver.put_delta(delta(0, parent=None, **FIRST))

        assert values_of(saver) == {"x": 1}


def test_without_the_driver_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a saver is opened, not when the module is imported."""
    monkeypatch.setitem(sys.modules, "psycopg", None)

    with pytest.raises(MissingDriver, match=r"pip install 'stepgraph\[postgres\]'") as refusal:
        PostgresSaver.from_conn_string("postgresql://").__enter__()

    assert refusal.value.code == "saver.missing_driver"


async def test_the_awaited_saver_works_plainly_from_other_threads(postgres: str) -> None:
    """In its own event loop it would wait for itself, and says so."""
    async with AsyncPostgresSaver.from_conn_string(postgres) as saver:
        await saver.aput_delta(delta(0, parent=None, **FIRST))

        assert await asyncio.to_thread(values_of, saver) == {"x": 1}
        with pytest.raises(SaverError, match="would wait for itself for ever") as refusal:
            saver.get(config())

    assert refusal.value.code == "saver.would_wait_for_itself"


async def test_an_awaited_save_that_is_cancelled_keeps_nothing_half(postgres: str) -> None:
    """The saver can be used after it."""
    async with AsyncPostgresSaver.from_conn_string(postgres) as saver:
        with psycopg.connect(postgres) as other:
            other.execute("LOCK TABLE stepgraph_checkpoints IN ACCESS EXCLUSIVE MODE")
            saving = asyncio.create_task(saver.aput_delta(delta(0, parent=None)))
            await asyncio.to_thread(wait_for_a_lock, postgres)
            saving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await saving
            other.rollback()

        assert [saved async for saved in saver.alist(None)] == []
        await saver.aput_delta(delta(0, parent=None, **FIRST))
        assert (await saver.aget(config())) is not None
