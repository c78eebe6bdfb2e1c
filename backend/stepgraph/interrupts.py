"""The question a node asks before it goes on; a leaf, because both errors and types name it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import xxhash

from stepgraph.constants import NAMESPACE_SEPARATOR
from stepgraph.warnings import LangGraphDeprecatedSinceV10

PLACEHOLDER_ID = "placeholder-id"


@dataclass(init=False, slots=True)
class Interrupt:
    """One question of a task: the value shown to the caller and the id under which it is answered."""

    value: Any  # the user's; callers index into it
    id: str
    response_schema: type[Any] | dict[str, Any] | None

    def __init__(
        self,
        value: object,
        id: str = PLACEHOLDER_ID,
        *,
        response_schema: type[Any] | dict[str, Any] | None = None,
        ns: Sequence[str] | None = None,
        **_given_up: object,
    ) -> None:
        self.value = value
        self.id = interrupt_id(NAMESPACE_SEPARATOR.join(ns)) if ns is not None and id == PLACEHOLDER_ID else id
        self.response_schema = response_schema

    @classmethod
    def from_ns(cls, value: object, ns: str, *, response_schema: type[Any] | dict[str, Any] | None = None) -> Interrupt:
        """Make the question that the task of the namespace `ns` asks."""
        return cls(value, interrupt_id(ns), response_schema=response_schema)

    @property
    def interrupt_id(self) -> str:
        """The old name of `id`."""
        warnings.warn(LangGraphDeprecatedSinceV10("`interrupt_id` is deprecated. Use `id` instead."), stacklevel=2)
        return self.id


def interrupt_id(namespace: str) -> str:
    """Return the id of the question asked by the task of `namespace`, the same on every replay."""
    return xxhash.xxh3_128_hexdigest(namespace.encode())
