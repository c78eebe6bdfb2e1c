"""Nodes on an executor: their functions and inputs travel, and what they return comes back; all else stays here.

The node's action is replaced when the graph is compiled, so that the core knows nothing of it, and a graph without an
executor pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any, TypeAlias

from stepgraph.constants import START
from stepgraph.errors import ExecutorError
from stepgraph.pregel.actions import Action
from stepgraph.pregel.elsewhere import NEEDS_CONTEXT, needs_context
from stepgraph.pregel.movable import obstacle
from stepgraph.pregel.program import NodeProgram, Program
from stepgraph.pregel.sending import Place, Sender

OneExecutor: TypeAlias = Executor | Callable[[], Executor]
"""An executor, or a function that makes one when the first task needs it: never where code is only imported again."""

Executors: TypeAlias = OneExecutor | Mapping[str, OneExecutor]
"""One for every node of the user's, or by node name; nodes without one run here."""


def on_executors(program: Program, executors: Executors) -> Program:
    """Return the program with its nodes' functions run on executors; raise ExecutorError for one that cannot be."""
    chosen = _by_node(program, executors)
    # What several nodes name is made once.
    places = {id(executor): Place(executor) for executor in chosen.values()}
    nodes = {
        name: replace(node, action=_sent(node, places[id(chosen[name])])) if name in chosen else node
        for name, node in program.nodes.items()
    }
    return replace(program, nodes=nodes, waits_elsewhere=True)


def _by_node(program: Program, executors: Executors) -> Mapping[str, OneExecutor]:
    if isinstance(executors, Mapping):
        for name in executors:
            if name not in program.nodes or name == START:
                raise ExecutorError("executor.unknown_node", f"There is no node {name!r} to run on an executor.")
        chosen = executors
    else:
        # What takes failures is handed an error, which only the run has.
        kept = {START, *(node.handler for node in program.nodes.values())}
        chosen = {name: executors for name in program.nodes if name not in kept}
    for name, executor in chosen.items():
        if not (isinstance(executor, Executor) or callable(executor)):
            raise TypeError(
                f"The executor of node {name!r} is a {type(executor).__name__}, and no concurrent.futures.Executor."
            )
    return chosen


def _sent(node: NodeProgram, place: Place) -> Action:
    """Return the action that sends a node's function to its executor."""
    action: Any = node.action
    why = obstacle(action)
    if why is not None:
        raise ExecutorError(NEEDS_CONTEXT, needs_context(node.name, why), node=node.name)
    sender = Sender(node.name, action, place)
    return Action(node.name, sender.call, sender.acall, (), is_generator=False, source=action.source)
