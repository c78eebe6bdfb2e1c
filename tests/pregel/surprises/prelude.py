"""What the surprises share: a library's names, small graphs, and the table that they stand in.

A surprise is a function of a library that returns what a caller sees. It stands in the table under its number, with
its sentence and with what is seen: the same on both libraries, unless `reference` says what the reference gives.
"""

from __future__ import annotations

import importlib
import operator
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Annotated, Any

START = "__start__"
END = "__end__"

_MODULES = ("graph", "types", "errors", "channels", "managed", "checkpoint.memory", "cache.memory")

Scenario = Callable[[Any], Any]


@dataclass(frozen=True)
class Surprise:
    """One row of the table."""

    number: int
    sentence: str
    scenario: Scenario
    expected: Any
    reference: Any

    @property
    def name(self) -> str:
        """What the surprise is called in a list of tests."""
        return f"{self.number:02}_{self.scenario.__name__}"


TABLE: dict[int, Surprise] = {}

_SAME = object()


def surprise(number: int, sentence: str, *, expected: Any, reference: Any = _SAME) -> Callable[[Scenario], Scenario]:
    """Enter a function into the table."""

    def entered(scenario: Scenario) -> Scenario:
        assert number not in TABLE, f"surprise {number} stands in the table already"
        TABLE[number] = Surprise(number, sentence, scenario, expected, expected if reference is _SAME else reference)
        return scenario

    return entered


def load(package: str) -> Any:
    """Return the public names of the library `package` in one namespace."""
    names: dict[str, Any] = {}
    for module in _MODULES:
        found = importlib.import_module(f"{package}.{module}")
        names.update({name: getattr(found, name) for name in dir(found) if not name.startswith("_")})
    return SimpleNamespace(**names)


def typed(**fields: Any) -> Any:
    """Return a TypedDict of these fields, none of which is required."""
    made: Any = importlib.import_module("typing").TypedDict
    return made("Typed", fields, total=False)


STATE = typed(x=Annotated[list[Any], operator.add], y=int)


def says(name: str) -> Callable[[Any], Any]:
    """Return a node that adds its name to the log."""
    return lambda state: {"x": [name]}


def fails(state: Any) -> Any:
    """Fail like a node of a user's."""
    raise ValueError("x")


def asks(lib: Any) -> Callable[[Any], Any]:
    """Return a node that logs the answer to a question."""
    return lambda state: {"x": [lib.interrupt("q")]}


def graph(lib: Any, edges: Any, /, schema: Any = STATE, **nodes: Any) -> Any:
    """Return a builder of named nodes and edges."""
    builder = lib.StateGraph(schema)
    for name, node in nodes.items():
        builder.add_node(name, node)
    for start, end in edges:
        builder.add_edge(start, end)
    return builder


def kept(lib: Any, builder: Any, **options: Any) -> Any:
    """Return the compiled graph with a saver of its own."""
    return builder.compile(checkpointer=lib.InMemorySaver(), **options)


def thread(**more: Any) -> Any:
    """Return the config of the one thread, with other entries of a config."""
    return {"configurable": {"thread_id": "1"}, **more}


def tried(call: Callable[[], Any]) -> Any:
    """Return what a call gives, or the class and first line of what it raises."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001  # whatever is raised is what is looked at
        return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
