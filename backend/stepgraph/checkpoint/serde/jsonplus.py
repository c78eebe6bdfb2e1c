"""The serializer that savers use unless they are given another; the reference's name, over the checkpoint codec."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stepgraph.checkpoint.codec import Registry, decode, encode
from stepgraph.checkpoint.serde.old_json import read_json


class JsonPlusSerializer:
    """Stores values with the checkpoint codec; objects of classes it has stored, or was given, come back as objects."""

    def __init__(self, *, classes: Iterable[type[Any]] = (), **_given_up: object) -> None:
        self.registry = Registry(classes)

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Return the name of the form and the bytes."""
        if obj is None:
            return "null", b""
        if isinstance(obj, (bytes, bytearray)):
            return "bytes" if isinstance(obj, bytes) else "bytearray", bytes(obj)
        return "msgpack", encode(obj, self.registry)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Return the value that the bytes hold."""
        form, content = data
        if form == "null":
            return None
        if form in ("bytes", "bytearray"):
            return content if form == "bytes" else bytearray(content)
        if form == "json":
            return read_json(content)
        if form != "msgpack":
            raise ValueError(
                f"A value of the form {form!r} was not written by this serializer, which reads msgpack and old JSON."
            )
        return decode(content, self.registry)
