"""How a run begins: what is loaded, what the input is taken for, and which due tasks it discards."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from stepgraph.checkpoint.adapter import Keeper
from stepgraph.checkpoint.model import CheckpointTuple
from stepgraph.constants import (
    BRANCH_CHANNEL_PREFIX,
    CHECKPOINT_ID,
    CONF,
    INPUT,
    INTERRUPT,
    NULL_TASK_ID,
    RESUME,
    START,
    TASKS,
)
from stepgraph.errors import EmptyInputError, InvalidUpdateError
from stepgraph.pregel.apply import Barrier, OutsideWrites
from stepgraph.pregel.commit import commit, keep_writes, save_and_tell
from stepgraph.pregel.effects import Effect, SaverCall
from stepgraph.pregel.facts import PlannedTask, RunStarted, StepPlanned
from stepgraph.pregel.inputs import input_writes, no_input
from stepgraph.pregel.plan import find_due, prepare
from stepgraph.pregel.program import ChannelPair
from stepgraph.pregel.replay import Replay
from stepgraph.pregel.restoring import restored_state
from stepgraph.pregel.resumes import resume_map_of
from stepgraph.pregel.run import Lineage, Run
from stepgraph.pregel.state import ChannelState
from stepgraph.pregel.statuses import outside_writes
from stepgraph.pregel.tasks import Moment
from stepgraph.types import Command, Send

Beginning = Generator[Effect, Any, None]


def begin(run: Run) -> Beginning:
    """Load the thread and bring the run to its first superstep."""
    yield from load(run)
    resumes = _is_resume(run)
    run.family.resumes = run.caller_resumes if run.is_nested else resumes
    travels = _travels(run)
    run.is_replaying = travels or run.lineage.is_superseded
    if run.observe is not None:
        mode: Any = "input" if not resumes else "replay" if travels else "resume"
        run.tell(RunStarted(run.ns, run.lineage.checkpoint_id, run.step, run.stop, mode, run.program))
    if travels:
        # On time travel every question is asked again.
        run.pending = [write for write in run.pending if write[1] != RESUME]
    loaded = run.lineage
    forks = resumes and travels and (not _is_own_branch(loaded) or loaded.is_superseded)
    carried = yield from _take_command(run, forks=forks)
    _apply_outside_writes(run, carried)
    if resumes:
        yield from _resume(run, forks=forks)
    elif run.request.input is not None:
        yield from _take_input(run)
    else:
        _refuse_no_input(run)
    if travels and not run.is_nested:
        around = loaded if forks and _is_own_branch(loaded) else run.lineage
        # A copy that is not saved has no parent of its own.
        parent_id = around.parent_id if run.saves else loaded.parent_id
        before_id = parent_id if _is_own_branch(around) else None
        run.family.replay = Replay(before_id or around.checkpoint_id or "")


def _travels(run: Run) -> bool:
    """Tell whether the run goes back to the checkpoint it is given, instead of going on from there."""
    if run.lineage.is_loaded_by_map and run.is_nested:
        return True
    is_placed = run.lineage.is_addressed or run.family.replay is not None
    return is_placed and not _answers(run.request.input) and not run.caller_resumes


def _is_own_branch(lineage: Lineage) -> bool:
    """Tell whether a checkpoint was made to begin a branch, after everything that graphs inside did before it."""
    return lineage.metadata.get("source") in ("update", "fork")


def _refuse_no_input(run: Run) -> None:
    """Refuse to begin with nothing, but for a graph inside the first superstep of a call, which then does nothing."""
    if run.caller_resumes is None:
        raise EmptyInputError(no_input(run.program))


def load(run: Run) -> Generator[Effect, Any, CheckpointTuple | None]:
    """Bring the state, the counters and the pending writes of the checkpoint that the config names into the run."""
    saver, config = run.request.saver, run.request.config
    loaded: CheckpointTuple | None = None
    if saver is not None:
        addressed = _addressed_id(run)
        source = saver
        if addressed is None and run.family.replay is not None:
            source = run.family.replay.source(saver, run.ns)
            run.caller_resumes = None
        loaded = yield SaverCall(source, "get_tuple", (run.checkpoint_config(addressed),))
        run.keeper = Keeper(saver, config, loaded)
        run.saves = run.request.durability != "exit"
        # Whoever is told that a superstep is part of history must be able to rely on it.
        waits = run.observe is not None or run.keeper.saves_at_once
        run.saves_beside = run.request.durability == "async" and not waits
        if addressed:
            yield from _note_address(run, loaded)
    if loaded is not None:
        take_checkpoint(run, loaded)
    elif saver is not None:
        run.state = ChannelState(run.program, next_version=saver.get_next_version)
    else:
        run.state = ChannelState(run.program)
    run.step = run.lineage.metadata["step"] + 1
    run.stop = run.step + run.recursion_limit + 1
    new_id = run.request.outside.new_checkpoint_id
    run.moment = Moment(run.ns, run.step, run.stop, run.lineage.checkpoint_id, new_id)
    run.streams.begin(run.ns)
    return loaded


def _addressed_id(run: Run) -> str | None:
    """Return the id of the checkpoint that the config names for this graph; None for its newest."""
    configurable = run.request.config.get(CONF, {})
    if run.ns in run.parents:
        run.lineage.is_loaded_by_map = True
        return run.parents[run.ns] or None
    return configurable.get(CHECKPOINT_ID) or None


def _note_address(run: Run, loaded: CheckpointTuple | None) -> Beginning:
    run.lineage.is_addressed = True
    if loaded is not None:
        latest = yield SaverCall(run.request.saver, "get_tuple", (run.checkpoint_config(None),))
        run.lineage.is_superseded = latest is not None and latest.checkpoint["id"] != loaded.checkpoint["id"]


def take_checkpoint(run: Run, loaded: CheckpointTuple) -> None:
    """Make the run's state from a checkpoint."""
    checkpoint = loaded.checkpoint
    parent = (loaded.parent_config or {}).get(CONF, {}).get(CHECKPOINT_ID)
    run.lineage.checkpoint_id = run.saved_id = checkpoint["id"]
    run.lineage.parent_id = run.lineage.told_parent_id = parent
    run.lineage.told_parent = loaded.parent_config
    run.lineage.metadata = dict(loaded.metadata)
    run.state = restored_state(run.program, checkpoint, run.request.saver.get_next_version)
    run.pending = [(str(task_id), channel, value) for task_id, channel, value in loaded.pending_writes or ()]
    run.pending_of = {task_id for task_id, _, _ in run.pending}
    updated = checkpoint.get("updated_channels")
    run.updated = dict.fromkeys(updated) if updated else None


