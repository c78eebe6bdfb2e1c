"""The parts of a running server, made once and handed to whoever needs them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from stepgraph.server.desk.desks import Desks
from stepgraph.server.desk.editor import EditorProcess, editor_command
from stepgraph.server.documents import Documents
from stepgraph.server.environment import worker_environment
from stepgraph.server.launch import Launch
from stepgraph.server.reader_process import DocumentReader, reader_command
from stepgraph.server.session.audience import Listener
from stepgraph.server.session.session import Surroundings
from stepgraph.server.sessions import Sessions
from stepgraph.server.settings import Settings
from stepgraph.server.store.store import Store
from stepgraph.server.trust import Trust
from stepgraph.server.worker_process import WorkerCommand


@dataclass(frozen=True, slots=True)
class Services:
    """The parts."""

    settings: Settings
    store: Store
    documents: Documents
    trust: Trust
    sessions: Sessions
    launch: Launch
    reader: DocumentReader

    async def close(self) -> None:
        """End runs and workers, then close the store."""
        await self.sessions.close()
        await asyncio.to_thread(self.store.close)


def make_services(
    settings: Settings, store: Store, *, worker: WorkerCommand, listeners: tuple[Listener, ...] = ()
) -> Services:
    """Make the parts and join them. ``listeners`` hear every session."""
    documents = Documents(settings)
    trust = Trust(store, documents, settings.outside)
    surroundings = Surroundings(store, trust, worker, settings.outside, listeners)
    desks = Desks(settings.folder, trust, partial(EditorProcess, editor_command(worker)))
    return Services(
        settings=settings,
        store=store,
        documents=documents,
        trust=trust,
        sessions=Sessions(surroundings, documents, desks),
        launch=Launch(store, settings.outside),
        reader=DocumentReader(reader_command(worker)),
    )


def worker_command(
    folder: Path, *, allowed: tuple[str, ...], environment: Mapping[str, str] = os.environ
) -> WorkerCommand:
    """How workers are started: by this Python, without what lies in the current folder in the way of its modules."""
    return WorkerCommand(
        program=(sys.executable, "-P", "-X", "faulthandler", "-m", "stepgraph.worker"),
        environment=worker_environment(environment, allowed=allowed),
        folder=folder,
    )
