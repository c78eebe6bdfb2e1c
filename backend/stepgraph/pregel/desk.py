"""The desk at which a thread is changed from outside: a draft of one superstep, loaded, changed, committed."""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from stepgraph.checkpoint.adapter import Keeper, writes_arguments
from stepgraph.checkpoint.model import CheckpointTuple
from stepgraph.constants import CHECKPOINT_ID, CHECKPOINT_NS, CONF, INTERRUPT, MISSING, NULL_TASK_ID, THREAD_ID
from stepgraph.pregel.access import with_text_thread
from stepgraph.pregel.apply import Audience, Barrier, Writer
from stepgraph.pregel.commit import delta_of
from stepgraph.pregel.context import TaskScopes
from stepgraph.pregel.effects import SaverCall, StateEffect
from stepgraph.pregel.facts import ChannelUpdated, ChannelWrite, Source, StateEdited, StepCommitted, Write
from stepgraph.pregel.outside import Outside
from stepgraph.pregel.plan import find_due, told_due
from stepgraph.pregel.program import ChannelPair, Program
from stepgraph.pregel.restoring import restored_state
from stepgraph.pregel.run import Lineage, Observe
from stepgraph.pregel.snapshots import with_parents
from stepgraph.pregel.state import ChannelState, shown
from stepgraph.pregel.tasks import Moment
from stepgraph.scope import RunnableConfig

EDIT = "__edit__"
"""The name under which facts tell of writes that a person made into channels."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What changing a thread needs: the program, the saver, the outside, and who is told."""

    program: Program
    saver: Any  # a saver of any class
    outside: Outside
    observe: Observe | None = None


class Draft:
    """One superstep of changes to a thread, not yet committed."""

    def __init__(
        self, desk: Desk, config: RunnableConfig, saved: CheckpointTuple | None, *, is_superseded: bool
    ) -> None:
        self.desk = desk
        self.saved = saved
        self.config = config
        self._is_superseded = is_superseded
        self.state = (
            ChannelState(desk.program, next_version=desk.saver.get_next_version)
            if saved is None
            else restored_state(desk.program, saved.checkpoint, desk.saver.get_next_version)
        )
        self.step: int = -1 if saved is None else saved.metadata.get("step", -1)
        self.ns: str = config[CONF].get(CHECKPOINT_NS) or ""
        self.parent_id = None if saved is None else saved.checkpoint["id"]
        self.moment = Moment(self.ns, self.step, self.step + 2, self.parent_id, desk.outside.new_checkpoint_id)
        self.scopes = TaskScopes(config, None)
        self.updated: dict[str, None] = {}

    def apply(self, writers: Sequence[Writer]) -> None:
        """Apply writes as one superstep."""
        audience = Audience(self.ns, self.step + 1, self.desk.observe, None)
        barrier = Barrier(self.state, writers, self.state.upcoming_version(), audience)
        barrier.run()
        self.updated.update(barrier.updated)

    def put_raw(self, values: Mapping[str, object]) -> None:
        """Put values into channels as their stored forms; MISSING empties one."""
        version = self.state.upcoming_version()
        for name, value in values.items():
            before = self.state.versions.get(name)
            channel = self.desk.program.channels[name].from_checkpoint(value)
            channel.key = name
            self.state.channels[name] = channel
            self.state.settle(((name, channel, True),), version, self.updated)
            available = channel.is_available()
            if self.desk.observe is not None:
                self.desk.observe(
                    ChannelUpdated(
                        self.ns,
                        self.step + 1,
                        name,
                        "write",
                        (ChannelWrite(NULL_TASK_ID, EDIT, value),),
                        shown(channel, available),
                        MISSING if available else channel.checkpoint(),
                        True,
                        before,
                        version,
                        available,
                    )
                )

    def become_copy(self) -> None:
        """Make this the draft of a sibling of what was loaded: everything is new to it, under the same parent."""
        assert self.saved is not None
        self.parent_id = None if self.saved.parent_config is None else self.saved.parent_config[CONF][CHECKPOINT_ID]
        self.state.changed = dict.fromkeys(self.state.versions)
        self.state.seen_changed = dict.fromkeys(self.state.seen)

    def update_id(self, position: int) -> str:
        """Return the task id of an update for which no task is due."""
        name = INTERRUPT if position == 0 else f"{INTERRUPT}:{position}"
        return str(uuid.uuid5(uuid.UUID(self.moment.checkpoint_id), name))

    def keep_writes(self, task_id: str, path: str, writes: Sequence[ChannelPair]) -> Generator[StateEffect, Any, None]:
        """Keep writes on the loaded checkpoint, whose history shows them; not when other children would see them."""
        if self.saved is not None and writes and not self._is_superseded:
            config = {**self.config, CONF: {**self.config[CONF], **self.saved.config[CONF]}}
            # Of all that is never stored, too: the edit said it, and its history shows it.
            saver = self.desk.saver
            yield SaverCall(saver, "put_writes", writes_arguments(saver, config, list(writes), task_id, path))

    def tell_edit(self, how: Literal["node", "raw"], node: str | None, writes: tuple[Write, ...]) -> None:
        """Tell what is about to be changed."""
        if self.desk.observe is not None:
            self.desk.observe(StateEdited(self.ns, self.step + 1, self.parent_id, how, node, writes))


def open_draft(desk: Desk, config: RunnableConfig, *, is_first: bool) -> Generator[StateEffect, Any, Draft]:
    """Load the checkpoint that `config` names as the ground of a draft."""
    config = with_text_thread(config)
    addressed = config[CONF].get(CHECKPOINT_ID)
    saved = yield SaverCall(desk.saver, "get_tuple", (config,))
    is_superseded = False
    if is_first and addressed and saved is not None:
        head = {**config, CONF: {**config[CONF], CHECKPOINT_ID: None}}
        latest = yield SaverCall(desk.saver, "get_tuple", (head,))
        is_superseded = latest is not None and latest.checkpoint["id"] != saved.checkpoint["id"]
    return Draft(desk, config, saved, is_superseded=is_superseded)


def commit_draft(
    draft: Draft, source: Source, step: int, *, clock: int | None = None
) -> Generator[StateEffect, Any, RunnableConfig]:
    """Save the draft as a checkpoint and return its config; `clock` is the number that its id carries if not `step`."""
    desk, saved = draft.desk, draft.saved
    parents = {} if saved is None else saved.metadata.get("parents", {})
    metadata: dict[str, Any] = {"source": source, "step": step, "parents": parents}
    lineage = Lineage(desk.outside.new_checkpoint_id(step if clock is None else clock), draft.parent_id, metadata)
    keeper = Keeper(desk.saver, draft.config, saved)
    thread_id, now = draft.config[CONF][THREAD_ID], desk.outside.now_iso()
    delta = delta_of(draft.state, thread_id, draft.ns, lineage, keeper.metadata, (now, None))
    told = yield SaverCall(*keeper.delta(delta))
    if desk.observe is not None:
        due = told_due(draft.state, find_due(draft.state, None))
        changed = tuple(draft.updated)
        desk.observe(StepCommitted(draft.ns, step, source, lineage.checkpoint_id, lineage.parent_id, changed, due))
    own: RunnableConfig = {
        CONF: {THREAD_ID: delta.thread_id, CHECKPOINT_NS: delta.ns, CHECKPOINT_ID: lineage.checkpoint_id}
    }
    return with_parents(told or own, None if saved is None else saved.metadata)
