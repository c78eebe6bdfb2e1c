"""Everything that may run as a node, brought into one form."""

from __future__ import annotations

import asyncio
import functools
import operator
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Optional

import pytest

from stepgraph.config import RunnableConfig
from stepgraph.errors import NodeError
from stepgraph.pregel.actions import Action, make_action
from stepgraph.runtime import Runtime
from stepgraph.types import StreamWriter


class BaseStore:
    """A store is known by the name of its class, whichever package it is from."""


def action(source: Any) -> Action:
    return make_action(source, name="n")


def result(made: Action, *args: Any, **injected: Any) -> Any:
    """What either form of an action gives."""
    if made.func is not None:
        return made.func(*args, **injected)
    assert made.afunc is not None

    async def awaited() -> Any:
        assert made.afunc is not None
        return await made.afunc(*args, **injected)

    return asyncio.run(awaited())


def double(state: int) -> int:
    return state * 2


async def double_later(state: int) -> int:
    return state * 2


def count(state: int) -> Iterator[list[int]]:
    for number in range(state):
        yield [number]


async def count_later(state: int) -> AsyncIterator[list[int]]:
    for number in range(state):
        yield [number]


def mixed(state: int) -> Iterator[Any]:
    yield {"a": 1}
    yield {"b": 2}


class Doubling:
    """An object that is called."""

    def __call__(self, state: int) -> int:
        return state * 2


class DoublingLater:
    """An object that is called and awaited."""

    async def __call__(self, state: int) -> int:
        return state * 2


class Runner:
    """Something with LangChain's way of being run."""

    def invoke(self, state: int, config: Any = None) -> Any:
        return (state, config, "sync")

    async def ainvoke(self, state: int, config: Any = None) -> Any:
        return (state, config, "async")


@pytest.mark.parametrize(
    ("source", "is_sync", "is_async", "is_generator"),
    [
        (double, True, False, False),
        (double_later, False, True, False),
        (functools.partial(double), True, False, False),
        (functools.partial(double_later), False, True, False),
        (Doubling(), True, False, False),
        (DoublingLater(), False, True, False),
        (operator.neg, True, False, False),
        (count, True, False, True),
        (count_later, False, True, True),
    ],
)
def test_a_callable_has_one_form(source: Any, is_sync: bool, is_async: bool, is_generator: bool) -> None:
    """Plain, awaited, or drained of what it yields."""
    made = action(source)

    assert (made.func is not None, made.afunc is not None, made.is_async, made.is_generator) == (
        is_sync,
        is_async,
        is_async,
        is_generator,
    )
    assert made.source is source


@pytest.mark.parametrize("source", [double, double_later, Doubling(), DoublingLater(), functools.partial(double_later)])
def test_a_callable_is_called_with_the_input(source: Any) -> None:
    """Whichever form it has."""
    assert result(action(source), 21) == 42


@pytest.mark.parametrize("source", [count, count_later])
def test_chunks_of_a_generator_are_added_together(source: Any) -> None:
    """One result, as if it had been returned; without chunks there is none."""
    assert (result(action(source), 3), result(action(source), 0)) == ([0, 1, 2], None)


def test_of_chunks_that_cannot_be_added_the_last_one_stands() -> None:
    """Two dicts, say."""
    assert result(action(mixed), 0) == {"b": 2}


def test_a_runnable_is_invoked_with_its_config() -> None:
    """Both ways of running it are there."""
    made = action(Runner())

    assert (made.injected, made.is_async) == (("config",), True)
    assert made.require_sync()(1, config={"a": 1}) == (1, {"a": 1}, "sync")
    assert made.afunc is not None
    assert asyncio.run(_awaited(made.afunc(1, config={"a": 1}))) == (1, {"a": 1}, "async")


async def _awaited(promise: Any) -> Any:
    return await promise


