"""What has LangChain's way of being run, compiled graphs among it: how it is known, and how it is called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence, ValuesView
from dataclasses import dataclass
from typing import Any

from stepgraph.pregel.program import Callee


def is_runnable(source: Any) -> bool:
    """Tell whether the class of `source` has `invoke` and `ainvoke`; a class of such objects is none itself.

    The class is asked, because there are objects that answer to every name, stand-ins of tests for example.
    """
    kind = type(source)
    return callable(getattr(kind, "invoke", None)) and callable(getattr(kind, "ainvoke", None))


def wraps_plain(runnable: Any) -> bool:
    """Tell whether `runnable` is one around a plain function, which has no coroutine function beside it."""
    return getattr(runnable, "func", None) is not None and getattr(runnable, "afunc", None) is None


def blocks(runnable: Any) -> bool:
    """Tell whether something in `runnable` is known to run plain code, so that it cannot be cut short.

    What LangChain wraps, chains or runs side by side is looked into; of anything else its `ainvoke` is trusted.
    """
    while hasattr(runnable, "bound"):
        runnable = runnable.bound
    parts = getattr(runnable, "steps__", None) or getattr(runnable, "steps", None) or ()
    steps = parts.values() if isinstance(parts, Mapping) else parts
    if isinstance(steps, (Sequence, ValuesView)) and steps:
        return any(blocks(step) for step in steps)
    return wraps_plain(runnable)


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
