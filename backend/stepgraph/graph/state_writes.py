"""From what a node returned to the writes of its task: pure, and one for nodes, input and outside updates."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeAlias

from stepgraph.constants import END, ROOT
from stepgraph.errors import ErrorCode, InvalidUpdateError, ParentCommand, create_error_message
from stepgraph.pregel.updates import annotated_keys, attribute_writes, update_pairs
from stepgraph.types import Command, Send

StateWrite: TypeAlias = tuple[str, Any]


def state_writes(result: Any, schema_keys: Collection[str]) -> list[StateWrite]:
    """Return the state writes that `result` means in a graph with `schema_keys`, in order.

    Keys that the schema does not have are dropped. A graph whose only key is `__root__` takes any value. Every returned
    key is looked up in `schema_keys`, so a dict or its keys serve better than a list.
    """
    if len(schema_keys) == 1 and ROOT in schema_keys:
        return _root_writes(result)
    return _keyed_writes(result, schema_keys)


def command_gotos(result: Any) -> list[str | Send]:
    """Return where the commands in `result` go, in order: names of nodes, and packets; END is left out.

    A command for the calling graph is raised: it takes the place of everything else that the task did.
    """
    if isinstance(result, Send):
        return [result]
    commands = [item for item in _items(result) if isinstance(item, Command)]
    gotos: list[str | Send] = []
    for command in commands:
        if command.graph == Command.PARENT:
            raise ParentCommand(command)
        targets = [command.goto] if isinstance(command.goto, (str, Send)) else command.goto
        gotos.extend(goto for goto in targets if isinstance(goto, Send) or (isinstance(goto, str) and goto != END))
    return gotos


def _items(result: Any) -> Iterable[Any]:
    """Return what is handled one by one: the items of a list or tuple, or `result` alone."""
    return result if isinstance(result, (list, tuple)) else (result,)


def _holds_command(result: Any) -> bool:
    return isinstance(result, (list, tuple)) and any(isinstance(item, Command) for item in result)


def _root_writes(result: Any) -> list[StateWrite]:
    if not isinstance(result, Command) and not _holds_command(result):
        return [] if result is None else [(ROOT, result)]
    writes: list[StateWrite] = []
    for item in _items(result):
        if not isinstance(item, Command):
            writes.append((ROOT, item))
        elif item.graph != Command.PARENT:
            writes.extend(update_pairs(item.update))
    return writes


def _keyed_writes(result: Any, keys: Collection[str]) -> list[StateWrite]:
    if result is None:
        return []
    if isinstance(result, dict):
        return [(key, value) for key, value in result.items() if key in keys]
    if isinstance(result, Command):
        pairs = [] if result.graph == Command.PARENT else update_pairs(result.update)
        return [(key, value) for key, value in pairs if key in keys]
    if _holds_command(result):
        return [write for item in result for write in _keyed_writes(item, keys)]
    if annotated_keys(result.__class__):
        return attribute_writes(result, keys)
    code = ErrorCode.INVALID_GRAPH_NODE_RETURN_VALUE
    text = create_error_message(message=f"Expected dict, got {result}", error_code=code)
    raise InvalidUpdateError(text, code=code, values=(result,))
