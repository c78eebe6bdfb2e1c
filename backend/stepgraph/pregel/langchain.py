"""What a run has to do with LangChain when that is installed: models called in a node hear of the node's config.

Nothing is imported before it is needed: a callback is what the caller gave, or the messages stream asks for.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cache
from typing import Any, TypeAlias

from stepgraph.constants import NAMESPACE_SEPARATOR, TAG_NOSTREAM
from stepgraph.errors import GraphDrained, GraphInterrupt
from stepgraph.pregel.streams import Streams
from stepgraph.scope import RunnableConfig

Place: TypeAlias = tuple[tuple[str, ...], dict[str, Any]]
"""Namespace and metadata under which a model's pieces are told."""

_HANDED_ON_BY_CALLBACKS = frozenset({"run_name", "run_id", "tags"})


def listening(config: RunnableConfig, streams: Streams) -> RunnableConfig:
    """Return the config with which models tell the messages stream their pieces, if LangChain is there to tell them."""
    return config if importlib.util.find_spec("langchain_core") is None else _with(_handler_class()(streams), config)


def unheard(config: RunnableConfig) -> RunnableConfig:
    """Return the config for a run with a thread of its own, called in a task of another.

    Its namespace begins at the root, so a stream of the run around it that wants nothing of runs inside would take what
    models say in it for its own.
    """
    given: Any = config.get("callbacks")
    if isinstance(given, (list, tuple)):
        kept = [handler for handler in given if not _is_deaf_to_others(handler)]
        return config if len(kept) == len(given) else {**config, "callbacks": kept}
    if given is None or not any(_is_deaf_to_others(handler) for handler in given.handlers):
        return config
    copied = given.copy()
    for handler in [handler for handler in given.handlers if _is_deaf_to_others(handler)]:
        copied.remove_handler(handler)
    return {**config, "callbacks": copied}


def _is_deaf_to_others(handler: Any) -> bool:
    return isinstance(handler, _Listener) and "messages" not in handler.streams.shared_modes


def heard(config: RunnableConfig, progress: Callable[[], None]) -> RunnableConfig:
    """Return the config with which whatever a task runs of LangChain's is a sign of life of the task."""
    return config if importlib.util.find_spec("langchain_core") is None else _with(_alive_class()(progress), config)


def _with(handler: Any, config: RunnableConfig) -> RunnableConfig:
    given: Any = config.get("callbacks")
    if given is None or isinstance(given, (list, tuple)):
        return {**config, "callbacks": [*(given or ()), handler]}
    copied = given.copy()
    copied.add_handler(handler, inherit=True)
    return {**config, "callbacks": copied}


def hand_on(config: RunnableConfig) -> None:
    """Let runnables that are called from here on, in this context, inherit the config of the task."""
    kept: dict[str, Any] = {key: value for key, value in config.items() if key not in _HANDED_ON_BY_CALLBACKS}
    kept["callbacks"] = _manager_class().configure(
        inheritable_callbacks=config.get("callbacks"),
        inheritable_tags=config.get("tags"),
        inheritable_metadata=config.get("metadata"),
    )
    _config_variable().set(kept)


@cache
def _manager_class() -> Any:
    return importlib.import_module("langchain_core.callbacks.manager").CallbackManager


@cache
def _config_variable() -> Any:
    return importlib.import_module("langchain_core.runnables.config").var_child_runnable_config


