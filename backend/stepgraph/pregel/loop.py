"""The loop: superstep after superstep until nothing is due. Sans-IO: it yields what it needs, and is sent answers."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Literal, TypeAlias

from stepgraph.constants import INTERRUPT, NAMESPACE_END, NULL_TASK_ID, RESUME
from stepgraph.errors import ErrorCode, GraphDrained, GraphInterrupt, GraphRecursionError, create_error_message
from stepgraph.pregel.apply import Barrier
from stepgraph.pregel.begin import begin
from stepgraph.pregel.cache_keys import note_cache_keys
from stepgraph.pregel.caching import look_up
from stepgraph.pregel.commit import all_saved, commit, save, save_and_tell, save_writes, tell_unsaved
from stepgraph.pregel.effects import DELIVER, Abandoned, AskGate, Effect
from stepgraph.pregel.facts import KeptWrites, RunFinished, StepAborted, StepPlanned, Write
from stepgraph.pregel.gate import Gate, GatePoint, Phase, Verdict
from stepgraph.pregel.handling import stored_handler
from stepgraph.pregel.output import is_news, output_values
from stepgraph.pregel.plan import due_after, prepare, told_plan
from stepgraph.pregel.run import Nodes, Run
from stepgraph.pregel.running import Running, run_tasks, settle
from stepgraph.pregel.snapshots import checkpoint_payload
from stepgraph.pregel.statuses import task_statuses
from stepgraph.pregel.tasks import Task
from stepgraph.pregel.versions import moved_since

Ending: TypeAlias = Literal["done", "interrupted", "out_of_steps", "stopped"]
Looping: TypeAlias = Generator[Effect, Any, Ending]
Step: TypeAlias = Generator[Effect, Any, Ending | None]


def run_graph(run: Run) -> Generator[Effect, Any, None]:
    """Run from the input or a checkpoint to the end, a pause or an error; errors are raised as the user raised them."""
    reason: Ending | Literal["failed"] = "failed"
    error: BaseException | None = None
    try:
        yield from begin(run)
        reason = yield from _supersteps(run)
        if not (reason in ("done", "out_of_steps") and run.is_nested and NAMESPACE_END in run.ns):
            # Nobody goes on from a graph inside that has come to its end, unless it keeps one state for all its runs.
            yield from _save_at_exit(run)
        yield from all_saved(run)
        if reason == "interrupted" and not run.is_nested:
            _show_pause(run)
        if not run.is_drained:
            # As in the reference: what a drained run did last never reaches the consumer.
            yield DELIVER
        _raise_what_is_left(run, reason)
    except Exception as raised:
        error = raised
        if reason == "failed":
            yield from _save_after(run, raised)
        raise
    except Abandoned:
        reason = "stopped"  # the consumer of the events went away
        yield from _save_at_exit(run)
        if len(run.tasks) > 1 or run.streams.is_live:
            # As in the reference: nothing is noted of a task that was cut off alone.
            yield from settle(run, len(run.tasks))
        yield from all_saved(run)
    finally:
        _tell_end(run, reason, error)


def _tell_end(run: Run, reason: Ending | Literal["failed"], error: BaseException | None) -> None:
    if run.observe is not None:
        run.tell(RunFinished(run.ns, run.step, reason, error))
    chain = run.request.chain
    if chain is None:
        return
    if error is not None or reason in ("failed", "stopped"):
        chain.failed(error or GeneratorExit())
    else:
        chain.ended(output_values(run.streams.reader, run.state))


def _raise_what_is_left(run: Run, reason: Ending) -> None:
    """Raise what the caller learns only after the last superstep."""
    caller = run.request.caller
    if reason == "stopped" and not run.is_drained and caller is not None and caller.family is not None:
        # Its task asks nothing and has not ended: it only goes no further.
        caller.family.is_stopped = True
        raise GraphInterrupt(())
    if reason == "interrupted" and run.is_nested:
        # The pause is the calling task's as well.
        raise GraphInterrupt(tuple(question for task in run.tasks for question in task.interrupts))
    if reason == "out_of_steps":
        raise _recursion_error(run)
    if run.cache_error is not None:
        raise run.cache_error
    if run.is_drained:
        raise GraphDrained(run.control.drain_reason or "shutdown")


def _supersteps(run: Run) -> Looping:
    while True:
        if run.step > run.stop:
            _plan(run)
            return "out_of_steps"
        if run.gate is not None and (yield from _is_stopped(run, "plan")):
            return "stopped"
        tasks = _plan(run)
        if not tasks:
            return "done"
        ending = yield from _superstep(run, tasks)
        if ending is not None:
            return ending


def _plan(run: Run) -> list[Task]:
    """Prepare the tasks, and tell the checkpoint that they start from."""
    try:
        tasks = prepare(run.due(), run.state, run.moment)
        if run.request.cache is not None:
            note_cache_keys(tasks)
    except Exception as error:
        _abort(run, "plan_failed", error, ())
        raise
    if run.keeper is not None and run.streams.wants_checkpoints:
        run.streams.checkpoint(run.moment, checkpoint_payload(run, tasks))
    run.tasks = tasks
    return tasks


def _superstep(run: Run, tasks: list[Task]) -> Step:
    """Run one superstep, which ends in a checkpoint; return why the run ends here, if it does."""
    if not _open(run, tasks):
        return "stopped" if run.is_drained else "interrupted"
    if run.gate is not None and (yield from _is_stopped(run, "execute")):
        return _abort(run, "stopped", None, tasks)
    error = yield from (run_tasks(run, tasks) if run.request.cache is None else _with_cache(run, tasks))
    if error is not None or run.has_questions:
        return (yield from _leave_open(run, tasks, error))
    if run.gate is None:
        _apply(run, tasks)
    elif not (yield from _apply_held(run, tasks, run.gate)):
        return _abort(run, "stopped", None, tasks)
    commit(run, "loop")
    if run.saves or run.observe is not None:
        yield from save_and_tell(run)
    after = run.request.interrupt_after
    if after and _is_breakpoint(run, after, tasks):
        # The checkpoint is told although no superstep starts from it in this run.
        _plan(run)
        return "interrupted"
    return None


def _open(run: Run, tasks: list[Task]) -> bool:
    """Tell that the superstep begins; False when a breakpoint is before it, or the run was asked to drain."""
    streams = run.streams
    if run.pending:
        run.answers.take(run.pending, run.resume_map)
        if not run.is_replaying:
            _restore(run, tasks)
    if run.pending or run.calls.made:
        run.calls.begin_step(() if run.is_replaying else run.pending)
    before = run.request.interrupt_before
    if before and _is_breakpoint(run, before, tasks):
        return False
    if run.control.drain_requested:
        # After the breakpoints, because a resume passes those of its first superstep.
        run.is_drained = True
        return False
    if not streams.is_silent:
        streams.tasks_started(tasks, run.request.config)
    if run.observe is not None:
        run.tell(StepPlanned(run.ns, run.step, told_plan(run.told_due(), tasks)))
    return True


def _leave_open(run: Run, tasks: list[Task], error: BaseException | None) -> Step:
    """End the run within its superstep: raise what a task raised, or pause because tasks ask."""
    if error is None:
        return _abort(run, "stopped", None, tasks) if run.family.is_stopped else _pause_to_ask(run, tasks)
    _abort(run, "task_failed", error, tasks)
    # Only here: what a failed apply or plan leaves in the queue never reaches the consumer.
    yield DELIVER
    raise error


def _with_cache(run: Run, tasks: list[Task]) -> Running:
    """Run the tasks, but for those of whose writes a cache knows; return what ends the superstep, if anything does."""
    try:
        yield from look_up(run, tasks)
    except Exception as error:  # noqa: BLE001  # whatever a cache raises ends the superstep like a failed task
        return error
    return (yield from run_tasks(run, tasks))


def _apply(run: Run, tasks: list[Task]) -> None:
    """Let all writes reach their channels."""
    barrier = Barrier(run.state, tasks, run.state.upcoming_version(), run.audience)
    try:
        barrier.run()
    except Exception as error:
        _abort(run, "update_failed", error, tasks)
        raise
    _applied(run, tasks, barrier.updated)


def _apply_held(run: Run, tasks: list[Task], gate: Gate) -> Generator[Effect, Any, bool]:
    """Do the same under a debugger's hand; tell whether the run goes on."""
    if (yield from _is_stopped(run, "apply")):
        return False
    barrier = Barrier(run.state, tasks, run.state.upcoming_version(), run.audience)
    try:
        for channel in barrier.held(gate):
            if (yield from _is_stopped(run, "channel", channel)):
                return False
    except Exception as error:
        _abort(run, "update_failed", error, tasks)
        raise
    _applied(run, tasks, barrier.updated)
    return not (yield from _is_stopped(run, "commit"))


