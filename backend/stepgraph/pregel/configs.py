"""Configs: what a caller gives is put over what the graph was bound to, over what the running task hands on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from stepgraph.constants import CHECKPOINT_ID, CHECKPOINT_MAP, CHECKPOINT_NS, CONF, THREAD_ID
from stepgraph.pregel.context import LiveScope
from stepgraph.scope import RunnableConfig, current_scope

DEFAULT_RECURSION_LIMIT = int(os.environ.get("LANGGRAPH_DEFAULT_RECURSION_LIMIT", "10007"))

_KEYS = frozenset(
    {"tags", "metadata", "callbacks", "run_name", "max_concurrency", "recursion_limit", "configurable", "run_id"}
)
_COORDINATES = (THREAD_ID, CHECKPOINT_NS, CHECKPOINT_ID, CHECKPOINT_MAP)
# These identify a run, so they are metadata of it as well.
_PROPAGATED = ("thread_id", "checkpoint_id", "checkpoint_ns", "task_id", "run_id", "assistant_id", "graph_id")


def ensure_config(*configs: RunnableConfig | None) -> RunnableConfig:
    """Return one config with all keys that a run needs; later ones win."""
    merged: dict[str, Any] = {
        "tags": [],
        "metadata": {},
        "callbacks": None,
        "recursion_limit": DEFAULT_RECURSION_LIMIT,
        "configurable": {},
    }
    given = [config for config in configs if config]
    scope = current_scope.get()
    if scope is not None:
        _merge(merged, _inherited(scope.config, given))
    for config in given:
        _merge(merged, config)
    metadata, configurable = merged["metadata"], merged["configurable"]
    for key in _PROPAGATED:
        if configurable.get(key) and key not in metadata:
            metadata[key] = configurable[key]
    return merged  # type: ignore[return-value]  # has the declared keys


def calling_task(config: RunnableConfig) -> LiveScope | None:
    """Return the task whose code calls a graph with `config`, unless the config names a thread of its own."""
    scope = current_scope.get()
    if not isinstance(scope, LiveScope):
        return None
    return scope if config.get(CONF, {}).get(CHECKPOINT_NS) == scope.task.ns else None


def at_root(config: RunnableConfig) -> RunnableConfig:
    """Return the config for a run that nobody calls; of a checkpoint of a graph inside, that of the root around it."""
    configurable = config[CONF]
    if not configurable.get(CHECKPOINT_NS):
        return config
    around = (configurable.get(CHECKPOINT_MAP) or {}).get("")
    return {**config, CONF: {**configurable, CHECKPOINT_NS: "", CHECKPOINT_ID: around}}


def merged_config(*configs: RunnableConfig | None) -> RunnableConfig:
    """Return configs put over one another, without the defaults of a run."""
    merged: dict[str, Any] = {"tags": [], "metadata": {}, "configurable": {}}
    for config in configs:
        _merge(merged, config or {})
    return merged  # type: ignore[return-value]  # has some of the declared keys


def _inherited(ambient: RunnableConfig, given: list[RunnableConfig]) -> RunnableConfig:
    """Return what the running task hands on: not its thread, when the caller names one of its own."""
    if any((config.get(CONF) or {}).get(key) for config in given for key in _COORDINATES):
        return {**ambient, "configurable": {}}
    return ambient


def _merge(merged: dict[str, Any], config: Mapping[str, Any]) -> None:
    for key, value in config.items():
        if value is None or (isinstance(value, (list, tuple, dict)) and not value):
            continue
        if key not in _KEYS:
            merged["configurable"] = {**merged["configurable"], key: value}
        elif key in ("configurable", "metadata"):
            merged[key] = {**merged[key], **value}
        elif key == "tags":
            merged[key] = [*merged[key], *(tag for tag in value if tag not in merged[key])]
        else:
            merged[key] = value
