"""What another process does before it runs a node's function for this one: import the document as it is known here."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from stepgraph.pregel.elsewhere import Preparation, prepare_with
from stepgraph.worker import langgraph_alias
from stepgraph.worker.importing import import_named


def offer(module: ModuleType, *, path: str, folders: Iterable[str] = ()) -> None:
    """From now on, let other processes know the document under the name that it has here."""
    given = (module.__name__, str(Path(path).resolve()), tuple(folders))
    prepare_with(Preparation(__name__, import_again.__name__, given))


def import_again(name: str, path: str, folders: tuple[str, ...]) -> None:
    """Import the document, in another process, under the name that it has where the run is."""
    if name in sys.modules:
        return
    # Running a document leaves nothing behind in its folder.
    sys.dont_write_bytecode = True
    langgraph_alias.install()
    import_named(name, Path(path), folders=folders)
