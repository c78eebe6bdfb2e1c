"""`langgraph` as a user's file meets it in a worker: the engine under those names, and one sentence for the rest."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

import stepgraph.channels
import stepgraph.graph.state
import stepgraph.types
from stepgraph.worker.langgraph_alias import NotInEngine, install, uninstall


def of_langgraph() -> dict[str, ModuleType]:
    return {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "langgraph"}


@pytest.fixture(autouse=True)
def _alias() -> Iterator[None]:
    """Serve `langgraph` from the engine, and put what other tests have imported back afterwards."""
    before = of_langgraph()
    install()
    yield
    uninstall()
    sys.modules.update(before)


def test_the_names_are_the_engines_own() -> None:
    """The same objects, so that classes are known again wherever they come from."""
    state = importlib.import_module("langgraph.graph.state")
    types = importlib.import_module("langgraph.types")

    assert (state.StateGraph, types.Send) == (stepgraph.graph.state.StateGraph, stepgraph.types.Send)


@pytest.mark.parametrize(
    "line",
    [
        "import langgraph",
        "import langgraph.graph.state as state; state.StateGraph",
        "import langgraph; langgraph.graph.StateGraph",
        "from langgraph import graph; graph.END",
        "from langgraph.graph import *; StateGraph",
        "from langgraph.channels.last_value import LastValue",
        "from langgraph.channels.binop import BinaryOperatorAggregate",
        "from langgraph.checkpoint.memory import InMemorySaver, MemorySaver",
        "from langgraph.checkpoint.base import BaseCheckpointSaver, empty_checkpoint",
        "from langgraph.graph.message import MessagesState, add_messages",
        "from langgraph.managed.is_last_step import RemainingStepsManager",
        "from langgraph.errors import GraphRecursionError",
        "from langgraph.runtime import Runtime, get_runtime",
        "from langgraph.config import get_stream_writer",
        "from langgraph.constants import START, END, TAG_HIDDEN",
        "from langgraph.version import __version__; assert __version__ == '1.2.24'",
    ],
)
def test_every_way_of_importing_works(line: str) -> None:
    """As it does with LangGraph installed."""
    exec(line, {})


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("import langgraph.prebuilt", "langgraph.prebuilt"),
        ("from langgraph.prebuilt import ToolNode", "langgraph.prebuilt"),
        ("from langgraph.graph import NoSuchThing", "langgraph.graph.NoSuchThing"),
        ("import langgraph.graph as g; g.NoSuchThing", "langgraph.graph.NoSuchThing"),
        ("import langgraph.server", "langgraph.server"),
        ("import langgraph.worker", "langgraph.worker"),
        ("import langgraph.graph.nowhere", "langgraph.graph.nowhere"),
        ("import langgraph.constants.nowhere", "langgraph.constants.nowhere"),
        ("from langgraph.graph.builder import logging", "langgraph.graph.builder.logging"),
    ],
)
def test_what_the_engine_has_not_is_refused_in_one_sentence(line: str, name: str) -> None:
    """It names what was asked for, and is an ImportError for files that try."""
    with pytest.raises(NotInEngine) as raised:
        exec(line, {})

    assert str(raised.value) == (
        f"{name} is not part of Stepgraph's engine, which serves langgraph to this file; it has the names of "
        "langgraph.graph, .types, .channels, .checkpoint and the other core modules."
    )
    assert isinstance(raised.value, ImportError)


def test_tools_that_look_around_get_the_ordinary_answer() -> None:
    """Names with underscores are asked for by all kinds of code."""
    graph = importlib.import_module("langgraph.graph")

    assert (hasattr(graph, "__wrapped__"), hasattr(graph, "_private"), "StateGraph" in dir(graph)) == (
        False,
        False,
        True,
    )


def test_installing_twice_is_installing_once() -> None:
    """And taking it away leaves nothing behind."""
    install()

    uninstall()

    assert of_langgraph() == {}
    assert [finder for finder in sys.meta_path if type(finder).__name__ == "LangGraphFinder"] == []


def test_the_engine_keeps_its_own_modules() -> None:
    """An alias is a front, not the module under another name."""
    front = importlib.import_module("langgraph.channels")

    assert front is not stepgraph.channels
    assert stepgraph.channels.__name__ == "stepgraph.channels"
    assert stepgraph.channels.__spec__ is not None
    assert stepgraph.channels.__spec__.name == "stepgraph.channels"
