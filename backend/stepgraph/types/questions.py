"""How a node asks its caller something in the middle of its work."""

from __future__ import annotations

from typing import Any

from stepgraph.scope import require_scope


def interrupt(value: object, *, response_schema: dict[str, Any] | type[Any] | None = None) -> Any:
    """Return the caller's answer to `value`, or pause the run until there is one.

    The node runs again from its start when it is answered; answers are matched to questions by their order.
    """
    return require_scope().ask(value, response_schema)
