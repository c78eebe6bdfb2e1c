"""A function that, called by the code of a task, runs as a task of its own and gives a future."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar, overload

from stepgraph.constants import PUSH, RETURN
from stepgraph.errors import sync_timeout
from stepgraph.pregel.actions import Action, function_name, make_action
from stepgraph.pregel.assemble import Readers
from stepgraph.pregel.cache_keys import cache_namespace
from stepgraph.pregel.called import Called
from stepgraph.pregel.program import ChannelPair, NodeProgram
from stepgraph.scope import require_scope
from stepgraph.types import CachePolicy, RetryPolicy, TimeoutPolicy
from stepgraph.warnings import LangGraphDeprecatedSinceV05

P = ParamSpec("P")
Result = TypeVar("Result")


class TaskFunction(Called, Generic[P, Result]):
    """What `task` makes of a function: the same function to look at, with how it is to be run."""

    def __init__(
        self,
        func: Callable[P, Any],
        *,
        retry_policy: Sequence[RetryPolicy],
        cache_policy: CachePolicy | None = None,
        timeout: TimeoutPolicy | None = None,
        name: str | None = None,
    ) -> None:
        update_wrapper(self, func, assigned=("__module__", "__doc__", "__annotations__"))
        # A partial has no name of its own: it counts as the function in it.
        named = func if hasattr(func, "__name__") else getattr(func, "func", func)
        self.__name__ = name or function_name(named)
        self.__qualname__ = getattr(func, "__qualname__", self.__name__)
        self.func = func
        self.retry_policy = retry_policy
        self.cache_policy = cache_policy
        self.timeout = timeout
        self._node = self._as_node()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Any:
        """Run the function as a task of its own; return a future, which a coroutine may await."""
        scope = require_scope()
        if scope.call is None:
            raise RuntimeError(f"The task {self.__name__!r} was called where none can run: outside of a graph's node.")
        return scope.call(self._node, (args, kwargs))

    def clear_cache(self, cache: Any) -> None:
        """Forget what a cache keeps of this function."""
        if self.cache_policy is not None:
            cache.clear((cache_namespace(self._node),))

    async def aclear_cache(self, cache: Any) -> None:
        """Forget what a cache keeps of this function."""
        if self.cache_policy is not None:
            await cache.aclear((cache_namespace(self._node),))

    def _as_node(self) -> NodeProgram:
        action = make_action(self.func, name=self.__name__)
        if self.timeout is not None and not action.is_async:
            raise sync_timeout(self.__name__, kind="Task")
        return NodeProgram(
            name=self.__name__,
            triggers=(PUSH,),
            sorted_triggers=(PUSH,),
            pull_path=(PUSH, self.__name__),
            reader=Readers({}, {}).reader(()),
            action=_spread(action),
            state_writes=_returned,
            gotos=_nowhere,
            ignored=_nothing_ignored,
            retry_policies=tuple(self.retry_policy),
            cache_policy=self.cache_policy,
            timeout=self.timeout,
            is_async=action.is_async,
        )


def _spread(action: Action) -> Action:
    """Return the action for arguments that come as one value; those of the caller win over injected ones."""
    func, afunc = action.func, action.afunc

    def run(given: tuple[tuple[Any, ...], dict[str, Any]], **injected: Any) -> Any:
        args, kwargs = given
        return action.require_sync()(*args, **{**injected, **kwargs})

    async def arun(given: tuple[tuple[Any, ...], dict[str, Any]], **injected: Any) -> Any:
        assert afunc is not None
        args, kwargs = given
        return await afunc(*args, **{**injected, **kwargs})

    return Action(
        action.name,
        None if func is None else run,
        None if afunc is None else arun,
        action.injected,
        is_generator=False,
        source=action.source,
        is_async=action.is_async,
    )


def _returned(result: Any) -> list[ChannelPair]:
    return [(RETURN, result)]


def _nowhere(_result: object) -> tuple[ChannelPair, ...]:
    return ()


def _nothing_ignored(_result: object) -> tuple[str, ...]:
    return ()


@overload
def task(__func: Callable[P, Result], /) -> TaskFunction[P, Result]: ...


@overload
def task(
    *,
    name: str | None = None,
    retry_policy: RetryPolicy | Sequence[RetryPolicy] | None = None,
    cache_policy: CachePolicy | None = None,
    timeout: float | timedelta | TimeoutPolicy | None = None,
) -> Callable[[Callable[P, Result]], TaskFunction[P, Result]]: ...


def task(
    __func: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    retry_policy: RetryPolicy | Sequence[RetryPolicy] | None = None,
    cache_policy: CachePolicy | None = None,
    timeout: float | timedelta | TimeoutPolicy | None = None,
    **given_up: Any,
) -> Any:
    """Make a function a task; called inside an entry point or a node, it runs beside its caller and gives a future."""
    policies = retry_policies(retry_policy, given_up)
    if given_up:
        raise TypeError(f"task() got an unexpected keyword argument '{next(iter(given_up))}'")
    limits = TimeoutPolicy.coerce(timeout)

    def made(func: Callable[..., Any]) -> TaskFunction[..., Any]:
        return TaskFunction(func, retry_policy=policies, cache_policy=cache_policy, timeout=limits, name=name)

    return made if __func is None else made(__func)


def retry_policies(
    given: RetryPolicy | Sequence[RetryPolicy] | None, given_up: dict[str, Any]
) -> tuple[RetryPolicy, ...]:
    """Return policies as given one by one, several, or none; the old name `retry` is taken out of the other options."""
    if "retry" in given_up:
        text = "`retry` is deprecated and will be removed. Please use `retry_policy` instead."
        warnings.warn(LangGraphDeprecatedSinceV05(text), stacklevel=3)
        old = given_up.pop("retry")
        given = old if given is None else given
    if given is None:
        return ()
    return (given,) if isinstance(given, RetryPolicy) else tuple(given)
