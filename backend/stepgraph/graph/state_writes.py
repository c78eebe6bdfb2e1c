"""From what a node returned to the writes of its task: pure, and one for nodes, input and outside updates."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from stepgraph.constants import END, MISSING, ROOT
from stepgraph.errors import ErrorCode, InvalidUpdateError, ParentCommand, create_error_message
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


def update_pairs(update: Any) -> list[StateWrite]:
    """Return the writes that a command's update means, before any schema is asked."""
    if isinstance(update, dict):
        return list(update.items())
    if isinstance(update, (list, tuple)) and all(_is_pair(item) for item in update):
        return list(update)
    keys = annotated_keys(update.__class__)
    if keys:
        return _attribute_writes(update, keys)
    return [] if update is None else [(ROOT, update)]


@lru_cache(maxsize=1024)
def annotated_keys(cls: type[object]) -> tuple[str, ...]:
    """Return the names that a class and its bases annotate, the oldest base first."""
    # Of functions and the like it is a descriptor, for what each of them annotates.
    annotated = (vars(base).get("__annotations__") for base in reversed(cls.__mro__))
    return tuple(dict.fromkeys(key for found in annotated if isinstance(found, dict) for key in found))


def _items(result: Any) -> Iterable[Any]:
    """Return what is handled one by one: the items of a list or tuple, or `result` alone."""
    return result if isinstance(result, (list, tuple)) else (result,)


def _holds_command(result: Any) -> bool:
    return isinstance(result, (list, tuple)) and any(isinstance(item, Command) for item in result)


def _is_pair(item: Any) -> bool:
    return isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str)


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
        return _attribute_writes(result, keys)
    code = ErrorCode.INVALID_GRAPH_NODE_RETURN_VALUE
    text = create_error_message(message=f"Expected dict, got {result}", error_code=code)
    raise InvalidUpdateError(text, code=code, values=(result,))


def _attribute_writes(source: Any, keys: Iterable[str]) -> list[StateWrite]:
    """Return the attributes of `source` that are named like `keys`.

    Of a pydantic model, a None that is only the field's default means "nothing said".
    """
    fields: Mapping[str, Any] = getattr(type(source), "model_fields", {})
    said: Collection[str] = getattr(source, "model_fields_set", ())
    writes = [(key, getattr(source, key, MISSING)) for key in keys]
    return [
        (key, value)
        for key, value in writes
        if value is not MISSING
        and (value is not None or key in said or key not in fields or fields[key].default is not None)
    ]
