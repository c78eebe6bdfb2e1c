"""What a run tells: every fact, in order, and only what happened."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.constants import MISSING, NULL_TASK_ID
from stepgraph.pregel.facts import (
    ChannelConflicted,
    ChannelUpdated,
    Fact,
    RunFinished,
    StepAborted,
    StepCommitted,
    StepPlanned,
    TaskFailed,
    TaskFinished,
    TaskStarted,
    Wake,
    Warned,
)
from stepgraph.pregel.outside import Outside
from stepgraph.types import Command, Send
from tests.pregel.graphs import State, build, facts_of, fails, kept, says, thread, thread_with


def names(facts: list[Fact]) -> list[str]:
    """Return the kinds of facts."""
    return [type(fact).__name__ for fact in facts]


def only(facts: list[Fact], kind: type[Any]) -> list[Any]:
    """Return the facts of one kind."""
    return [fact for fact in facts if isinstance(fact, kind)]


def test_a_run_is_told_from_its_input_to_its_end() -> None:
    """Input and start are supersteps of their own; every superstep is planned, applied and committed."""
    graph = build([("__start__", "a")], a=says("a")).compile()

    facts = facts_of(graph, {"x": ["in"]})

    assert names(facts) == [
        "RunStarted",
        "StepPlanned",  # -1: the input
        "ChannelUpdated",
        "StepCommitted",
        "StepPlanned",  # 0: __start__
        "TaskStarted",
        "TaskFinished",
        "ChannelUpdated",  # x
        "ChannelUpdated",  # branch:to:a
        "ChannelUpdated",  # __start__ is cleared
        "StepCommitted",
        "StepPlanned",  # 1: a
        "TaskStarted",
        "TaskFinished",
        "ChannelUpdated",  # x
        "ChannelUpdated",  # branch:to:a is cleared
        "StepCommitted",
        "RunFinished",
    ]
    assert [fact.step for fact in only(facts, StepCommitted)] == [-1, 0, 1]
    assert facts[-1] == RunFinished("", 2, "done", None)


def test_the_input_is_a_superstep_of_a_pseudo_task() -> None:
    """Its one task is named `__input__`, and its write reaches the channel of the start node."""
    graph = build([("__start__", "a")], a=says("a")).compile()

    facts = facts_of(graph, {"x": ["in"]})

    planned, written = only(facts, StepPlanned)[0], only(facts, ChannelUpdated)[0]
    assert [(task.id, task.name, task.input) for task in planned.tasks] == [(NULL_TASK_ID, "__input__", {"x": ["in"]})]
    assert (written.channel, written.writes[0].node, written.value) == ("__start__", "__input__", {"x": ["in"]})


def test_a_task_says_which_trigger_woke_it_and_which_did_not() -> None:
    """Every trigger comes with its version and what the node had seen of it."""
    graph = build([("__start__", "a"), ("a", "b"), (["a", "b"], "c")], a=says("a"), b=says("b"), c=says("c")).compile()

    facts = facts_of(graph, {"x": []})

    task = only(facts, StepPlanned)[-1].tasks[0]
    assert task.wakes == (
        Wake("branch:to:c", None, None, available=False),
        Wake("join:a+b:c", 4, None, available=True),
    )
    assert [wake.fired for wake in task.wakes] == [False, True]


def test_a_commit_says_who_is_next_and_why() -> None:
    """The due nodes of a commit are the tasks of the next plan."""
    graph = build([("__start__", "a"), ("__start__", "b")], a=says("a"), b=says("b")).compile()

    facts = facts_of(graph, {"x": []})

    assert [[(due.node, due.wakes[0].channel) for due in fact.due] for fact in only(facts, StepCommitted)] == [
        [("__start__", "__start__")],
        [("a", "branch:to:a"), ("b", "branch:to:b")],
        [],
    ]


def test_writes_are_told_with_the_way_they_came_about() -> None:
    """State, edge, join, router and goto are told apart."""
    builder = build(
        [("__start__", "a"), ("a", "b"), (["a", "b"], "c")],
        a=lambda state: Command(update={"y": 1}, goto="d"),
        b=says("b"),
        c=says("c"),
        d=says("d"),
    )
    builder.add_conditional_edges("a", lambda state: "b" if state["y"] else "c")

    facts = facts_of(builder.compile(), {"x": []})

    finished = next(fact for fact in only(facts, TaskFinished) if fact.node == "a")
    assert [(write.channel, write.via) for write in finished.writes] == [
        ("y", "state"),
        ("branch:to:d", "goto"),
        ("branch:to:b", "edge"),
        ("join:a+b:c", "join"),
        ("branch:to:b", "branch:condition"),
    ]


def test_undeclared_keys_are_told_where_they_were_dropped() -> None:
    """The run goes on; the task says which keys of its result reached no channel."""
    graph = build([("__start__", "a")], a=lambda state: {"y": 1, "typo": 2}).compile()

    facts = facts_of(graph, {"x": [], "extra": 1})

    assert [(fact.node, fact.ignored) for fact in only(facts, TaskFinished)] == [
        ("__start__", ("extra",)),
        ("a", ("typo",)),
    ]


def test_what_only_a_log_would_say_is_a_fact() -> None:
    """A goto to nobody warns, naming the node and the channel."""
    builder = build([("__start__", "a")], a=says("a")).add_conditional_edges("a", lambda state: "nobody")

    facts = facts_of(builder.compile(), {"x": []})

    warned = only(facts, Warned)
    assert [(fact.code, fact.node, fact.channel) for fact in warned] == [("unknown_channel", "a", "branch:to:nobody")]


def test_a_failed_task_aborts_its_superstep() -> None:
    """The error is the user's own object; the last checkpoint stands."""
    graph = kept(build([("__start__", "a"), ("a", "b")], a=says("a"), b=fails))

    facts = facts_of(graph, {"x": []}, thread())

    failed, aborted = only(facts, TaskFailed)[0], only(facts, StepAborted)[0]
    assert (failed.node, aborted.reason, aborted.error) == ("b", "task_failed", failed.error)
    assert [(kept_of.node, kept_of.writes[0].channel) for kept_of in aborted.kept] == [("b", "__error__")]
    assert facts[-1] == RunFinished("", 2, "failed", failed.error)


