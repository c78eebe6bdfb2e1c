"""Faults that an engine like this one may have, each planted at one place."""

# ruff: noqa: SLF001 -- a fault sits inside

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from stepgraph.channels import NamedBarrierValue
from stepgraph.channels.last_value import LastValueAfterFinish
from stepgraph.constants import MISSING
from stepgraph.pregel import apply, begin, execute, loop, plan, questions
from stepgraph.pregel.state import ChannelState

Planting = AbstractContextManager[Any]


def writes_are_applied_in_reverse() -> Planting:
    """The last task's writes come first."""
    return patch.object(apply, "write_order", lambda path: [-ord(letter) for letter in str(path)])


def channels_do_not_hear_of_steps_without_writes() -> Planting:
    """What should be gone after a superstep stays."""
    return patch.object(apply.Barrier, "_notify", lambda barrier, names: None)


def every_step_is_taken_for_the_last() -> Planting:
    """Deferred nodes run at once."""

    def close(barrier: Any) -> None:
        if barrier._state.program.finishing:
            barrier._finish()

    return patch.object(apply.Barrier, "_close", close)


def a_cleared_channel_keeps_its_version() -> Planting:
    """Only writes are counted."""
    settle = ChannelState.settle

    def settled(state: Any, moved: Any, version: Any, updated: Any) -> None:
        settle(
            state,
            [(name, channel, is_new and channel.is_available()) for name, channel, is_new in moved],
            version,
            updated,
        )

    return patch.object(ChannelState, "settle", settled)


def nobody_notes_what_nodes_have_seen() -> Planting:
    """A trigger that still has its value wakes again."""
    return patch.object(apply.Barrier, "_see", lambda barrier: None)


def a_barrier_is_not_reset() -> Planting:
    """A join that was once complete stays so."""
    return patch.object(NamedBarrierValue, "consume", lambda channel: False)


def triggers_are_not_consumed() -> Planting:
    """No channel hears that its value was used."""
    return patch.object(apply.Barrier, "_consume", lambda barrier: None)


def edges_are_written_before_the_state() -> Planting:
    """The order of a task's own writes is another."""
    write = execute.write_result

    def wired_first(task: Any, result: object, *, is_told: bool) -> None:
        write(task, result, is_told=is_told)
        task.writes.sort(key=lambda pair: not pair[0].startswith(("branch:", "join:")))

    return patch.object(execute, "write_result", wired_first)


def deferred_nodes_do_not_wait() -> Planting:
    """A deferred node is woken like any other."""
    return patch.object(LastValueAfterFinish, "is_available", lambda channel: channel.value is not MISSING)


def pending_writes_are_lost_on_resume() -> Planting:
    """Tasks that had finished run again."""
    return patch.object(loop, "_restore", lambda run, tasks: None)


def packets_come_in_reverse() -> Planting:
    """The last packet is the first task."""
    pushed = plan._pushed
    return patch.object(plan, "_pushed", lambda state, warn: pushed(state, warn)[::-1])


def an_input_leaves_what_was_due() -> Planting:
    """Tasks that were still due run beside the new input."""
    return patch.object(begin, "prepare", lambda due, state, moment: [])


def a_resume_stops_at_the_breakpoint_that_it_left() -> Planting:
    """What was passed is forgotten."""
    return patch.object(loop, "moved_since", lambda versions, seen: True)


def earlier_answers_are_forgotten() -> Planting:
    """A node with two questions asks the first again."""
    return patch.object(questions.Answers, "_stored_answers", lambda answers, task: [])


FAULTS: tuple[Callable[[], Planting], ...] = (
    writes_are_applied_in_reverse,
    channels_do_not_hear_of_steps_without_writes,
    every_step_is_taken_for_the_last,
    a_cleared_channel_keeps_its_version,
    nobody_notes_what_nodes_have_seen,
    a_barrier_is_not_reset,
    triggers_are_not_consumed,
    edges_are_written_before_the_state,
    deferred_nodes_do_not_wait,
    pending_writes_are_lost_on_resume,
    packets_come_in_reverse,
    an_input_leaves_what_was_due,
    a_resume_stops_at_the_breakpoint_that_it_left,
    earlier_answers_are_forgotten,
)
