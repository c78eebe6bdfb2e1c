"""What the code of a function can reach: the objects around it, and what it looks up on them by attributes."""

from __future__ import annotations

import dis
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, TypeAlias

Path: TypeAlias = tuple[str, ...]
"""The name of a variable around a function, and the attributes that are looked up one after the other from it."""

_ROOTS = frozenset({"LOAD_GLOBAL", "LOAD_DEREF"})
_ATTRIBUTES = frozenset({"LOAD_ATTR", "LOAD_METHOD"})


def reached_values(function: Any) -> Iterator[Any]:
    """Yield what a function reaches: the variables of the functions it stands in, then what its code looks up.

    Of a method or a wrapper, what the function under it reaches; of a method that is reached, its object. A value may
    come more than once, and need not be used when the function runs.
    """
    function = _plain(getattr(_plain(function), "__wrapped__", function))
    if not isinstance(function, FunctionType):
        return
    code = function.__code__
    known = dict(_captured(function)) if function.__closure__ else {}
    for value in known.values():
        yield getattr(value, "__self__", value)
    paths = _paths(code)
    if not paths:
        return
    around = function.__globals__
    known.update((name, around[name]) for name in code.co_names if name in around)
    for path in paths:
        for value in _along(path, known):
            yield getattr(value, "__self__", value)


def _plain(function: Any) -> Any:
    return getattr(function, "__func__", function)


def _captured(function: FunctionType) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            yield name, cell.cell_contents
        except ValueError:
            # A variable that got no value yet, of a function that names itself for example.
            continue


def _along(path: Path, known: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the value of each step of a path, as far as it leads."""
    if path[0] not in known:
        return
    value = known[path[0]]
    yield value
    for attribute in path[1:]:
        try:
            value = getattr(value, attribute)
        except Exception:  # noqa: BLE001  a property of the user's may raise anything
            return
        yield value


@lru_cache(maxsize=4096)
def _paths(code: CodeType) -> tuple[Path, ...]:
    """Return the paths that code follows, that of functions inside it too, from variables that it does not make."""
    found: dict[Path, None] = {}
    path: Path = ()
    for instruction in dis.get_instructions(code):
        if instruction.opname in _ROOTS:
            path = _noted(found, path, (instruction.argval,))
        elif instruction.opname in _ATTRIBUTES and path:
            path = (*path, instruction.argval)
        else:
            path = _noted(found, path, ())
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found.update(dict.fromkeys(_paths(part)))
    return tuple(found)


def _noted(found: dict[Path, None], ended: Path, begun: Path) -> Path:
    """Note a path that has come to its end, and return the one that begins."""
    if ended:
        found[ended] = None
    return begun