def test_a_conflict_aborts_its_superstep_and_says_what_is_kept() -> None:
    """Facts of channels told before it do not hold; the writes of both tasks stay pending."""
    nodes = {"a": lambda state: {"y": 1}, "b": lambda state: {"y": 2}}
    graph = kept(build([("__start__", "a"), ("__start__", "b")], **nodes))

    facts = facts_of(graph, {"x": []}, thread())

    conflict, aborted = only(facts, ChannelConflicted)[0], only(facts, StepAborted)[0]
    assert [(write.node, write.value) for write in conflict.writes] == [("a", 1), ("b", 2)]
    assert (aborted.reason, aborted.error) == ("update_failed", conflict.error)
    assert sorted((kept_of.node, kept_of.writes[0].value) for kept_of in aborted.kept) == [("a", 1), ("b", 2)]


def test_an_input_that_does_not_fit_aborts_the_plan() -> None:
    """No task of the superstep ran."""
    from pydantic import BaseModel

    class Model(BaseModel):
        y: int

    graph = build([("__start__", "a")], Model, a=lambda state: None).compile()

    facts = facts_of(graph, {"y": "no number"})

    assert names(facts)[-2:] == ["StepAborted", "RunFinished"]
    assert only(facts, StepAborted)[0].reason == "plan_failed"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"interrupt_before": ["b"]}, "interrupted"),
        ({"interrupt_after": ["a"]}, "interrupted"),
        ({}, "done"),
    ],
)
def test_a_run_says_why_it_ended(options: dict[str, Any], reason: str) -> None:
    """A breakpoint is told as a pause after the last commit, before the next plan."""
    graph = build([("__start__", "a"), ("a", "b")], a=says("a"), b=says("b")).compile()

    facts = facts_of(graph, {"x": []}, **options)

    assert (names(facts)[-2], [fact.reason for fact in only(facts, RunFinished)]) == ("StepCommitted", [reason])