def _applied(run: Run, tasks: list[Task], updated: dict[str, None]) -> None:
    """Take in that the superstep's writes are applied: nothing is left pending of it."""
    run.updated, run.known_due = updated, due_after(run.state, updated, run.warn_of_packet)
    if is_news(run.streams.reader, updated, tasks):
        run.streams.values(run.state)
    if run.pending:
        run.pending = []
        run.pending_of.clear()
        run.paths.clear()
        run.answers.forget()
    run.is_replaying = False
    run.family.resumes = None


def _is_stopped(run: Run, phase: Phase, channel: str | None = None) -> Generator[Effect, Any, bool]:
    if run.gate is None or not run.gate.armed:
        return False
    verdict: Verdict = yield AskGate(GatePoint(run.ns, run.step, phase, channel))
    return verdict == "stop"


def _restore(run: Run, tasks: list[Task]) -> None:
    """Give the tasks that finished in an earlier attempt their writes, so that they do not run again.

    Where a handler had taken a failure, it is the handler that runs, even if it had finished.
    """
    due = {task.id: task for task in tasks}
    handlers: list[Task] = []
    # In the order in which they had ended, which is the order in which handlers start.
    for task_id, status in task_statuses(run.pending).items():
        task = due.get(task_id)
        if task is None:
            continue
        handler = stored_handler(run.program, task, status)
        if handler is not None:
            handlers.append(handler)
        if status.output or handler is not None:
            task.writes.extend(status.output)
            task.is_restored = True
    tasks.extend(handlers)


