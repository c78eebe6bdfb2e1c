"""Serves ``langgraph`` from this engine, whether or not LangGraph is installed.

The modules are thin fronts: what is asked of them is looked up in the engine's module of the same name. A name or a
module that the engine does not have is refused in one sentence.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

ALIAS = "langgraph"
ENGINE = "stepgraph"
ROOMS = (
    "cache",
    "channels",
    "checkpoint",
    "config",
    "constants",
    "errors",
    "func",
    "graph",
    "managed",
    "pregel",
    "runtime",
    "store",
    "types",
    "version",
    "warnings",
)


class NotInEngine(ImportError):
    """A part of LangGraph that this engine does not have."""

    code = "document.not_in_engine"


class _Front(ModuleType):
    """A module of ``langgraph``: its names are those of the engine's module."""

    def __init__(self, name: str, engine: ModuleType | None) -> None:
        super().__init__(name, None if engine is None else engine.__doc__)
        self._engine = engine

    def __getattr__(self, name: str) -> object:
        engine = self.__dict__.get("_engine")
        if name.startswith("_"):
            # Asked for by tools that look around, which expect the ordinary answer.
            if name in _SHARED and hasattr(engine, name):
                return getattr(engine, name)
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if engine is None and name in ROOMS:
            return importlib.import_module(f"{ALIAS}.{name}")
        found = getattr(engine, name, _ABSENT)
        if found is _ABSENT or _is_foreign_module(found):
            raise NotInEngine(_sentence(f"{self.__name__}.{name}"), name=self.__name__)
        return found

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(self._engine)})


_ABSENT = object()
_SHARED = frozenset({"__all__", "__version__"})


def _is_foreign_module(value: object) -> bool:
    """Tell whether a name is only a module that the engine's module happens to use."""
    return isinstance(value, ModuleType) and not value.__name__.startswith(f"{ENGINE}.")


def _sentence(name: str) -> str:
    return (
        f"{name} is not part of Stepgraph's engine, which serves {ALIAS} to this file; it has the names of "
        f"{ALIAS}.graph, .types, .channels, .checkpoint and the other core modules."
    )


class _FrontLoader(Loader):
    """Makes the front of one module."""

    def __init__(self, target: str | None) -> None:
        self._target = target

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        engine = None if self._target is None else importlib.import_module(self._target)
        return _Front(spec.name, engine)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: a front has no code of its own."""


class LangGraphFinder(MetaPathFinder):
    """Finds every module of ``langgraph`` in the engine, ahead of an installed LangGraph."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002  the import system's signature
        target: ModuleType | None = None,  # noqa: ARG002  as above
    ) -> ModuleSpec | None:
        """Return the front for a module of ``langgraph``, and refuse one that the engine does not have."""
        if fullname != ALIAS and not fullname.startswith(f"{ALIAS}."):
            return None
        inner = fullname[len(ALIAS) + 1 :]
        if not inner:
            return ModuleSpec(fullname, _FrontLoader(None), is_package=True)
        engine_name = f"{ENGINE}.{inner}"
        if inner.partition(".")[0] not in ROOMS or not _exists(engine_name):
            raise NotInEngine(_sentence(fullname), name=fullname)
        return ModuleSpec(fullname, _FrontLoader(engine_name), is_package=True)


def _exists(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        # A parent that is no package.
        return False


def install() -> None:
    """Serve ``langgraph`` from the engine in this process, from now on."""
    if any(isinstance(finder, LangGraphFinder) for finder in sys.meta_path):
        return
    for name in [name for name in sys.modules if name == ALIAS or name.startswith(f"{ALIAS}.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, LangGraphFinder())


def uninstall() -> None:
    """Undo `install`, for processes that go on after a document was loaded."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, LangGraphFinder)]
    for name in [name for name in sys.modules if name == ALIAS or name.startswith(f"{ALIAS}.")]:
        del sys.modules[name]
