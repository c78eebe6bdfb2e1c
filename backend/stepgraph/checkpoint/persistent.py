"""A dictionary that is written to a file: the reference's name, over the checkpoint codec instead of pickle."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from stepgraph.checkpoint.codec import Registry, decode, encode


class PersistentDict(defaultdict[Any, Any]):
    """A dictionary whose entries `sync` writes to a file and `load` reads again; a with-block ends with `close`."""

    def __init__(self, *args: Any, filename: str, **kwds: Any) -> None:
        super().__init__(*args, **kwds)
        self.filename = filename
        self._registry = Registry()

    def sync(self) -> None:
        """Write the file; one that exists is replaced only when the new one is whole."""
        target = Path(self.filename)
        draft = target.with_name(f"{target.name}.tmp")
        draft.write_bytes(encode([[key, value] for key, value in self.items()], self._registry))
        draft.replace(target)

    def close(self) -> None:
        """Write the file, and forget the entries, as the reference does."""
        self.sync()
        self.clear()

    def load(self) -> None:
        """Add the entries of the file; without a file, none."""
        source = Path(self.filename)
        if source.exists():
            self.update((_key(key), value) for key, value in decode(source.read_bytes(), self._registry))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _key(key: Any) -> Any:
    return tuple(map(_key, key)) if isinstance(key, list) else key
