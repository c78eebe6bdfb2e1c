"""A function as a graph of one node: what it is given is the input, what it returns is the output."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from stepgraph.channels import BaseChannel, EphemeralValue, LastValue, Topic
from stepgraph.constants import END, PREVIOUS, PULL, START, TASKS
from stepgraph.errors import sync_timeout
from stepgraph.func.task import retry_policies
from stepgraph.pregel import Pregel
from stepgraph.pregel.actions import function_name, make_action
from stepgraph.pregel.assemble import Readers, assemble
from stepgraph.pregel.inside import program_inside
from stepgraph.pregel.program import ChannelPair, NodeProgram, Program
from stepgraph.pregel.updates import update_pairs
from stepgraph.types import CachePolicy, RetryPolicy, Send, TimeoutPolicy
from stepgraph.warnings import LangGraphDeprecatedSinceV10

Value = TypeVar("Value")
Saved = TypeVar("Saved")


class entrypoint:  # noqa: N801  # a decorator, under the reference's name
    """Makes a function a graph; what it was decorated with says where its threads and results are kept."""

    @dataclass(slots=True)
    class final(Generic[Value, Saved]):  # noqa: N801  # used like a function
        """A result of which `value` is the output, and `save` what the next run on the thread gets as previous."""

        value: Value
        save: Saved

    def __init__(  # noqa: PLR0917  # the reference takes them in this order
        self,
        checkpointer: Any = None,
        store: Any = None,
        cache: Any = None,
        context_schema: type[Any] | None = None,
        cache_policy: CachePolicy | None = None,
        retry_policy: RetryPolicy | Sequence[RetryPolicy] | None = None,
        timeout: float | timedelta | TimeoutPolicy | None = None,
        **given_up: Any,
    ) -> None:
        if "config_schema" in given_up:
            text = "`config_schema` is deprecated and will be removed. Please use `context_schema` instead."
            warnings.warn(LangGraphDeprecatedSinceV10(text), stacklevel=2)
            context_schema = context_schema or given_up["config_schema"]
        self.checkpointer = checkpointer
        self.store = store
        self.cache = cache
        self.context_schema = context_schema
        self.cache_policy = cache_policy
        self.retry_policy = retry_policies(retry_policy, given_up)
        self.timeout = TimeoutPolicy.coerce(timeout)

    def __call__(self, func: Callable[..., Any]) -> Pregel:
        """Return the graph that runs `func`."""
        if inspect.isgeneratorfunction(func) or inspect.isasyncgenfunction(func):
            raise NotImplementedError("Generators are not supported in the Functional API.")
        return Pregel(
            self._program(func),
            checkpointer=self.checkpointer,
            store=self.store,
            cache=self.cache,
            context_schema=self.context_schema,
            stream_mode="updates",
        )

    def _program(self, func: Callable[..., Any]) -> Program:
        name = function_name(func)
        given, value, saved = _types(func)
        channels: dict[str, BaseChannel[Any, Any, Any]] = {
            START: EphemeralValue(given),
            END: LastValue(value),
            PREVIOUS: LastValue(saved),
            TASKS: Topic(Send, accumulate=False),
        }
        for key, channel in channels.items():
            channel.key = key
        readers = Readers(channels, {})
        action = make_action(func, name=name)
        if self.timeout is not None and not action.is_async:
            raise sync_timeout(name)
        node = NodeProgram(
            name=name,
            triggers=(START,),
            sorted_triggers=(START,),
            pull_path=(PULL, name),
            reader=readers.bare(START),
            action=action,
            state_writes=_writes,
            gotos=_nowhere,
            ignored=_nothing_ignored,
            retry_policies=self.retry_policy,
            cache_policy=self.cache_policy,
            timeout=self.timeout,
            is_async=action.is_async,
            calls=True,
            nested=program_inside(action),
        )
        return assemble(
            "LangGraph",
            {name: node},
            channels,
            {},
            readable=(START, END, PREVIOUS),
            input_channel=START,
            output=readers.bare(END),
            stream=readers.bare(END),
            view_count=len(readers),
            update_pairs=update_pairs,
        )


def _types(func: Callable[..., Any]) -> tuple[Any, Any, Any]:
    """Return what a function takes, what it gives, and what it leaves for the next run, as far as it says so."""
    parameters = list(inspect.signature(func).parameters)
    if not parameters:
        raise ValueError("Entrypoint function must have at least one parameter")
    hints = get_type_hints(func) if inspect.isroutine(func) else {}
    given, told = hints.get(parameters[0], Any), hints.get("return", Any)
    if told is entrypoint.final:
        return given, Any, Any
    if get_origin(told) is entrypoint.final:
        return given, *get_args(told)
    return given, told, told


def _writes(result: Any) -> list[ChannelPair]:
    if isinstance(result, entrypoint.final):
        return [(END, result.value), (PREVIOUS, result.save)]
    return [(END, result), (PREVIOUS, result)]


def _nowhere(_result: object) -> tuple[ChannelPair, ...]:
    return ()


def _nothing_ignored(_result: object) -> tuple[str, ...]:
    return ()
