"""What holds for every test: the same result on every machine, however slow."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from hypothesis import settings

from stepgraph.checkpoint.postgres import PostgresSaver
from tests.support.postgres import PostgresServer

# No test is timed, and a failing example must be found again by whoever looks for it.
settings.register_profile("stepgraph", deadline=None, derandomize=True)
settings.load_profile("stepgraph")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server, started when the first test asks for it."""
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def _shared_database(postgres_server: PostgresServer) -> str:
    address = postgres_server.make_database("shared")
    with PostgresSaver.from_conn_string(address) as saver:
        saver.setup()
    return address


@pytest.fixture
def postgres(_shared_database: str) -> str:
    """The connection string of a database that is set up and holds nothing."""
    with psycopg.connect(_shared_database, autocommit=True) as connection:
        connection.execute("TRUNCATE stepgraph_checkpoints, stepgraph_writes")
    return _shared_database
