"""One library's public names in one namespace, so that a graph that is written once is built with either."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

_NAMES = {
    "graph": ("StateGraph", "START", "END"),
    "types": ("Command", "Send", "Overwrite", "StateUpdate", "RetryPolicy", "interrupt"),
    "channels": (
        "AnyValue",
        "BinaryOperatorAggregate",
        "EphemeralValue",
        "LastValue",
        "NamedBarrierValue",
        "Topic",
        "UntrackedValue",
    ),
    "channels.named_barrier_value": ("NamedBarrierValueAfterFinish",),
    "managed": ("IsLastStep", "RemainingSteps"),
    "pregel": ("NodeBuilder", "Pregel"),
    "errors": ("InvalidUpdateError", "GraphRecursionError", "NodeError"),
}


def load(package: str) -> Any:
    """Return the public names of `package` in one namespace."""
    names: dict[str, Any] = {"package": package}
    for module, wanted in _NAMES.items():
        found = importlib.import_module(f"{package}.{module}")
        names.update({name: getattr(found, name) for name in wanted})
    saver_class: Any = importlib.import_module(f"{package}.checkpoint.memory").InMemorySaver
    return SimpleNamespace(**names, InMemorySaver=saver_class)
