"""What the code of a running node can reach without being handed it: one context variable for each task.

A leaf below `config`, `runtime` and `types`, because all three offer a function that looks here.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypedDict


class RunnableConfig(TypedDict, total=False):
    """How a caller steers one run; the keys are LangChain's, whose own class is taken as well."""

    tags: list[str]
    metadata: dict[str, Any]
    callbacks: Any  # LangChain's, passed through unread
    run_name: str
    max_concurrency: int | None
    recursion_limit: int
    configurable: dict[str, Any]
    run_id: uuid.UUID | None


@dataclass(frozen=True, slots=True)
class TaskScope:
    """The surroundings of one task.

    `runtime` is a `stepgraph.runtime.Runtime`, which stands above this leaf. `ask` takes a question and its response
    schema, and returns the answer or raises `GraphInterrupt`. `call` runs a node as a task of its own and returns its
    future.
    """

    config: RunnableConfig
    runtime: Any
    ask: Callable[[object, dict[str, Any] | type[Any] | None], Any]
    call: Callable[[Any, object], Any] | None = None


current_scope: ContextVar[TaskScope | None] = ContextVar("stepgraph_task_scope", default=None)
"""The task whose code is running here; set by the engine around every node, branch and handler."""


def require_scope() -> TaskScope:
    """Return the scope of the running task, or refuse because no task is running here."""
    scope = current_scope.get()
    if scope is None:
        raise RuntimeError("Called get_config outside of a runnable context")
    return scope
