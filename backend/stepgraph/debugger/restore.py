"""A checkpoint as the event that puts the live end there: all channels, and who is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stepgraph.checkpoint.model import Checkpoint, CheckpointTuple, copy_checkpoint
from stepgraph.constants import CHECKPOINT_NS, CONF, MISSING
from stepgraph.debugger import told
from stepgraph.debugger.channel_story import shown_form
from stepgraph.debugger.values import Values
from stepgraph.pregel.plan import find_due, told_due
from stepgraph.pregel.program import Program
from stepgraph.pregel.state import ChannelState
from stepgraph.protocol.events import Due, RestoredCell, StateRestored
from stepgraph.protocol.values import Preview


def restored(saved: CheckpointTuple, program: Program, *, values: Values, run: str) -> StateRestored:
    """Return the event for a checkpoint of the root graph, or of a graph inside."""
    checkpoint = saved.checkpoint
    ns = saved.config[CONF].get(CHECKPOINT_NS) or ""
    state = _state(checkpoint, program)
    cells = tuple(
        _cell((ns, name), state, saved=checkpoint["channel_values"], values=values) for name in program.channels
    )
    due = find_due(state, None)
    return StateRestored(
        run=run,
        ns=ns,
        checkpoint=checkpoint["id"],
        step=saved.metadata["step"],
        cells=cells,
        next=told.due(told_due(state, due)),
    )


def due_after(saved: CheckpointTuple, program: Program, raw: Mapping[str, object]) -> tuple[Due, ...]:
    """Return who is due at a checkpoint once channels hold these stored forms; versions of those channels rise."""
    checkpoint = saved.checkpoint
    versions = checkpoint["channel_versions"]
    top = max((told.version(version) or 0 for version in versions.values()), default=0) + 1
    edited = copy_checkpoint(checkpoint)
    edited["channel_values"].update(raw)
    edited["channel_versions"].update(dict.fromkeys(raw, top))
    state = _state(edited, program)
    return told.due(told_due(state, find_due(state, None)))


def _state(checkpoint: Checkpoint, program: Program) -> ChannelState:
    return ChannelState(
        program,
        saved=checkpoint["channel_values"],
        versions=checkpoint["channel_versions"],
        seen=checkpoint["versions_seen"],
    )


def _cell(place: tuple[str, str], state: ChannelState, *, saved: Mapping[str, Any], values: Values) -> RestoredCell:
    """Return the channel of that name in the graph of that namespace."""
    ns, name = place
    channel = state.channels[name]
    is_available = channel.is_available()
    # What is stored but not available yet is shown, as it was when it was written.
    value = channel.get() if is_available else shown_form(type(channel).__name__, saved.get(name, MISSING))
    preview: Preview = values.held(ns, name, value)
    values.told(ns, name, preview)
    seen_by = {
        node: version
        for node, seen in state.seen.items()
        if node in state.program.nodes and (version := told.version(seen.get(name))) is not None
    }
    return RestoredCell(
        channel=name,
        value=preview,
        version=told.version(state.versions.get(name)),
        available=is_available,
        seen_by=seen_by,
    )
