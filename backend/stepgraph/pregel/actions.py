"""What runs when a node or a branch runs, in one form for everything that a graph file may give."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from stepgraph.pregel.injection import injected_parameters
from stepgraph.pregel.runnables import awaiting, blocks, invoking, is_runnable, wraps_plain

SyncCall = Callable[..., Any]
AsyncCall = Callable[..., Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Action:
    """A callable of the user, looked at once.

    `func` and `afunc` take the input and, by keyword, the parameters named in `injected`; one of the two is None when
    there is no such form. A generator is already drained in them: they return its chunks added together. `is_async`
    says that no part of it blocks, so that it can be cancelled. `source` is what the user gave, where a nested graph is
    looked for.
    """

    name: str
    func: SyncCall | None
    afunc: AsyncCall | None
    injected: tuple[str, ...]
    is_generator: bool
    source: Any
    is_async: bool = False

    def require_sync(self) -> SyncCall:
        """Return `func`, or refuse because the action can only be awaited."""
        if self.func is None:
            raise TypeError(
                f'No synchronous function provided to "{self.name}".\nEither initialize with a synchronous function or '
                "invoke via the async API (ainvoke, astream, etc.)"
            )
        return self.func


def make_action(source: Any, *, name: str) -> Action:
    """Return what runs `source` under `name`: a runnable, a callable, or a dict of them that share the input."""
    if is_runnable(source):
        return _runnable_action(source, name)
    if callable(source):
        return _function_action(source, name)
    if isinstance(source, dict):
        return _mapping_action(source, name)
    raise TypeError(f"Expected a Runnable, callable or dict.Instead got an unsupported type: {type(source)}")


def node_name(source: Any) -> str:
    """Return the name of a node for which the user gave none."""
    if is_runnable(source):
        get_name = getattr(source, "get_name", None)
        return str(get_name() if callable(get_name) else own_name(source) or type(source).__name__)
    return function_name(source)


def function_name(source: Any) -> str:
    """Return the name that `source` has as a Python object: its own, or its class's."""
    return str(getattr(source, "__name__", type(source).__name__))


def own_name(source: Any) -> str | None:
    """Return the name under which `source` is told from others, or None for a lambda and what is nameless."""
    name = getattr(source, "name" if is_runnable(source) else "__name__", None)
    return None if name is None or name == "<lambda>" else str(name)


def inspected_function(source: Any) -> Any:
    """Return the function whose hints speak for `source`: that of a wrapping runnable, or `source` itself."""
    if is_runnable(source):
        return getattr(source, "func", None) or getattr(source, "afunc", None)
    return source


def _runnable_action(runnable: Any, name: str) -> Action:
    # A runnable around a plain function has an async form that only hands it to a thread.
    is_sync = wraps_plain(runnable)
    afunc = None if is_sync else awaiting(runnable)
    is_async = not is_sync and not blocks(runnable)
    return Action(name, invoking(runnable), afunc, ("config",), False, runnable, is_async=is_async)


def _function_action(function: Callable[..., Any], name: str) -> Action:
    injected = injected_parameters(function)
    called = function if inspect.isroutine(function) or inspect.isclass(function) else _call_method(function)
    if inspect.isasyncgenfunction(called):
        return Action(name, None, _drained_async(function), injected, True, function, is_async=True)
    if inspect.isgeneratorfunction(called):
        return Action(name, drained(function), None, injected, True, function)
    if inspect.iscoroutinefunction(called):
        return Action(name, None, function, injected, False, function, is_async=True)
    return Action(name, function, None, injected, False, function)


def _call_method(function: Any) -> Any:
    """Return what says of a callable object whether it is a coroutine: its method, or the function of a partial."""
    return function.func if hasattr(function, "func") else type(function).__call__


def _mapping_action(parts: Mapping[str, Any], name: str) -> Action:
    actions = {key: make_action(part, name=str(key)) for key, part in parts.items()}

    def given(action: Action, config: Any) -> dict[str, Any]:
        # Only the config is handed on: the parts are runnables in the reference, and those know of nothing else.
        return {"config": config} if "config" in action.injected else {}

    def run(state: Any, *, config: Any) -> dict[str, Any]:
        return {key: action.require_sync()(state, **given(action, config)) for key, action in actions.items()}

    async def arun(state: Any, *, config: Any) -> dict[str, Any]:
        async def one(action: Action) -> Any:
            if action.afunc is not None:
                return await action.afunc(state, **given(action, config))
            return action.require_sync()(state, **given(action, config))

        results = await asyncio.gather(*(one(action) for action in actions.values()))
        return dict(zip(actions, results, strict=True))

    awaits = any(action.func is None for action in actions.values())
    is_async = all(action.is_async for action in actions.values())
    return Action(name, run, arun if awaits else None, ("config",), False, parts, is_async=is_async)


def drained(function: Callable[..., Iterator[Any]]) -> SyncCall:
    """Return what runs a generator function to its end and returns its chunks added together."""

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        total = None
        for chunk in function(*args, **kwargs):
            total = _added(total, chunk)
        return total

    return run


def _drained_async(function: Callable[..., AsyncIterator[Any]]) -> AsyncCall:
    @wraps(function)
    async def run(*args: Any, **kwargs: Any) -> Any:
        total = None
        async for chunk in function(*args, **kwargs):
            total = _added(total, chunk)
        return total

    return run


def _added(total: Any, chunk: Any) -> Any:
    """Return the chunks so far with one more; where adding makes no sense, the later one stands."""
    if total is None:
        return chunk
    try:
        return total + chunk
    except TypeError:
        return chunk
