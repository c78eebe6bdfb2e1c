"""Configs: what a caller gives is put over what the graph was bound to, over what the running task hands on."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stepgraph.constants import CHECKPOINT_ID, CHECKPOINT_MAP, CHECKPOINT_NS, CONF, THREAD_ID
from stepgraph.pregel.context import LiveScope
from stepgraph.scope import RunnableConfig, current_scope

DEFAULT_RECURSION_LIMIT = int(os.environ.get("LANGGRAPH_DEFAULT_RECURSION_LIMIT", "10007"))


class DefaultLimit(int):
    """The limit of a run for which nobody said one: put over a limit that somebody said, it changes nothing."""


_NO_LIMIT_SAID = DefaultLimit(DEFAULT_RECURSION_LIMIT)
_VERSIONS = "lc_versions"
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
        "recursion_limit": _NO_LIMIT_SAID,
        "configurable": {},
    }
    given = [config for config in configs if config]
    scope = current_scope.get()
    around: RunnableConfig = {} if scope is None else _inherited(scope.config, given)
    _merge(merged, around)
    for config in given:
        _merge(merged, _without_told(config, around))
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
    """Return what the running task hands on: not its thread, when the caller names one of its own.

    Nor its callbacks, when the caller hands on a manager of callbacks, which was made of them.
    """
    inherited: Any = ambient
    if any((config.get(CONF) or {}).get(key) for config in given for key in _COORDINATES):
        inherited = {**inherited, "configurable": {}}
    if any(config.get("callbacks") and not isinstance(config["callbacks"], (list, tuple)) for config in given):
        inherited = {**inherited, "callbacks": None}
    return inherited  # type: ignore[no-any-return]  # has the declared keys


def _without_told(config: RunnableConfig, around: RunnableConfig) -> RunnableConfig:
    """Return a config without the tags of the task: a graph that is called often gets its caller's config itself."""
    told = around.get("tags")
    if not told or not config.get("tags"):
        return config
    return {**config, "tags": [tag for tag in config["tags"] if tag not in told]}


def _merge(merged: dict[str, Any], config: Mapping[str, Any]) -> None:
    """Put a config over what is merged so far."""
    for key, value in config.items():
        if value is None or (isinstance(value, (list, tuple, dict)) and not value):
            continue
        if key not in _KEYS:
            merged["configurable"] = {**merged["configurable"], key: value}
        elif key in _MERGED:
            merged[key] = _MERGED[key](merged.get(key), value)
        elif not isinstance(value, DefaultLimit) or "recursion_limit" not in merged:
            merged[key] = value


def _merged_metadata(base: Mapping[str, Any] | None, over: Mapping[str, Any]) -> dict[str, Any]:
    """Return metadata put over one another; the versions that packages tell are added to one another."""
    base = base or {}
    merged = {**base, **{key: dict(value) if isinstance(value, Mapping) else value for key, value in over.items()}}
    versions, more = base.get(_VERSIONS), over.get(_VERSIONS)
    if isinstance(versions, Mapping) and isinstance(more, Mapping):
        merged[_VERSIONS] = {**versions, **more}
    return merged


def _merged_callbacks(base: Any, over: Any) -> Any:
    """Return callbacks added to one another: lists of handlers, or managers of them."""
    if not base:
        return over
    if isinstance(over, (list, tuple)) and isinstance(base, (list, tuple)):
        return [*base, *over]
    manager, handlers = (base, over) if isinstance(over, (list, tuple)) else (over, base)
    if not isinstance(handlers, (list, tuple)):
        return base.merge(over)
    added = manager.copy()
    for handler in handlers:
        added.add_handler(handler, inherit=True)
    return added


def _both(base: Mapping[str, Any] | None, over: Mapping[str, Any]) -> dict[str, Any]:
    return {**(base or {}), **over}


def _one_after_the_other(base: Sequence[str] | None, over: Sequence[str]) -> list[str]:
    return [*(base or ()), *over]


_MERGED: Mapping[str, Callable[[Any, Any], Any]] = {
    "configurable": _both,
    "metadata": _merged_metadata,
    "tags": _one_after_the_other,
    "callbacks": _merged_callbacks,
}
"""How two values of a key are put over one another, where the later does not just take the place of the earlier."""
