"""Under which key the writes of a task are kept: by what its node runs, and by its input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import xxhash

from stepgraph.pregel.program import NodeProgram
from stepgraph.pregel.tasks import Task
from stepgraph.types import CacheKey

CACHE_NS = "__pregel_ns_writes"
"""The first part of every namespace, as in the reference, so that both find what the other kept."""


def cache_namespace(node: NodeProgram) -> tuple[str, str, str]:
    """Return under which namespace the writes of a node are kept: by what it runs, and by its name."""
    action: Any = node.action
    source = getattr(action, "source", action)
    named = source if hasattr(source, "__qualname__") else type(source)
    return CACHE_NS, f"{named.__module__}.{named.__qualname__}", node.name


def namespaces_of(nodes: Mapping[str, NodeProgram], names: Sequence[str] | None) -> list[tuple[str, str, str]]:
    """Return the namespaces of the named nodes, of all nodes without names."""
    return [cache_namespace(nodes[name]) for name in (nodes if names is None else names)]


def note_cache_keys(tasks: Iterable[Task]) -> None:
    """Give the tasks of cached nodes their keys; what a key function raises is raised before anything runs."""
    for task in tasks:
        policy = task.node.cache_policy
        if policy is not None:
            make_key: Callable[..., str | bytes] = policy.key_func
            given: Any = task.input
            key = make_key(*given[0], **given[1]) if task.is_called else make_key(given)
            digest = xxhash.xxh3_128_hexdigest(_as_bytes(key, task.name))
            task.cache_key = CacheKey(cache_namespace(task.node), digest, policy.ttl)


def _as_bytes(key: object, node: str) -> bytes:
    if isinstance(key, str):
        return key.encode()
    if isinstance(key, (bytes, bytearray, memoryview)):
        return bytes(key)
    raise TypeError(
        f"a bytes-like object is required, not '{type(key).__name__}': the key_func of node {node!r}'s cache policy "
        "must return a str or bytes."
    )
