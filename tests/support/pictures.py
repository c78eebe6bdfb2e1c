"""What events say of the counting graphs."""

from __future__ import annotations

from collections.abc import Iterable

from stepgraph.protocol.events import ChannelUpdated
from stepgraph.protocol.frames import EventFrame


def numbers_at_steps(frames: Iterable[EventFrame]) -> dict[int, str]:
    """The numbers that the node wrote, by superstep."""
    updates = (frame.event for frame in frames if isinstance(frame.event, ChannelUpdated))
    return {
        update.step: update.value_after.text
        for update in updates
        if update.channel == "n" and any(write.node == "add" for write in update.writes)
    }
