"""A call of the user's code, as the core asks for it."""

from __future__ import annotations

from typing import TypeAlias

from stepgraph.pregel.program import Callee

Call: TypeAlias = tuple[Callee, object]
"""A function of the user's and the one value it is called with; a bare tuple, since every task makes one."""
