"""Calling a graph in a plain or an awaited way, with the same outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

Take = Callable[[Any], None]


def invoked(graph: Any, given: Any, config: Any, options: Any, *, is_async: bool) -> Any:
    """Return what the run gives; the order in which side by side tasks asked is chance."""
    found = asyncio.run(graph.ainvoke(given, config, **options)) if is_async else graph.invoke(given, config, **options)
    if isinstance(found, dict) and "__interrupt__" in found:
        return {**found, "__interrupt__": sorted(map(repr, found["__interrupt__"]))}
    return found


def streamed(graph: Any, given: Any, config: Any, options: Any, take: Take, *, is_async: bool) -> None:
    """Hand every chunk of the run's stream to `take`."""

    async def collect() -> None:
        async for chunk in graph.astream(given, config, **options):
            take(chunk)

    if is_async:
        asyncio.run(collect())
        return
    for chunk in graph.stream(given, config, **options):
        take(chunk)


def updated(graph: Any, config: Any, values: Any, as_node: str | None, *, is_async: bool) -> bool:
    """Update the state as a node."""
    if is_async:
        asyncio.run(graph.aupdate_state(config, values, as_node=as_node))
    else:
        graph.update_state(config, values, as_node=as_node)
    return True


def parted(chunk: Any, modes: Any, *, has_namespace: bool) -> tuple[Any, str, Any]:
    """Return a chunk's namespace, mode and payload."""
    ns: Any = ()
    if has_namespace:
        ns, *rest = chunk
        chunk = rest if isinstance(modes, list) else rest[0]
    mode, payload = chunk if isinstance(modes, list) else (modes, chunk)
    return ns, mode, payload
