"""Every saver under one set of hands: a test calls a method by its name, and it is called plainly or awaited."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import aiosqlite

from stepgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple, empty_checkpoint
from stepgraph.checkpoint.delta import CheckpointDelta, DeltaSaver
from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.checkpoint.postgres import PostgresSaver
from stepgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from stepgraph.checkpoint.sqlite import SqliteSaver
from stepgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

KINDS = (
    "memory",
    "memory, awaited",
    "sqlite",
    "sqlite, awaited",
    "aiosqlite, awaited",
    "postgres",
    "postgres, awaited",
)


class Hands:
    """One saver, called plainly or awaited."""

    def __init__(self, saver: BaseCheckpointSaver[Any], *, awaits: bool) -> None:
        self.saver = saver
        self.awaits = awaits

    async def call(self, method: str, *args: Any, **options: Any) -> Any:
        """Call a method."""
        if self.awaits:
            return await getattr(self.saver, f"a{method}")(*args, **options)
        return getattr(self.saver, method)(*args, **options)

    async def put_delta(self, delta: CheckpointDelta) -> None:
        """Save a difference."""
        put: Any = getattr(self.saver, "aput_delta", None) if self.awaits else None
        if put is not None:
            await put(delta)
        else:
            cast(DeltaSaver, self.saver).put_delta(delta)

    async def list(self, config: Any, **options: Any) -> list[CheckpointTuple]:
        """Return the checkpoints that are listed."""
        if self.awaits:
            return [saved async for saved in self.saver.alist(config, **options)]
        return list(self.saver.list(config, **options))

    async def head(self, at: Any) -> CheckpointTuple:
        """Return the checkpoint of that config, which must be there."""
        found = await self.call("get_tuple", at)
        assert isinstance(found, CheckpointTuple)
        return found

    async def invoke(self, graph: Any, given: Any, at: Any, **options: Any) -> Any:
        """Run a graph."""
        return await (graph.ainvoke(given, at, **options) if self.awaits else _now(graph.invoke(given, at, **options)))

    async def state(self, graph: Any, at: Any) -> Any:
        """Look at a thread."""
        return await graph.aget_state(at) if self.awaits else graph.get_state(at)

    async def save(self, at: Any, checkpoint_id: str, *, step: int = 0, **parts: Any) -> Any:
        """Save a checkpoint with these values, all in their first version; return its config."""
        values: Mapping[str, Any] = parts.pop("values", {})
        versions = parts.pop("versions", dict.fromkeys(values, "1"))
        checkpoint = {**empty_checkpoint(), "id": checkpoint_id, "channel_values": values, "channel_versions": versions}
        metadata = {"source": "loop", "step": step, **parts}
        return await self.call("put", at, checkpoint, metadata, versions)


async def _now(value: Any) -> Any:
    return value


@asynccontextmanager
async def opened(kind: str, folder: Path, postgres: str) -> AsyncIterator[Hands]:
    """Give the saver of that kind."""
    name, _, way = kind.partition(", ")
    async with AsyncExitStack() as stack:
        saver: BaseCheckpointSaver[Any] = InMemorySaver()
        path = str(folder / "threads.sqlite")
        if kind == "sqlite":
            saver = stack.enter_context(SqliteSaver.from_conn_string(path))
        elif kind == "postgres":
            saver = stack.enter_context(PostgresSaver.from_conn_string(postgres))
        elif name == "sqlite":
            saver = await stack.enter_async_context(AsyncSqliteSaver.from_conn_string(path))
        elif name == "aiosqlite":
            saver = AsyncSqliteSaver(await stack.enter_async_context(aiosqlite.connect(path)))
        elif name == "postgres":
            saver = await stack.enter_async_context(AsyncPostgresSaver.from_conn_string(postgres))
        yield Hands(saver, awaits=bool(way))


def config(thread: Any = "1", **configurable: Any) -> Any:
    """Return the config of a thread."""
    return {"configurable": {"thread_id": thread, "checkpoint_ns": "", **configurable}}