def test_running_out_of_steps_is_told() -> None:
    """The last superstep is committed; the end says that the limit was reached."""
    graph = build([("__start__", "a"), ("a", "a")], a=says("a")).compile()

    facts = facts_of(graph, {"x": []}, {"recursion_limit": 3})

    assert [fact.reason for fact in only(facts, RunFinished)] == ["out_of_steps"]
    assert [fact.step for fact in only(facts, StepCommitted)] == [-1, 0, 1, 2, 3]


def test_cleared_and_hidden_values_are_told_as_missing() -> None:
    """`None` is a value; a channel without one shows MISSING, and what it stores beside it."""
    graph = build([("__start__", "a"), ("a", "d")], State, ["d"], a=says("a"), d=says("d")).compile()

    facts = facts_of(graph, {"x": []})

    told = {(fact.step, fact.channel): (fact.value, fact.stored) for fact in only(facts, ChannelUpdated)}
    assert told[1, "branch:to:a"] == (MISSING, MISSING)
    assert told[1, "branch:to:d"] == (MISSING, (None, False))


def test_restored_tasks_are_planned_and_not_started() -> None:
    """After a failure only the unfinished task runs again."""
    faults = [1]

    def flaky(state: Any) -> Any:
        if faults:
            faults.clear()
            raise ValueError("once")
        return {"x": ["flaky"]}

    graph = kept(build([("__start__", "a"), ("a", "ok"), ("a", "z")], a=says("a"), ok=says("ok"), z=flaky))
    config = thread_with(max_concurrency=1)
    facts_of(graph, {"x": []}, config)

    facts = facts_of(graph, None, config)

    planned = only(facts, StepPlanned)[0]
    assert [(task.name, task.restored) for task in planned.tasks] == [("ok", True), ("z", False)]
    assert [fact.node for fact in only(facts, TaskStarted)] == ["z"]


def test_equal_runs_tell_equal_facts() -> None:
    """When clock and ids are handed in, nothing differs, in whatever order the threads of a superstep end."""
    graph = build([("__start__", name) for name in "abc"], a=says("a"), b=says("b"), c=says("c")).compile()
    graph.outside = Outside(
        clock_s=lambda: 0.0, now_iso=lambda: "now", new_checkpoint_id=lambda step: f"{step & 0xFFFF:032x}"
    )

    def told() -> list[str]:
        return sorted(map(repr, facts_of(graph, {"x": []})))

    assert told() == told()


def test_a_packet_wakes_without_a_version() -> None:
    """Nodes do not count which packets they saw, so nothing is told that a checkpoint would not say."""
    builder = build([("__start__", "a")], a=says("a"), w=says("w"))
    builder.add_conditional_edges("a", lambda state: [Send("w", {})])

    facts = facts_of(builder.compile(), {"x": []})

    sent = next(task for fact in facts if isinstance(fact, StepPlanned) for task in fact.tasks if task.name == "w")
    assert [(wake, wake.fired) for wake in sent.wakes] == [(Wake("__pregel_tasks", None, None, True), True)]


def test_what_is_kept_says_how_it_was_written() -> None:
    """As the task told, and after another attempt as far as the graph says."""
    builder = build([("__start__", "a"), ("__start__", "z"), ("a", "b"), (["a", "b"], "c")], **_kept_nodes())
    builder.add_conditional_edges("a", lambda state: "d")
    graph = kept(builder)
    first = facts_of(graph, {"x": []}, thread())

    second = facts_of(graph, None, thread())

    ways = [
        [(write.channel, write.via) for item in aborted.kept if item.node == "a" for write in item.writes]
        for aborted in (*only(first, StepAborted), *only(second, StepAborted))
    ]
    written = ["x", "branch:to:b", "join:a+b:c", "branch:to:d"]
    assert ways == [
        list(zip(written, ["state", "edge", "join", "branch:condition"], strict=True)),
        list(zip(written, ["state", "edge", "join", ""], strict=True)),
    ]


def _kept_nodes() -> dict[str, Any]:
    return {**{name: says(name) for name in "abcd"}, "z": fails}
