"""Many runs of one graph at a time, for callers that have many inputs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeAlias

from stepgraph.scope import RunnableConfig

Configs: TypeAlias = RunnableConfig | Sequence[RunnableConfig] | None


def run_batch(
    run: Callable[[Any, RunnableConfig | None], Any], inputs: Sequence[Any], configs: Configs, *, keeps_errors: bool
) -> list[Any]:
    """Return the outputs in the order of the inputs; with `keeps_errors`, errors stand in their places."""
    given = _one_for_each(inputs, configs)
    if not inputs:
        return []
    with ThreadPoolExecutor(_allowed(given)) as pool:
        futures = [
            pool.submit(copy_context().run, run, value, config) for value, config in zip(inputs, given, strict=True)
        ]
    errors = [future.exception() for future in futures]
    if keeps_errors:
        return [future.result() if error is None else error for future, error in zip(futures, errors, strict=True)]
    return [future.result() for future in futures]


async def run_batch_async(
    run: Callable[[Any, RunnableConfig | None], Awaitable[Any]],
    inputs: Sequence[Any],
    configs: Configs,
    *,
    keeps_errors: bool,
) -> list[Any]:
    """Return the outputs in the order of the inputs; with `keeps_errors`, errors stand in their places."""
    given = _one_for_each(inputs, configs)
    room = asyncio.Semaphore(_allowed(given) or max(1, len(inputs)))

    async def one(value: Any, config: RunnableConfig | None) -> Any:
        async with room:
            return await run(value, config)

    runs = (one(value, config) for value, config in zip(inputs, given, strict=True))
    return list(await asyncio.gather(*runs, return_exceptions=keeps_errors))


def _one_for_each(inputs: Sequence[Any], configs: Configs) -> list[RunnableConfig | None]:
    if configs is None or isinstance(configs, dict):
        return [configs for _ in inputs]
    if len(configs) != len(inputs):
        raise ValueError(
            f"config must be a list of the same length as inputs, but got {len(configs)} configs for {len(inputs)} "
            "inputs"
        )
    return list(configs)


def _allowed(configs: Sequence[RunnableConfig | None]) -> int | None:
    first = configs[0] if configs else None
    return None if first is None else first.get("max_concurrency")
