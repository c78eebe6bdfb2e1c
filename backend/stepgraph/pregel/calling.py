"""Calling one function of the user's, with its scope set and what it wants injected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import Context, copy_context
from functools import partial
from typing import Any

from stepgraph.errors import NodeCancelledError, sync_timeout
from stepgraph.pregel.calls import Call
from stepgraph.pregel.context import LiveScope
from stepgraph.pregel.execute import Work
from stepgraph.pregel.program import Callee
from stepgraph.pregel.watch import watched


def call_plain(call: Call, scope: LiveScope) -> Any:
    """Call a plain function in a context of its own, so that what it sets there does not leak into other tasks."""
    callee, value = call
    function = callee.func
    if function is None:
        raise no_plain_function(callee)
    chain = scope.begin_chain(callee, value)
    if callee.injected:
        function = partial(function, **injection(callee, scope))
    if chain is None:
        return copy_context().run(_call_in_scope, scope, function, value)
    with chain.told() as answers:
        return answers(copy_context().run(_call_in_scope, scope, function, value))


def _call_in_scope(scope: LiveScope, function: Callable[[object], Any], value: object) -> Any:
    scope.enter()
    return function(value)


async def call_async(call: Call, scope: LiveScope, threads: Executor | None = None) -> Any:
    """Await a coroutine function; hand a plain one to a thread, of the event loop if no others are given."""
    callee, value = call
    chain = scope.begin_chain(callee, value)
    extra = injection(callee, scope) if callee.injected else {}
    if chain is None:
        if scope.chain is not None:
            # A router that tells of itself has its own place below the node.
            scope.enter()
        return await _awaited(callee, value, extra, threads)
    scope.enter()
    with chain.told() as answers:
        return answers(await _awaited(callee, value, extra, threads))


async def _awaited(callee: Callee, value: object, extra: dict[str, Any], threads: Executor | None) -> Any:
    if callee.afunc is not None:
        return await callee.afunc(value, **extra)
    function = callee.func
    assert function is not None
    context = copy_context()
    return await asyncio.get_running_loop().run_in_executor(threads, _run_in, context, function, value, extra)


def _run_in(context: Context, function: Callable[..., Any], value: object, extra: dict[str, Any]) -> Any:
    return context.run(function, value, **extra)


def injection(callee: Callee, scope: LiveScope) -> dict[str, Any]:
    """Return the parameters that the engine fills."""
    return {name: scope.injected(name) for name in callee.injected}


def no_plain_function(callee: Callee) -> TypeError:
    """Return the refusal of a function that can only be awaited."""
    return TypeError(
        f'No synchronous function provided to "{callee.name}".\nEither initialize with a synchronous function or '
        "invoke via the async API (ainvoke, astream, etc.)"
    )


def work_plain(work: Work, scope: LiveScope) -> None:
    """Run a task to its end in this thread."""
    task = scope.task
    if task.timeout is not None and not task.node.is_async:
        task.error = sync_timeout(task.name)
        return
    try:
        call = next(work)
        while True:
            try:
                answer = call_plain(call, scope)
            except asyncio.CancelledError:
                # Nobody cancels a thread, so the node raised it itself.
                call = work.throw(NodeCancelledError(task.name))
            except Exception as error:  # noqa: BLE001  # the task decides what its node's error means
                scope.close_chain(error)
                call = work.throw(error)
            else:
                call = work.send(answer)
    except StopIteration:
        scope.close_chain(task.error)
    except BaseException as error:
        scope.close_chain(error)
        raise


async def work_async(work: Work, scope: LiveScope, threads: Executor | None = None) -> None:
    """Run a task to its end on the event loop."""
    task = scope.task
    scope.enter()
    try:
        call = next(work)
        while True:
            try:
                calling, watch = call_async(call, scope, threads), task.watch
                answer = await (calling if watch is None else watched(watch, calling))
            except Exception as error:  # noqa: BLE001  # the task decides what its node's error means
                scope.close_chain(error)
                call = work.throw(error)
            else:
                call = work.send(answer)
    except StopIteration:
        scope.close_chain(task.error)
    except BaseException as error:
        scope.close_chain(error)
        raise
