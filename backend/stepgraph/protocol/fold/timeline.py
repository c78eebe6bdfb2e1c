"""The timeline in the picture: supersteps as entries, and branches of history as lanes."""

from __future__ import annotations

from collections import deque
from typing import Literal

from msgspec.structs import replace

from stepgraph.protocol.events import StepAborted, StepCommitted
from stepgraph.protocol.snapshot import STEPS_IN_SNAPSHOT, Lane, Snapshot, StepEntry


class Timeline:
    """The newest entries, the open one, the lanes, and where the live end is."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.open = snapshot.open
        self.steps = deque(snapshot.steps, maxlen=STEPS_IN_SNAPSHOT)
        self.step_count = snapshot.step_count
        self.lanes = list(snapshot.lanes)
        self.lane = snapshot.lane
        self.checkpoint = snapshot.checkpoint

    def begin(self, seq: int, run: str, step: int) -> None:
        """A superstep opens, as a child of the live end."""
        self.open = StepEntry(
            key=self.step_count,
            step=step,
            lane=self._lane_of(self.checkpoint),
            run=run,
            status="open",
            source=None,
            reason=None,
            checkpoint=None,
            parent=self.checkpoint,
            nodes=(),
            failed=(),
            durations=None,
            seq_from=seq,
            seq_to=seq,
        )
        self.step_count += 1

    @property
    def is_edit(self) -> bool:
        """Whether the open superstep is a person's edit."""
        return self.open is not None and self.open.source == "update"

    def nodes(self) -> tuple[str, ...]:
        """Who takes part in the open superstep."""
        return () if self.open is None else self.open.nodes

    def edited(self, parent: str | None) -> None:
        """The open superstep is a person's edit."""
        if self.open is not None:
            self.open = replace(self.open, source="update", parent=parent, lane=self._lane_of(parent))

    def takes_part(self, nodes: tuple[str, ...]) -> None:
        """These nodes are in the open superstep."""
        if self.open is not None:
            self.open = replace(self.open, nodes=nodes)

    def joins(self, node: str) -> None:
        """This node is in the open superstep, too."""
        if self.open is not None and node not in self.open.nodes:
            self.open = replace(self.open, nodes=(*self.open.nodes, node))

    def fails(self, node: str) -> None:
        """A task of this node raised in the open superstep."""
        if self.open is not None and node not in self.open.failed:
            self.open = replace(self.open, failed=(*self.open.failed, node))

    def commit(self, seq: int, event: StepCommitted) -> None:
        """The open superstep is a checkpoint, and the live end."""
        self.lane = self._lane_of(event.parent)
        self._extend(self.lane, tip=event.checkpoint, parent=event.parent)
        self.checkpoint = event.checkpoint
        self._close(
            seq,
            "committed",
            source=event.source,
            checkpoint=event.checkpoint,
            parent=event.parent,
            lane=self.lane,
            durations=event.durations,
        )

    def abort(self, seq: int, event: StepAborted | None) -> None:
        """The open superstep came to nothing; without an event, nobody could tell why."""
        if self.open is not None:
            self.lane = self.open.lane
            self._extend(self.lane, tip=None, parent=self.open.parent)
        self._close(seq, "aborted", reason=None if event is None else event.reason)

    def move(self, checkpoint: str) -> None:
        """The live end is this checkpoint now."""
        self.checkpoint = checkpoint
        self.lane = next((lane.lane for lane in self.lanes if lane.tip == checkpoint), self.lane)

    def _close(self, seq: int, status: Literal["committed", "aborted"], **told: object) -> None:
        if self.open is not None:
            self.steps.append(replace(self.open, status=status, seq_to=seq, **told))
            self.open = None

    def _lane_of(self, parent: str | None) -> int:
        """The lane that goes on from this checkpoint; one past the last when that opens a branch."""
        if self.lane < len(self.lanes) and _goes_on(self.lanes[self.lane], parent):
            return self.lane
        return next((lane.lane for lane in self.lanes if _goes_on(lane, parent)), len(self.lanes))

    def _extend(self, lane: int, *, tip: str | None, parent: str | None) -> None:
        if lane == len(self.lanes):
            # A branch whose first superstep was aborted has no tip yet.
            self.lanes.append(Lane(lane, tip, parent))
        elif tip is not None:
            self.lanes[lane] = replace(self.lanes[lane], tip=tip)


def _goes_on(lane: Lane, parent: str | None) -> bool:
    return parent == (lane.parent if lane.tip is None else lane.tip)
