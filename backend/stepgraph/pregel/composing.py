"""A graph among LangChain's runnables: what they can be made of, where LangChain is installed.

LangChain takes a graph for one of its runnables; what it makes of runnables it makes of a graph, with its own code.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from typing import Any


class Composable:
    """The part of a graph that LangChain's own code provides."""

    def __or__(self, other: Any) -> Any:
        """Return the graph and then `other`, as one runnable."""
        return runnable_class().__or__(self, other)

    def __ror__(self, other: Any) -> Any:
        """Return `other` and then the graph, as one runnable."""
        return runnable_class().__ror__(self, other)

    def pipe(self, *others: Any, name: str | None = None) -> Any:
        """Return the graph and then the others, as one runnable."""
        return runnable_class().pipe(self, *others, name=name)

    def pick(self, keys: str | list[str]) -> Any:
        """Return a runnable that gives some keys of the output."""
        return runnable_class().pick(self, keys)

    def assign(self, **parts: Any) -> Any:
        """Return a runnable that adds to the output what the parts make of it."""
        return runnable_class().assign(self, **parts)

    def bind(self, **options: Any) -> Any:
        """Return a runnable that runs the graph with these options."""
        return runnable_class().bind(self, **options)

    def map(self) -> Any:
        """Return a runnable that runs the graph for each input of a list."""
        return runnable_class().map(self)

    def with_retry(self, **options: Any) -> Any:
        """Return a runnable that tries the graph again when it fails."""
        return runnable_class().with_retry(self, **options)

    def with_fallbacks(self, fallbacks: Sequence[Any], **options: Any) -> Any:
        """Return a runnable that runs others where the graph fails."""
        return runnable_class().with_fallbacks(self, fallbacks, **options)

    def with_listeners(self, **listeners: Any) -> Any:
        """Return a runnable that tells of the beginning and the end of the graph's runs."""
        return runnable_class().with_listeners(self, **listeners)

    def with_alisteners(self, **listeners: Any) -> Any:
        """Return a runnable that tells of the beginning and the end of the graph's runs, awaited."""
        return runnable_class().with_alisteners(self, **listeners)

    def with_types(self, **types: Any) -> Any:
        """Return a runnable with other types of input and output."""
        return runnable_class().with_types(self, **types)

    def as_tool(self, *args: Any, **options: Any) -> Any:
        """Return a tool that runs the graph."""
        return runnable_class().as_tool(self, *args, **options)

    def transform(self, input: Iterator[Any], config: Any = None, **options: Any) -> Iterator[Any]:
        """Run the graph on the sum of a stream of inputs, and yield its events."""
        yield from runnable_class().transform(self, input, config, **options)

    async def atransform(self, input: AsyncIterator[Any], config: Any = None, **options: Any) -> AsyncIterator[Any]:
        """Run the graph on the sum of a stream of inputs, and yield its events."""
        async for event in runnable_class().atransform(self, input, config, **options):
            yield event

    def batch_as_completed(self, inputs: Sequence[Any], config: Any = None, **options: Any) -> Iterator[Any]:
        """Run the graph once for each input, and yield place and output as they come."""
        yield from runnable_class().batch_as_completed(self, inputs, config, **options)

    async def abatch_as_completed(
        self, inputs: Sequence[Any], config: Any = None, **options: Any
    ) -> AsyncIterator[Any]:
        """Run the graph once for each input, and yield place and output as they come."""
        async for found in runnable_class().abatch_as_completed(self, inputs, config, **options):
            yield found

    async def astream_events(self, input: Any, config: Any = None, **options: Any) -> AsyncIterator[Any]:
        """Run the graph, and yield what it and everything in it tells LangChain's callbacks."""
        told = runnable_class()._astream_events_v1_v2  # noqa: SLF001  # the public method asks for it on the graph
        async with aclosing(told(self, input, config, **options)) as events:
            async for event in events:
                yield event

    async def astream_log(self, input: Any, config: Any = None, **options: Any) -> AsyncIterator[Any]:
        """Run the graph, and yield what it and everything in it tells LangChain's callbacks, as patches."""
        async for patch in runnable_class().astream_log(self, input, config, **options):
            yield patch

    def get_prompts(self, config: Any = None) -> list[Any]:
        """Return the prompts of the graph's drawing: there are none that are known."""
        return list(runnable_class().get_prompts(self, config))

    @property
    def config_specs(self) -> list[Any]:
        """What of the graph a config can change: nothing that LangChain knows."""
        return []


def runnable_class() -> Any:
    """Return the class of LangChain's runnables; raise `ImportError` with what to do where there is none."""
    try:
        return importlib.import_module("langchain_core.runnables.base").Runnable
    except ModuleNotFoundError:
        raise ImportError(
            "A graph can be composed with runnables only where LangChain is installed: install langchain-core."
        ) from None


def join_runnables(kind: type) -> None:
    """Let LangChain, if it was imported, take the objects of a class for runnables."""
    base = sys.modules.get("langchain_core.runnables.base")
    if base is not None and not issubclass(kind, base.Runnable):
        base.Runnable.register(kind)
