"""A conditional way out of a node: which function decides, and what its answers mean."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from stepgraph.constants import END, START
from stepgraph.errors import InvalidUpdateError
from stepgraph.graph.hints import literal_results, read_hints
from stepgraph.pregel.actions import Action, inspected_function, make_action, own_name
from stepgraph.types import Send


@dataclass(frozen=True, slots=True)
class BranchSpec:
    """A path function with the map of its answers to nodes, or None when the answers are the nodes.

    `has_hinted_ends` says that nobody gave the map: it is what the hint of the function's result says.
    """

    path: Action
    ends: dict[Hashable, str] | None
    input_schema: Any | None
    has_hinted_ends: bool = False


def make_branch(path: Any, path_map: object) -> BranchSpec:
    """Return the branch that `path` decides; a dict or list is its map, else the returned `Literal` of its hints is."""
    action = make_action(path, name=own_name(path) or "condition")
    function = inspected_function(path)
    schema = read_hints(function).input_schema
    if isinstance(path_map, dict):
        return BranchSpec(action, path_map.copy(), schema)
    if isinstance(path_map, list):
        return BranchSpec(action, {name: name for name in path_map}, schema)
    return BranchSpec(action, literal_results(function), schema, has_hinted_ends=True)


def branch_destinations(result: Any, branch: BranchSpec) -> list[str | Send]:
    """Return where one answer of the branch's path leads: nodes to trigger and packets to send, END left out."""
    answers = result if isinstance(result, (list, tuple)) else (result,)
    ends = branch.ends
    # An empty map is no map.
    found = [answer if isinstance(answer, Send) else ends[answer] for answer in answers] if ends else answers
    for destination in found:
        if destination is None or destination == START:
            raise ValueError("Branch did not return a valid destination")
    for destination in found:
        if isinstance(destination, Send) and destination.node == END:
            raise InvalidUpdateError("Cannot send a packet to the END node")
    return [destination for destination in found if isinstance(destination, Send) or destination != END]
