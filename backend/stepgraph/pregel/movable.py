"""Which nodes can run on an executor, as far as it can be known before anything runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from types import CodeType, ModuleType
from typing import Any

from stepgraph.config import get_config, get_store, get_stream_writer
from stepgraph.pregel.called import Called, named_values, names_in
from stepgraph.pregel.program import Program
from stepgraph.pregel.runnables import is_runnable
from stepgraph.runtime import get_runtime
from stepgraph.types import interrupt

_NEEDS: Mapping[Any, str] = {
    interrupt: "interrupt()",
    get_config: "get_config()",
    get_store: "get_store()",
    get_stream_writer: "get_stream_writer()",
    get_runtime: "get_runtime()",
}
_NAMES = frozenset(known.__name__ for known in _NEEDS)


def obstacle(action: Any) -> str | None:
    """Return why the action of a node needs the surroundings of the run, None if nothing says that it does."""
    source = action.source
    if isinstance(getattr(source, "program", None), Program):
        return "is a graph of its own"
    if is_runnable(source):
        return f"is a runnable ({type(source).__name__}), which is given the run's config"
    if not callable(source):
        return "is made of several functions"
    if action.func is None:
        return "is a coroutine function or an asynchronous generator"
    if action.injected:
        wanted = " and ".join(repr(name) for name in action.injected)
        return f"takes {wanted} from the run"
    return next(_named_needs(source), None)


def _named_needs(source: Any) -> Iterator[str]:
    """Yield what the code of a function names that needs a run."""
    function = _innermost(source)
    for value in (*named_values(function), *_attributes(function)):
        if isinstance(getattr(value, "program", None), Program):
            yield "runs a graph inside"
        elif isinstance(value, Called):
            yield f"calls the task {getattr(value, '__name__', '')!r}"
        else:
            need = next((text for known, text in _NEEDS.items() if value is known), None)
            if need is not None:
                yield f"calls {need}"


def _innermost(source: Any) -> Any:
    """Return the function that runs: of a partial that which it fills, of an object its method."""
    while isinstance(source, partial):
        source = source.func
    return source if hasattr(source, "__code__") else type(source).__call__


def _attributes(function: Any) -> Iterator[Any]:
    """Yield what the code may reach through a module that it names or imports, as `types.interrupt` is."""
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        return
    names = names_in(code)
    modules = [value for value in named_values(function) if isinstance(value, ModuleType)]
    modules += [sys.modules[name] for name in names if name in sys.modules]
    for module in modules:
        for name in names.intersection(_NAMES):
            # A module may refuse a name that it does not have in words of its own.
            with suppress(ImportError):
                yield getattr(module, name, None)
