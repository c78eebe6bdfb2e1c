"""Handlers of errors: a node that runs in the superstep of the node that failed, with the same input."""

from __future__ import annotations

from collections.abc import Sequence

from stepgraph.errors import GraphBubbleUp, NodeError
from stepgraph.pregel.program import Program
from stepgraph.pregel.statuses import TaskStatus
from stepgraph.pregel.tasks import HANDLER, PUSH_TRIGGERS, Task, handler_id

HANDLER_PATH = (HANDLER, False)
"""What the path of a handler's task has behind the path of the task that failed."""


def is_handled(task: Task) -> bool:
    """Tell whether the task failed in a way that a handler takes: pauses, commands and cancellation are no failures."""
    error = task.error
    return task.node.handler is not None and isinstance(error, Exception) and not isinstance(error, GraphBubbleUp)


def handlers_of(program: Program, ended: Sequence[Task]) -> list[Task]:
    """Return the tasks of the handlers that take the failures among the tasks which have ended."""
    return [_handler(program, task, task.error) for task in ended if task.error is not None and is_handled(task)]


def stored_handler(program: Program, task: Task, status: TaskStatus) -> Task | None:
    """Return the task of the handler that took a failure in an earlier attempt, with what is stored of the error."""
    if status.error_source is None or task.node.handler is None:
        return None
    return _handler(program, task, status.error)


def _handler(program: Program, task: Task, error: BaseException) -> Task:
    assert task.node.handler is not None
    node = program.nodes[task.node.handler]
    path = (*task.path, *HANDLER_PATH)
    made = Task(node, task.moment, path, PUSH_TRIGGERS, task.input, id=handler_id(task, node.name))
    made.outer_ns = task.ns
    made.handled = NodeError(task.name, error)
    made.handles = task.id
    return made
