"""The two methods that a saver calls on its serializer."""

from __future__ import annotations

from typing import Any, Protocol


class SerializerProtocol(Protocol):
    """Turns a value into a tagged string of bytes and back."""

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Return the name of the form and the bytes."""

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Return the value that the bytes hold."""