def _is_resume(run: Run) -> bool:
    if not run.state.versions:
        return False
    if run.caller_resumes is not None:
        return run.caller_resumes
    given = run.request.input
    if given is None or isinstance(given, Command):
        return True
    run_id = run.request.config.get("metadata", {}).get("run_id")
    return not run.is_nested and run_id is not None and run_id == run.lineage.metadata.get("run_id")


def _answers(given: object) -> bool:
    return isinstance(given, Command) and given.resume is not None


def _take_command(run: Run, *, forks: bool) -> Generator[Effect, Any, list[ChannelPair]]:
    """Keep the writes of a command on the loaded checkpoint, or return them if the run starts a branch of its own."""
    command = run.request.input
    if not isinstance(command, Command):
        return []
    resume_map = resume_map_of(run, command)
    writes = list(command_writes(command, run.program.update_pairs, with_resume=resume_map is None))
    if not writes and resume_map is None:
        raise EmptyInputError("Received empty Command input")
    run.resume_map = run.family.resume_map = resume_map or {}
    if forks:
        return writes
    if writes:
        earlier = [pair for pair in outside_writes(run.pending) if pair[0] != RESUME]
        ordered = sorted(writes, key=lambda pair: pair[0] == RESUME)
        yield from keep_writes(run, NULL_TASK_ID, "", [*earlier, *ordered])
    return []


def command_writes(
    command: Command[Any], update_pairs: Callable[[Any], Sequence[ChannelPair]], *, with_resume: bool = True
) -> Generator[ChannelPair, None, None]:
    """Yield what a command given as input writes."""
    if command.graph == Command.PARENT:
        raise InvalidUpdateError("There is no parent graph")
    targets = command.goto if isinstance(command.goto, (tuple, list)) else [command.goto] if command.goto else ()
    for target in targets:
        if isinstance(target, Send):
            yield TASKS, target
        elif isinstance(target, str):
            yield f"{BRANCH_CHANNEL_PREFIX}{target}", START
        else:
            raise TypeError(f"In Command.goto, expected Send/str, got {type(target).__name__}")
    if command.resume is not None and with_resume:
        yield RESUME, command.resume
    if command.update:
        yield from update_pairs(command.update)


def _apply_outside_writes(run: Run, carried: Sequence[ChannelPair]) -> None:
    """Apply what commands wrote, of this call or left on the checkpoint: no superstep, so nothing is cleared."""
    writes = [*outside_writes(run.pending), *carried]
    if not writes:
        return
    barrier = Barrier(
        run.state, [OutsideWrites(NULL_TASK_ID, INPUT, (), (), writes)], run.state.upcoming_version(), run.audience
    )
    barrier.run()
    if run.updated is not None:
        run.updated = {**dict.fromkeys(run.updated), **barrier.updated}


def _resume(run: Run, *, forks: bool) -> Beginning:
    """Go on from the loaded checkpoint: breakpoints that it stands at are passed."""
    state = run.state
    seen = state.seen.setdefault(INTERRUPT, {})
    seen.update((name, version) for name, version in state.versions.items() if name in run.program.channels)
    state.seen_changed[INTERRUPT] = None
    if forks:
        # The copy has other task ids, so questions asked under the old ones can no longer be matched.
        run.pending = [write for write in run.pending if write[1] != INTERRUPT]
        commit(run, "fork")
        yield from save_and_tell(run)
    run.streams.values(state)


def _take_input(run: Run) -> Beginning:
    """Write the input as a superstep of its own; tasks that were still due count as seen and are thrown away."""
    writes = input_writes(run.program, run.request.input)
    if not writes:
        _refuse_no_input(run)
        return
    discarded = prepare(find_due(run.state, None), run.state, run.moment)
    given = OutsideWrites(NULL_TASK_ID, INPUT, (), (), writes)
    if run.observe is not None:
        planned = PlannedTask(NULL_TASK_ID, INPUT, (), (), run.request.input, {}, False)
        run.tell(StepPlanned(run.ns, run.step, (planned,)))
    barrier = Barrier(run.state, [*discarded, given], run.state.upcoming_version(), run.audience)
    barrier.run()
    run.updated, run.known_due = barrier.updated, None
    commit(run, "input")
    yield from save_and_tell(run)
