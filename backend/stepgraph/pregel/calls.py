"""A call of the user's code, as the core asks for it."""

from __future__ import annotations

from typing import NamedTuple

from stepgraph.pregel.program import Callee


class Call(NamedTuple):
    """A function of the user's to be called with one value, and with what it wants injected."""

    callee: Callee
    value: object
