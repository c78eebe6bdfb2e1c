"""Messages without an id that are written to a delta channel, on both libraries: who gets one, and that it stays."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from typing_extensions import TypedDict

from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD

warnings.filterwarnings("ignore", module="langgraph")


def joined(value: list[Any], writes: Any) -> list[Any]:
    """Return the items with those of all writes: one that is no list stands for itself."""
    return [*value, *(item for write in writes for item in (write if isinstance(write, list) else [write]))]


def state_of(lib: Any) -> Any:
    """Return a state with one delta channel."""
    delta: Any = importlib.import_module(f"{lib.package}.channels").DeltaChannel
    return TypedDict("Said", {"said": Annotated[list, delta(joined)]})  # type: ignore[operator]  # made anew for each


WRITTEN: dict[str, Callable[[Any], Any]] = {
    "a message": lambda _lib: AIMessage("x"),
    "messages": lambda _lib: [AIMessage("x"), HumanMessage("y", id="own")],
    "records": lambda _lib: [{"role": "user", "content": "x"}, {"type": "ai", "content": "y", "id": "own"}],
    "a record alone": lambda _lib: {"role": "user", "content": "x"},
    "no messages": lambda _lib: ["x", ("user", "y"), {"role": "nobody"}, 1],
    "a replacement": lambda lib: lib.Overwrite([AIMessage("x"), {"role": "user", "content": "y"}]),
    "a record of no message": lambda _lib: [{"role": "tool", "content": "x"}],
}


@pytest.mark.parametrize("durability", ["sync", "exit"])
@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN.keys())
def test_the_same_messages_get_ids_that_stay(written: Callable[[Any], Any], durability: str) -> None:
    """In the output, in the stored thread however often it is read, and where an update by hand adds one."""

    def story(lib: Any) -> Any:
        builder = lib.StateGraph(state_of(lib)).add_node("a", lambda state: {"said": written(lib)})
        builder.add_node("b", lambda state: lib.Command(update={"said": [AIMessage("z")]}))
        compiled = builder.add_edge(lib.START, "a").add_edge("a", "b").compile(checkpointer=lib.InMemorySaver())
        told = []
        try:
            output = compiled.invoke({"said": [HumanMessage("in")]}, THREAD, durability=durability)["said"]
        except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
            return type(error).__name__
        compiled.update_state(THREAD, {"said": [HumanMessage("by hand")]})
        once, twice = (compiled.get_state(THREAD).values["said"] for _ in range(2))
        told.append([found(item) for item in output])
        told.append([found(item) for item in once])
        assert identities(once) == identities(twice)
        assert identities(once)[: len(output)] == identities(output)
        return told

    assert story(OURS) == story(REFERENCE)


def found(item: Any) -> Any:
    """Return what an item is, whether it has an id, and which if it was given one."""
    known = identity(item)
    return type(item).__name__, known is not None, "own" if known == "own" else ""


def identity(item: Any) -> Any:
    return item.get("id") if isinstance(item, dict) else getattr(item, "id", None)


def identities(items: list[Any]) -> list[Any]:
    return [identity(item) for item in items]
