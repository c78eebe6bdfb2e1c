"""Commit: a superstep becomes a checkpoint, which is the difference from the one before."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, TypeAlias

from stepgraph.checkpoint.adapter import Keeper, SaveCall
from stepgraph.checkpoint.codec import CannotStore
from stepgraph.checkpoint.delta import CheckpointDelta, flat
from stepgraph.constants import CHECKPOINT_ID, CHECKPOINT_NS, CONF, MISSING, TASKS, THREAD_ID
from stepgraph.errors import GraphBubbleUp
from stepgraph.pregel.effects import ALL_SAVED, Effect, SaveBeside, SaverCall
from stepgraph.pregel.facts import Source, StepCommitted
from stepgraph.pregel.program import ChannelPair
from stepgraph.pregel.run import Lineage, Run
from stepgraph.pregel.state import ChannelState, stored
from stepgraph.pregel.tasks import Moment
from stepgraph.types import Send

Saving: TypeAlias = Generator[Effect, Any, None]
Done: TypeAlias = tuple[()]
"""Nothing is left to be asked for; a generator that asks for nothing would cost as much as what it does."""


def commit(run: Run, source: Source) -> None:
    """Make the checkpoint of the superstep that was just applied, and go on to the next number."""
    step, new_id = run.step, run.request.outside.new_checkpoint_id
    run.step = step + 1
    if run.keeper is None:
        # Nobody keeps the checkpoint, but ids of tasks hang on its id; it is made when one is asked for.
        run.moment = Moment(run.ns, step + 1, run.stop, None, new_id)
        run.lineage.metadata["source"] = source
    else:
        if run.saves_beside or not run.saves:
            # Whatever refuses them does so when the tasks are gone.
            run.writers.update((channel, task.name) for task in run.tasks for channel, _ in task.writes)
        checkpoint_id = new_id(step)
        run.moment = Moment(run.ns, step + 1, run.stop, checkpoint_id, new_id)
        metadata = {"source": source, "step": step, "parents": run.parents}
        told = (run.saved_id, None) if run.saves else (run.lineage.told_parent_id, run.lineage.told_parent)
        run.lineage = Lineage(checkpoint_id, run.saved_id, metadata, *told)


def save_and_tell(run: Run) -> Saving | Done:
    """Save the new checkpoint, and tell that the superstep is part of history now."""
    keeper = run.keeper
    if run.saves and keeper is not None:
        if not keeper.saves_at_once:
            return _save_then_tell(run)
        _save_now(run, keeper)
    if run.observe is not None:
        tell_committed(run)
    return ()


def _save_then_tell(run: Run) -> Saving:
    yield from save(run)
    if run.observe is not None:
        tell_committed(run)


def tell_committed(run: Run) -> None:
    """Tell that the last superstep is part of history, and who is next."""
    lineage = run.lineage
    updated, due = tuple(run.updated or ()), run.told_due()
    source: Source = lineage.metadata["source"]
    run.tell(StepCommitted(run.ns, run.step - 1, source, lineage.checkpoint_id, lineage.parent_id, updated, due))


def save(run: Run) -> Saving:
    """Hand the saver what changed since the last time it was handed something."""
    keeper = run.keeper
    assert keeper is not None
    if keeper.saves_at_once:
        return _save_now(run, keeper)
    try:
        yield _soon(run, keeper.delta(_changes(run, keeper)), is_checkpoint=True)
    except CannotStore as refusal:
        raise _with_writer(run, refusal) from None
    _note_saved(run)


def _save_now(run: Run, keeper: Keeper) -> None:
    """Save without anybody in between: this saver waits for nothing."""
    try:
        keeper.saver.put_delta(_changes(run, keeper))
    except CannotStore as refusal:
        raise _with_writer(run, refusal) from None
    _note_saved(run)


def _changes(run: Run, keeper: Keeper) -> CheckpointDelta:
    updated = run.updated
    # A copy that is saved as it is made says nothing of what changed, so every node is asked when it is loaded.
    is_silent = run.saves and run.lineage.metadata["source"] == "fork"
    if updated is not None:
        updated = None if is_silent else tuple(sorted(updated))
    told = (run.request.outside.now_iso(), updated)
    return delta_of(run.state, run.thread_id, run.ns, run.lineage, keeper.metadata, told)


def _note_saved(run: Run) -> None:
    run.state.forget_changes()
    run.saved_id = run.lineage.checkpoint_id


def _soon(run: Run, call: SaveCall, *, is_checkpoint: bool) -> Effect:
    return SaveBeside(*call, is_checkpoint) if run.saves_beside else SaverCall(*call)


def all_saved(run: Run, raised: Exception | None = None) -> Saving:
    """Wait for what is saved beside the run; raise the first failure, or note it on what is being raised already."""
    if not run.saves_beside:
        return
    failure = yield ALL_SAVED
    if isinstance(failure, CannotStore):
        failure = _with_writer(run, failure)
    if failure is not None:
        tell_unsaved(failure, raised)


def tell_unsaved(failure: BaseException, raised: BaseException | None) -> None:
    """Raise a failed save, or note it on what is being raised already."""
    if raised is None or isinstance(raised, GraphBubbleUp):
        # What bubbles up is no failure, so nobody would read a note on it.
        raise failure
    for note in (f"Nor could everything be saved: {failure}", *getattr(failure, "__notes__", ())):
        raised.add_note(note)


def _with_writer(run: Run, refusal: CannotStore) -> CannotStore:
    """Return the refusal of a channel's value, with the node that wrote the channel where one did."""
    writers = [task.name for task in run.tasks if any(channel == refusal.channel for channel, _ in task.writes)]
    writer = writers[0] if writers else run.writers.get(refusal.channel or "")
    return refusal if writer is None else refusal.by_node(writer)


