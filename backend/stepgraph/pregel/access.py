"""Looking at a thread: its present state and its history."""

from __future__ import annotations

from collections.abc import Generator
from itertools import zip_longest
from typing import Any, TypeAlias

from stepgraph.constants import CHECKPOINT_ID, CHECKPOINT_NS, CONF, NAMESPACE_SEPARATOR, THREAD_ID
from stepgraph.pregel.effects import SaverCall, StateEffect
from stepgraph.pregel.inside import graph_inside
from stepgraph.pregel.nesting import without_task_ids
from stepgraph.pregel.program import Program
from stepgraph.pregel.snapshots import empty_snapshot, snapshot
from stepgraph.scope import RunnableConfig
from stepgraph.types import StateSnapshot

Looking: TypeAlias = Generator[StateEffect, Any, StateSnapshot]


def present_state(graph: Any, saver: Any, config: RunnableConfig, *, deep: bool = False) -> Looking:
    """Return the thread at the checkpoint that `config` names, or as it stands now; `deep`, with the graphs inside."""
    config = with_text_thread(own_config(graph, config))
    program: Program = graph.program
    saved = yield SaverCall(saver, "get_tuple", (config,))
    if saved is None:
        return empty_snapshot(config)
    found = snapshot(program, saved, saver.get_next_version, is_head=CHECKPOINT_ID not in config[CONF])
    if not deep:
        return found
    tasks = []
    for task in found.tasks:
        nested = None if task.state is None else graph_inside(program.nodes[task.name].action)
        if nested is None or not isinstance(task.state, dict):
            tasks.append(task)
        else:
            inside = yield from present_state(nested, saver, task.state, deep=True)
            tasks.append(task._replace(state=inside))
    return found._replace(tasks=tuple(tasks))


def graph_at(graph: Any, ns: str) -> Any:
    """Return the graph whose runs have the namespace `ns` below `graph`, None for none."""
    found = graph
    parts = without_task_ids(ns).split(NAMESPACE_SEPARATOR) if ns else []
    for part, after in zip_longest(parts, parts[1:]):
        node = None if found is None or after is None else found.program.nodes.get(part)
        if node is not None and node.handler == after:
            # A handler stands behind the task that failed.
            continue
        if found is not None and not part.isdigit():
            node = found.program.nodes.get(part)
            found = None if node is None else graph_inside(node.action)
    return found


def own_config(graph: Any, config: RunnableConfig) -> RunnableConfig:
    """Return the config under which a saver knows a graph: by its nodes alone where it keeps its state."""
    if graph.checkpointer is not True:
        return config
    ns = config[CONF].get(CHECKPOINT_NS) or ""
    return {**config, CONF: {**config[CONF], CHECKPOINT_NS: without_task_ids(ns)}}


def with_text_thread(config: RunnableConfig) -> RunnableConfig:
    """Return the config with its thread id as text, the form in which savers keep it."""
    configurable = config[CONF]
    return {**config, CONF: {**configurable, THREAD_ID: str(configurable[THREAD_ID])}}


def history_config(config: RunnableConfig) -> RunnableConfig:
    """Return the config under which a saver lists the checkpoints of this graph's own namespace."""
    config = with_text_thread(config)
    return {**config, CONF: {**config[CONF], CHECKPOINT_NS: config[CONF].get(CHECKPOINT_NS, "")}}
