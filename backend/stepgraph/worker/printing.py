"""Which task is printing: told by the engine's own context variable."""

from __future__ import annotations

from stepgraph.pregel.context import LiveScope
from stepgraph.scope import current_scope
from stepgraph.worker.output import Printer


def printing_task() -> Printer | None:
    """Return the task whose code calls this, None outside of any task."""
    scope = current_scope.get()
    if not isinstance(scope, LiveScope):
        return None
    task = planned = scope.task
    while planned.caller is not None:
        planned = planned.caller
    # A task that another one called is one of the same superstep, of the same graph.
    return Printer(planned.moment.ns, task.moment.step, task.id, task.name)
