"""Which documents may be imported: those named when the server was started, copies of examples, and those granted."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from stepgraph.server.documents import Documents
from stepgraph.server.settings import Outside
from stepgraph.server.store.access import add_grant, has_grant
from stepgraph.server.store.store import Store


class Trust:
    """A grant is for a path and its content: who changes the file has to be trusted again."""

    def __init__(self, store: Store, documents: Documents, outside: Outside) -> None:
        self._store = store
        self._documents = documents
        self._outside = outside
        self._named: set[Path] = set()

    def name(self, path: Path) -> None:
        """The person named this file when starting the server: it is trusted as long as the server runs."""
        self._named.add(path)

    async def grant(self, path: Path, content_hash: str) -> None:
        """The person allows this content."""
        granted = partial(add_grant, path=str(path), content_hash=content_hash, now_ms=self._outside.now_ms())
        await self._store.write(granted)

    async def allows(self, path: Path, content_hash: str, *, for_list: Path | None = None) -> bool:
        """Say whether the document may be imported; ``for_list`` is the langgraph.json that it is opened by."""
        if self._documents.is_copy(path):
            return True
        if await self._store.read(partial(has_grant, path=str(path), content_hash=content_hash)):
            return True
        if path in self._named or for_list in self._named:
            # What ran once by the person's word may be opened again later without it.
            await self.grant(path, content_hash)
            return True
        return False
