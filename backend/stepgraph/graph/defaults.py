"""How nodes are run for which nothing was said: defaults of a builder, and how they reach the nodes."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

from stepgraph.constants import DEFAULT_ERROR_HANDLER
from stepgraph.graph.nodes import StateNodeSpec
from stepgraph.pregel.actions import make_action
from stepgraph.types import CachePolicy, RetryPolicy, TimeoutPolicy


@dataclass(slots=True)
class NodeDefaults:
    """What `set_node_defaults` was told so far."""

    retry_policy: RetryPolicy | Sequence[RetryPolicy] | None = None
    cache_policy: CachePolicy | None = None
    error_handler: Any = None
    timeout: TimeoutPolicy | None = None


def apply_defaults(nodes: MutableMapping[str, StateNodeSpec], defaults: NodeDefaults, *, state_schema: Any) -> None:
    """Write `defaults` into `nodes` where these say nothing themselves, after adding the default error handler.

    The handler is a node, so the same builder cannot be given one twice. Handlers are neither cached nor handled.
    """
    if defaults.error_handler is not None:
        if DEFAULT_ERROR_HANDLER in nodes:
            raise ValueError(f"Auto-generated default error handler node `{DEFAULT_ERROR_HANDLER}` already exists.")
        handler = make_action(defaults.error_handler, name=DEFAULT_ERROR_HANDLER)
        nodes[DEFAULT_ERROR_HANDLER] = StateNodeSpec(handler, state_schema, is_error_handler=True)
    for spec in nodes.values():
        spec.retry_policy = spec.retry_policy if spec.retry_policy is not None else defaults.retry_policy
        spec.timeout = spec.timeout or defaults.timeout
        if spec.is_error_handler:
            continue
        spec.cache_policy = spec.cache_policy or defaults.cache_policy
        if spec.error_handler_node is None and defaults.error_handler is not None:
            spec.error_handler_node = DEFAULT_ERROR_HANDLER
