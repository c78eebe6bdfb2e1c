"""What the code of a node can ask for without a parameter: its config, store and stream writer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stepgraph.scope import RunnableConfig, require_scope

__all__ = ["RunnableConfig", "get_config", "get_store", "get_stream_writer"]


def get_config() -> RunnableConfig:
    """Return the config of the task whose code calls this."""
    return require_scope().config


def get_store() -> Any:  # a store of any kind, see Runtime.store
    """Return the store of the run whose node calls this."""
    return require_scope().runtime.store


def get_stream_writer() -> Callable[[Any], None]:
    """Return the function with which the node that calls this streams values of its own."""
    writer: Callable[[Any], None] = require_scope().runtime.stream_writer
    return writer
