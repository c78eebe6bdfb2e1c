"""The methods of a graph's builder, by which its calls are known in a text."""

from __future__ import annotations

from typing import Final

ADDING: Final = frozenset(
    {
        "add_node",
        "add_edge",
        "add_conditional_edges",
        "add_sequence",
        "set_entry_point",
        "set_finish_point",
        "set_conditional_entry_point",
        "set_node_defaults",
    }
)
"""Those that add to the graph; each returns the builder, so that calls may be chained."""

BUILDING: Final = ADDING | {"compile"}
"""Those of a chain that makes a graph."""