def _is_breakpoint(run: Run, nodes: Nodes, tasks: Sequence[Task]) -> bool:
    """Tell whether a task's node is listed, and anything happened since the last pause was passed."""
    stops = any(not task.node.is_hidden if nodes == "*" else task.name in nodes for task in tasks)
    return stops and moved_since(run.state.versions, run.state.seen.get(INTERRUPT, {}))


def _pause_to_ask(run: Run, tasks: list[Task]) -> Ending:
    """Pause because tasks wait for answers; what the others wrote stays pending."""
    _abort(run, "interrupted", None, tasks)
    return "interrupted"


def _show_pause(run: Run) -> None:
    """Show what is pending as if it were applied, now that nothing of it can be saved any more."""
    if any(task.writes for task in run.tasks):
        barrier = Barrier(run.state, run.tasks, run.state.upcoming_version())
        barrier.run()
        if is_news(run.streams.reader, barrier.updated, run.tasks):
            run.streams.values(run.state)
    if not any(task.interrupts for task in run.tasks):
        # Of a breakpoint in a graph inside, too, only the outermost run tells.
        run.streams.stopped_at_breakpoint()


def _abort(
    run: Run,
    reason: Literal["task_failed", "update_failed", "interrupted", "stopped", "plan_failed"],
    error: BaseException | None,
    tasks: Sequence[Task],
) -> Literal["stopped"]:
    """Tell that the open superstep came to nothing, and which writes are kept."""
    if run.observe is not None:
        run.tell(StepAborted(run.ns, run.step, reason, error, _kept(run, tasks)))
    return "stopped"


def _kept(run: Run, tasks: Sequence[Task]) -> tuple[KeptWrites, ...]:
    """Return what stays pending: the writes of tasks that ended, each with the way it came about."""
    by_task: dict[str, list[tuple[str, object]]] = {}
    for task_id, channel, value in run.pending:
        by_task.setdefault(task_id, []).append((channel, value))
    known = {task.id: task for task in (*tasks, *run.calls.made)}
    kept: list[KeptWrites] = []
    for task_id, pairs in by_task.items():
        task = known.get(task_id)
        # Writes come first; what follows them are marks of how the task ended.
        told = () if task is None or task.is_restored else task.told_writes()
        ways = [*(write.via for write in told), *(_way(run, task, channel) for channel, _ in pairs[len(told) :])]
        writes = tuple(Write(channel, value, via) for (channel, value), via in zip(pairs, ways, strict=False))
        kept.append(KeptWrites(task_id, "" if task is None else task.name, writes))
    return tuple(kept)


def _way(run: Run, task: Task | None, channel: str) -> str:
    """Return how a write came about that an earlier attempt made, as far as the graph says; "" where it does not."""
    if channel in run.program.readable:
        return "state"
    ways = () if task is None else task.node.static_writes
    return next((via for via, pairs in ways if any(name == channel for name, _ in pairs)), "")


def _save_at_exit(run: Run) -> Generator[Effect, Any, None]:
    if run.request.durability != "exit" or run.keeper is None or run.lineage.checkpoint_id is None:
        return
    if run.saved_id != run.lineage.checkpoint_id:
        yield from save(run)
    by_task: dict[str, list[tuple[str, Any]]] = {}
    for task_id, channel, value in run.pending:
        # What was loaded is stored already, and an answer that was taken stands with the task that took it.
        is_used = task_id == NULL_TASK_ID and channel == RESUME and run.answers.took_single
        if task_id in run.paths and not is_used:
            by_task.setdefault(task_id, []).append((channel, value))
    for task_id, writes in by_task.items():
        yield from save_writes(run, task_id, run.paths[task_id], writes)


def _save_after(run: Run, raised: Exception) -> Generator[Effect, Any, None]:
    """Save what must be saved of a run that failed, which no failed save hides."""
    try:
        yield from _save_at_exit(run)
    except Exception as unsaved:  # noqa: BLE001  # whatever a saver raises
        tell_unsaved(unsaved, raised)
    yield from all_saved(run, raised)


def _recursion_error(run: Run) -> GraphRecursionError:
    limit = run.recursion_limit
    text = (
        f"Recursion limit of {limit} reached without hitting a stop condition. You can increase the limit by setting "
        "the `recursion_limit` config key."
    )
    code = ErrorCode.GRAPH_RECURSION_LIMIT
    return GraphRecursionError(create_error_message(message=text, error_code=code), limit=limit)
