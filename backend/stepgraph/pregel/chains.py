"""Runs and nodes as LangChain's callbacks see them: chains, each with its input, and its output or error.

Only who gave callbacks is told; without them nothing of this runs, and nothing is imported.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from inspect import signature
from typing import Any

from stepgraph.scope import RunnableConfig


class Chain:
    """One chain that has begun."""

    def __init__(self, told: Any) -> None:
        self._told = told

    def config_inside(self, config: RunnableConfig, *, tag: str | None = None) -> RunnableConfig:
        """Return the config of what runs inside the chain; the tag is for what is called with it itself."""
        return {**config, "callbacks": self._told.get_child(tag)}

    def ended(self, output: Any) -> None:
        """Tell the output."""
        self._told.on_chain_end(output)

    def failed(self, error: BaseException) -> None:
        """Tell the error, or that the chain pauses."""
        self._told.on_chain_error(error)

    def streamed(self, piece: Any) -> None:
        """Tell a piece of the output to those callbacks that want pieces."""
        for handler in self._told.handlers:
            tap = getattr(handler, "tap_output_iter", None)
            if tap is not None:
                for _ in tap(self._told.run_id, iter((piece,))):
                    pass

    @contextmanager
    def told(self) -> Iterator[Callable[[Any], Any]]:
        """Tell how the code ends that runs in this context, and which answer it notes with what is given."""
        answer: list[Any] = []

        def note(output: Any) -> Any:
            answer.append(output)
            self.streamed(output)
            return output

        try:
            yield note
        except BaseException as error:
            self.failed(error)
            raise
        self.ended(*answer)


def begin_chain(config: RunnableConfig, given: Any, *, name: str, run_id: Any = None, tag: str | None = None) -> Chain:
    """Tell the callbacks of a config that a chain of this name begins."""
    manager = _manager_class().configure(
        inheritable_callbacks=config.get("callbacks"),
        inheritable_tags=config.get("tags"),
        inheritable_metadata=config.get("metadata"),
    )
    if tag is not None:
        manager.add_tags([tag], inherit=False)
    return Chain(manager.on_chain_start(None, given, name=name, run_id=run_id))


def named_arguments(callee: Any, given: Any) -> Any:
    """Return what a task was called with by the names of its parameters, or as it was given where those do not fit."""
    args, kwargs = given
    try:
        bound = signature(callee.source).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return {"args": args, "kwargs": kwargs}
    bound.apply_defaults()
    return dict(bound.arguments)


@cache
def _manager_class() -> Any:
    return importlib.import_module("langchain_core.callbacks.manager").CallbackManager
