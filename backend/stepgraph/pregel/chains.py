"""Runs and nodes as LangChain's callbacks see them: chains, each with its input, and its output or error.

Only who gave callbacks is told; without them nothing of this runs, and nothing is imported.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from inspect import signature
from typing import Any

from stepgraph.scope import RunnableConfig
from stepgraph.types import TracePolicy

LOGGER = logging.getLogger("stepgraph")


class Chain:
    """One chain that has begun.

    One that `stays_open` is not over when its own code is: whoever lets it stay open closes it.
    """

    def __init__(self, told: Any, policy: TracePolicy) -> None:
        self._told = told
        self._policy = policy
        self._answer: list[Any] = []
        self.stays_open = False
        self.is_over = False

    def config_inside(self, config: RunnableConfig, *, tag: str | None = None) -> RunnableConfig:
        """Return the config of what runs inside the chain; the tag is for what is called with it itself."""
        return {**config, "callbacks": self._told.get_child(tag)}

    def ended(self, output: Any) -> None:
        """Tell the output; tracers, what the node's policy makes of it."""
        self.is_over = True
        recorded = _recorded(output, self._policy.process_outputs)
        if recorded is output:
            self._told.on_chain_end(output)
            return
        others, tracers = _split(self._told)
        tracers.on_chain_end(recorded)
        others.on_chain_end(output)

    def failed(self, error: BaseException) -> None:
        """Tell the error, or that the chain pauses."""
        self.is_over = True
        self._told.on_chain_error(error)

    def streamed(self, piece: Any) -> None:
        """Tell a piece of the output to those callbacks that want pieces."""
        for handler in self._told.handlers:
            if _feeds_a_stream(handler):
                for _ in handler.tap_output_iter(self._told.run_id, iter((piece,))):
                    pass

    @contextmanager
    def told(self) -> Iterator[Callable[[Any], Any]]:
        """Tell how the code ends that runs in this context, and which answer it notes with what is given."""

        def note(output: Any) -> Any:
            self._answer = [output]
            return output

        try:
            yield note
        except BaseException as error:
            self.failed(error)
            raise
        if not self.stays_open:
            self.ended(*self._answer)

    def close(self, error: BaseException | None) -> None:
        """Tell how a chain that stayed open ended, unless that was told; its output is told as a piece as well."""
        if self.is_over:
            return
        if error is None:
            self.streamed(*self._answer)
            self.ended(*self._answer)
        else:
            self.failed(error)


_RECORDS_ALL = TracePolicy()


def begin_chain(
    config: RunnableConfig,
    given: Any,
    *,
    name: str,
    run_id: Any = None,
    tag: str | None = None,
    policy: TracePolicy | None = None,
) -> Chain:
    """Tell the callbacks of a config that a chain of this name begins; tracers, what the policy makes of its input."""
    manager = _manager_class().configure(
        inheritable_callbacks=config.get("callbacks"),
        inheritable_tags=config.get("tags"),
        inheritable_metadata=config.get("metadata"),
    )
    if tag is not None:
        manager.add_tags([tag], inherit=False)
    policy = policy or _RECORDS_ALL
    recorded = _recorded(given, policy.process_inputs)
    if recorded is given:
        return Chain(manager.on_chain_start(None, given, name=name, run_id=run_id), policy)
    others, tracers = _split(manager)
    told = others.on_chain_start(None, given, name=name, run_id=run_id)
    tracers.on_chain_start(None, recorded, name=name, run_id=told.run_id)
    told.handlers = manager.handlers
    return Chain(told, policy)


def _recorded(value: Any, transform: Callable[[Any], Any] | None) -> Any:
    """Return what a tracer may record of a value; a policy that fails changes nothing, and no run."""
    if transform is None:
        return value
    try:
        return transform(value)
    except Exception:
        LOGGER.exception("A trace policy failed, so the tracers record what it should have changed.")
        return value


def _split(told: Any) -> tuple[Any, Any]:
    """Return who is told as two: all others, and the tracers, which record what they are told.

    What feeds a caller's own stream is no tracer here, though it may be of a tracer's class.
    """
    others, tracers = copy(told), copy(told)
    tracers.handlers = [handler for handler in told.handlers if _is_tracer(handler)]
    others.handlers = [handler for handler in told.handlers if not _is_tracer(handler)]
    return others, tracers


def _is_tracer(handler: Any) -> bool:
    tracer: Any = importlib.import_module("langchain_core.tracers.base").BaseTracer
    return isinstance(handler, tracer) and not _feeds_a_stream(handler)


def _feeds_a_stream(handler: Any) -> bool:
    streaming: Any = importlib.import_module("langchain_core.tracers._streaming")._StreamingCallbackHandler  # noqa: SLF001  # has no public name
    # By the classes themselves: whatever has methods of these names would count as one.
    return streaming in type(handler).__mro__


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