def delta_of(
    state: ChannelState,
    thread_id: str,
    ns: str,
    lineage: Lineage,
    extra: Mapping[str, Any],
    told: tuple[str, tuple[str, ...] | None],
) -> CheckpointDelta:
    """Return what `state` has become since its last save, as the checkpoint that `lineage` names.

    `extra` is what the config tells of it, `told` the time, and the channels that the superstep updated.
    """
    channels, versions, seen = state.channels, state.versions, state.seen
    cells: list[Any] = []
    for name in state.changed:
        cells += (name, versions[name], stored(channels[name]))
    if TASKS in state.changed and state.program.untracked:
        at = 3 * list(state.changed).index(TASKS) + 2
        if cells[at] is not MISSING:
            cells[at] = [without_untracked(packet, state) for packet in cells[at]]
    metadata, (ts, updated) = lineage.metadata, told
    assert lineage.checkpoint_id is not None
    return CheckpointDelta(
        thread_id,
        ns,
        lineage.checkpoint_id,
        lineage.parent_id,
        metadata["step"],
        metadata["source"],
        ts,
        tuple(cells),
        tuple([part for node in state.seen_changed for part in (node, flat(seen[node]))]),
        updated,
        metadata["parents"],
        extra,
    )


def keep_writes(run: Run, task_id: str, path: str, writes: Sequence[ChannelPair]) -> Saving | Done:
    """Keep the writes of one task as pending on the checkpoint from which its superstep started."""
    run.paths[task_id] = path
    if task_id in run.pending_of:
        run.pending = [write for write in run.pending if write[0] != task_id]
    run.pending_of.add(task_id)
    run.pending += [(task_id, channel, value) for channel, value in writes]
    keeper = run.keeper
    if not run.saves or keeper is None:
        return ()
    if not keeper.saves_at_once:
        return save_writes(run, task_id, path, writes)
    _save_writes_now(run, keeper, task_id, path, writes)
    return ()


def save_writes(run: Run, task_id: str, path: str, writes: Sequence[ChannelPair]) -> Saving:
    """Hand the saver the writes of one task."""
    keeper = run.keeper
    assert keeper is not None
    if keeper.saves_at_once:
        return _save_writes_now(run, keeper, task_id, path, writes)
    place = run.checkpoint_config(run.lineage.checkpoint_id or run.moment.checkpoint_id)
    try:
        kept = _kept_writes(run, writes)
        yield _soon(run, keeper.writes(place, kept, task_id, path), is_checkpoint=False)
    except CannotStore as refusal:
        raise _by_task(run, task_id, refusal) from None


def _save_writes_now(run: Run, keeper: Keeper, task_id: str, path: str, writes: Sequence[ChannelPair]) -> None:
    checkpoint_id = run.lineage.checkpoint_id or run.moment.checkpoint_id
    place = {CONF: {THREAD_ID: run.thread_id, CHECKPOINT_NS: run.ns, CHECKPOINT_ID: checkpoint_id}}
    try:
        keeper.saver.put_writes(place, _kept_writes(run, writes), task_id, path)
    except CannotStore as refusal:
        raise _by_task(run, task_id, refusal) from None


def _by_task(run: Run, task_id: str, refusal: CannotStore) -> CannotStore:
    writer = next((task for task in run.tasks if task.id == task_id), None)
    return refusal if writer is None else refusal.by_node(writer.name)


def _kept_writes(run: Run, writes: Sequence[ChannelPair]) -> Sequence[ChannelPair]:
    """Return what is kept of the writes; as in the reference, what is only saved when a run ends is kept whole."""
    return storable_writes(writes, run.state) if run.saves else writes


def storable_writes(writes: Sequence[ChannelPair], state: ChannelState) -> Sequence[ChannelPair]:
    """Return the writes without what is never stored."""
    untracked = state.program.untracked
    if not untracked:
        return writes
    return [
        (channel, without_untracked(value, state) if channel == TASKS else value)
        for channel, value in writes
        if channel not in untracked
    ]


def without_untracked(packet: Any, state: ChannelState) -> Any:
    """Return a packet as it may be stored: without the keys that are never stored."""
    if not isinstance(packet, Send) or not isinstance(packet.arg, dict):
        return packet
    untracked = state.program.untracked
    kept = {key: value for key, value in packet.arg.items() if key not in untracked}
    return packet if len(kept) == len(packet.arg) else Send(packet.node, kept, timeout=packet.timeout)
