"""The form in which values were stored before msgpack: JSON, with objects as records that name their class."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from stepgraph.types import Interrupt, Send

# Only these: whoever can write to a database must not choose what is made of it.
_CLASSES: Mapping[tuple[str, ...], type[Any]] = {
    (package, "types", cls.__name__): cls for package in ("stepgraph", "langgraph") for cls in (Interrupt, Send)
}


def read_json(data: bytes) -> Any:
    """Return the value that the bytes hold; raise ValueError for what is no JSON, or an object of another class."""
    return json.loads(data, object_hook=_revived)


def _revived(record: dict[str, Any]) -> Any:
    if record.get("lc") != 2 or record.get("type") != "constructor":
        return record
    named = tuple(map(str, record.get("id", ())))
    cls = _CLASSES.get(named)
    if cls is None:
        raise ValueError(
            f"The bytes hold an object of {'.'.join(named)}, which is not made of JSON. Read the thread with the "
            "program that stored it, and store plain values."
        )
    return cls(*record.get("args", ()), **record.get("kwargs", {}))
