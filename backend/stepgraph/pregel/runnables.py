"""What has LangChain's way of being run, compiled graphs among it: how it is known, and how it is called."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from stepgraph.pregel.program import Callee


def is_runnable(source: Any) -> bool:
    """Tell whether `source` has `invoke` and `ainvoke`; a class of such objects is none itself."""
    return (
        not inspect.isclass(source)
        and callable(getattr(source, "invoke", None))
        and callable(getattr(source, "ainvoke", None))
    )


def invoking(runnable: Any) -> Callable[..., Any]:
    """Return the plain function that runs `runnable`."""

    def run(state: Any, *, config: Any) -> Any:
        return runnable.invoke(state, config)

    return run


def awaiting(runnable: Any) -> Callable[..., Awaitable[Any]]:
    """Return the coroutine function that runs `runnable`."""

    async def run(state: Any, *, config: Any) -> Any:
        return await runnable.ainvoke(state, config)

    return run


@dataclass(frozen=True, slots=True)
class Returned:
    """A runnable that a function gave as its answer: it is run in the function's place."""

    name: str
    func: Callable[..., Any] | None
    afunc: Callable[..., Awaitable[Any]] | None
    injected: tuple[str, ...] = ("config",)


def returned(runnable: Any, by: Callee) -> Returned:
    """Return what `by` gave as a callee that is called the way `by` is."""
    return Returned(
        by.name,
        None if by.func is None else invoking(runnable),
        None if by.afunc is None else awaiting(runnable),
    )