class _Listener:
    """Tells the messages stream the pieces that models write, and answers that came whole.

    And the tools stream, which tools are called, and what comes of it.
    """

    run_inline = True

    def __init__(self, streams: Streams) -> None:
        self.streams = streams
        self._places: dict[Any, Place] = {}
        self._calls: dict[Any, tuple[tuple[str, ...], str]] = {}

    def tap_output_iter(self, _run_id: Any, output: Iterator[Any]) -> Iterator[Any]:
        """Leave the pieces of other runnables as they are."""
        return output

    def tap_output_aiter(self, _run_id: Any, output: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """Leave the pieces of other runnables as they are."""
        return output

    def on_chat_model_start(self, _serialized: Any, _messages: Any, *, run_id: Any, **known: Any) -> None:
        """Note where a model is called."""
        tags, metadata = known.get("tags") or [], known.get("metadata") or {}
        own_ns = metadata.get("langgraph_checkpoint_ns")
        if own_ns is None or TAG_NOSTREAM in tags:
            return
        ns = _graph_ns(own_ns, metadata.get("langgraph_path", ()))
        if ns != self.streams.ns and "messages" not in self.streams.shared_modes:
            return
        told = [tag for tag in tags if not tag.startswith("seq:step")]
        self._places[run_id] = (ns, {**metadata, "tags": told} if told else metadata)

    def on_llm_new_token(self, *_token: str, chunk: Any = None, run_id: Any, **_known: Any) -> None:
        """Tell a piece."""
        message = getattr(chunk, "message", None)
        if run_id in self._places and message is not None:
            self._tell(run_id, message)

    def on_llm_end(self, response: Any, *, run_id: Any, **_known: Any) -> None:
        """Tell an answer that did not come in pieces."""
        message = getattr(response.generations[0][0], "message", None) if response.generations else None
        if run_id in self._places and message is not None and message.id not in self.streams.seen_messages:
            self._tell(run_id, message)
        self._places.pop(run_id, None)

    def on_llm_error(self, _error: BaseException, *, run_id: Any, **_known: Any) -> None:
        """Forget a model that failed."""
        self._places.pop(run_id, None)

    def on_tool_start(self, serialized: Any, _input: str, *, run_id: Any, inputs: Any = None, **known: Any) -> None:
        """Tell that a tool is called."""
        metadata = known.get("metadata")
        if not metadata or TAG_NOSTREAM in (known.get("tags") or []):
            return
        own_ns = metadata.get("langgraph_checkpoint_ns")
        ns = _graph_ns(own_ns, metadata.get("langgraph_path", ())) if own_ns else ()
        if ns not in ((), self.streams.ns) and "tools" not in self.streams.shared_modes:
            return
        call_id = known.get("tool_call_id") or str(run_id)
        self._calls[run_id] = (ns, call_id)
        name = (serialized or {}).get("name") or known.get("name") or ""
        given = {} if inputs is None else {"input": inputs}
        self.streams.tool(ns, {"event": "tool-started", "tool_call_id": call_id, "tool_name": name, **given})

    def on_tool_end(self, output: Any, *, run_id: Any, **_known: Any) -> None:
        """Tell what a tool gave."""
        self._tool_ended(run_id, "tool-finished", {"output": output})

    def on_tool_error(self, error: BaseException, *, run_id: Any, **_known: Any) -> None:
        """Tell that a tool failed; one that asks has not ended."""
        if isinstance(error, (GraphInterrupt, GraphDrained)):
            self._calls.pop(run_id, None)
        else:
            self._tool_ended(run_id, "tool-error", {"message": str(error)})

    def _tool_ended(self, run_id: Any, event: str, told: dict[str, Any]) -> None:
        if run_id in self._calls:
            ns, call_id = self._calls.pop(run_id)
            self.streams.tool(ns, {"event": event, "tool_call_id": call_id, **told})

    def _tell(self, run_id: Any, message: Any) -> None:
        ns, metadata = self._places[run_id]
        self.streams.seen_messages.add(message.id)
        self.streams.message(ns, (message, metadata))


class _SignOfLife:
    """Takes everything that LangChain tells for a sign of life."""

    run_inline = True

    def __init__(self, progress: Callable[[], None]) -> None:
        self._progress = progress

    def told(self, *_what: Any, **_known: Any) -> None:
        """Pass it on."""
        self._progress()


def _graph_ns(task_ns: str, path: Any) -> tuple[str, ...]:
    """Return the namespace of the graph that a task belongs to; tasks that called it are of the same graph."""
    depth = 1
    while path and path[-1] is True:
        path, depth = path[1], depth + 1
    return tuple(task_ns.split(NAMESPACE_SEPARATOR)[:-depth])


@cache
def _alive_class() -> Callable[[Callable[[], None]], Any]:
    base: Any = importlib.import_module("langchain_core.callbacks.base").BaseCallbackHandler
    events = [name for name in dir(base) if name.startswith("on_")]
    made: Callable[[Callable[[], None]], Any] = type(
        "SignOfLife", (_SignOfLife, base), dict.fromkeys(events, _SignOfLife.told)
    )
    return made


@cache
def _handler_class() -> Callable[[Streams], Any]:
    base: Any = importlib.import_module("langchain_core.callbacks.base").BaseCallbackHandler
    # With this one among its handlers, a model streams although it was only asked for a whole answer.
    streaming: Any = importlib.import_module("langchain_core.tracers._streaming")._StreamingCallbackHandler  # noqa: SLF001  # has no public name
    made: Callable[[Streams], Any] = type("ModelListener", (_Listener, base, streaming), {})
    return made