def test_a_dict_runs_its_parts_side_by_side() -> None:
    """Each with the same input, and the config for those that ask for it."""

    def configured(state: int, config: RunnableConfig) -> Any:
        return config

    made = action({"double": double, "config": configured, "inner": {"runner": Runner()}})

    assert made.require_sync()(21, config={"a": 1}) == {
        "double": 42,
        "config": {"a": 1},
        "inner": {"runner": (21, {"a": 1}, "sync")},
    }
    assert (made.afunc, made.is_async) == (None, False)


def test_a_dict_with_an_awaited_part_is_awaited() -> None:
    """It blocks as long as one part does."""
    made = action({"now": double, "later": double_later})
    free = action({"later": double_later})

    assert made.afunc is not None
    assert asyncio.run(_awaited(made.afunc(21, config={}))) == {"now": 42, "later": 42}
    assert (made.is_async, free.is_async) == (False, True)


def test_an_awaited_action_has_no_plain_form() -> None:
    """The message says what to do."""
    with pytest.raises(TypeError) as caught:
        action(double_later).require_sync()

    assert str(caught.value) == (
        'No synchronous function provided to "n".\nEither initialize with a synchronous function or invoke via the '
        "async API (ainvoke, astream, etc.)"
    )


def wants_config(state: Any, config: Any) -> None: ...
def wants_by_keyword(state: Any, *, writer: StreamWriter, config: RunnableConfig) -> None: ...
def wants_optional(state: Any, config: Optional[RunnableConfig], store: BaseStore | None) -> None: ...  # noqa: UP045  # as a file writes it
def wants_all(state: Any, runtime: Runtime[int], previous: int, store: BaseStore, error: NodeError) -> None: ...
def wants_positional(state: Any, config: RunnableConfig, /) -> None: ...
def wants_star(state: Any, *config: Any, **writer: Any) -> None: ...


def unhinted(function: Callable[..., Any], **hints: Any) -> Callable[..., Any]:
    """The function with these hints instead of its own."""
    function.__annotations__ = hints
    return function


@pytest.mark.parametrize(
    ("source", "injected"),
    [
        (lambda state, config, writer, store, previous, runtime: None, "config writer store previous runtime"),
        (lambda config: None, "config"),
        (wants_by_keyword, "writer config"),
        (wants_all, "runtime previous store error"),
        (wants_positional, ""),
        (wants_star, ""),
        (
            unhinted(lambda s, config, store, error: 0, config=RunnableConfig, store=BaseStore, error=NodeError),
            "config store error",
        ),
        (unhinted(lambda s, config, store: 0, config=RunnableConfig | None, store=Optional[BaseStore]), "config store"),  # noqa: UP045  # as a file writes it
        (
            unhinted(lambda s, config, store: 0, config="Optional[RunnableConfig]", store="Optional[BaseStore]"),
            "config store",
        ),
        (unhinted(lambda s, writer, store: 0, writer=StreamWriter, store="BaseStore"), "writer store"),
        (unhinted(lambda s, writer, store: 0, writer=int, store=int), ""),
        (unhinted(lambda s, runtime, previous: 0, runtime=int, previous=int), "runtime previous"),
        (lambda state, error: None, ""),
        (unhinted(lambda s, error: 0, error="NodeError"), "error"),
        (unhinted(lambda s, error: 0, error=NodeError | None), ""),
        (unhinted(lambda s, error: 0, error=BaseException), ""),
    ],
)
def test_the_engine_fills_parameters_by_name_and_hint(source: Any, injected: str) -> None:
    """A hint that says something else takes the parameter away, and an error has to be asked for by its hint."""
    assert action(source).injected == tuple(injected.split())


@pytest.mark.parametrize("hint", [dict, Any, RunnableConfig | dict[str, Any], "RunnableConfig|None"])
def test_a_config_of_another_type_is_warned_of_and_not_filled(hint: Any) -> None:
    """The parameter looks like the config, and is not."""
    with pytest.warns(UserWarning, match="^The 'config' parameter should be typed as 'RunnableConfig'"):
        made = action(unhinted(lambda state, config: None, config=hint))

    assert made.injected == ()


def test_a_config_without_a_hint_is_filled_in_silence() -> None:
    """Most nodes have none."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        action(lambda state, config: None)

    assert heard == []
