"""The two libraries side by side: one graph, written once, is built with either."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

_NAMES = {
    "graph": ("StateGraph", "START", "END"),
    "types": ("Command", "Send", "Overwrite", "StateUpdate", "RetryPolicy", "interrupt"),
    "channels": ("AnyValue", "BinaryOperatorAggregate", "EphemeralValue", "LastValue", "Topic", "UntrackedValue"),
    "managed": ("IsLastStep", "RemainingSteps"),
    "pregel": ("NodeBuilder", "Pregel"),
    "errors": ("InvalidUpdateError", "GraphRecursionError"),
}


def load(package: str) -> Any:
    """Return the public names of `package` in one namespace."""
    names: dict[str, Any] = {"package": package}
    for module, wanted in _NAMES.items():
        found = importlib.import_module(f"{package}.{module}")
        names.update({name: getattr(found, name) for name in wanted})
    saver_class: Any = importlib.import_module(f"{package}.checkpoint.memory").InMemorySaver
    return SimpleNamespace(**names, InMemorySaver=saver_class)


OURS = load("stepgraph")
REFERENCE = load("langgraph")
