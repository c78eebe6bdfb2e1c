"""From the engine's facts to the wire's events, one by one."""

from __future__ import annotations

import msgspec

from stepgraph.constants import MISSING
from stepgraph.errors import ErrorCode, InvalidUpdateError
from stepgraph.pregel import facts
from stepgraph.pregel.gate import GatePoint
from stepgraph.protocol import events
from stepgraph.protocol.values import MISSING as NO_VALUE
from stepgraph.protocol.values import Preview
from tests.debugger.test_inside import chain
from tests.debugger.told_facts import Telling, aborted, committed, finished, planned, updated

NONE = Preview(kind="none", text="None")


def text(value: str) -> Preview:
    return Preview(kind="str", text=f'"{value}"', type="str", size=len(value))


def number(value: int) -> Preview:
    return Preview(kind="int", text=str(value), type="int")


def test_a_run_begins_with_its_input_and_its_limit() -> None:
    """The last superstep that is allowed, as the number that a person gave."""
    told = Telling().tell(facts.RunStarted("", "c0", 4, 15, "resume"))

    shown = Preview(kind="dict", text='{"plan": "p"}', type="dict", size=1, json='{"plan": "p"}')
    assert told == [
        events.RunStarted(
            run="run",
            ns="",
            kind="input",
            thread="thread",
            checkpoint="c0",
            step=4,
            recursion_limit=10,
            input=shown,
            context=NONE,
        )
    ]


def test_the_start_of_a_graph_inside_is_told_under_its_namespace() -> None:
    """So that of several runs of one graph it is known which is the newest."""
    listed = chain("a").program
    begun = facts.RunStarted("inner:1", "c", 0, 9, "resume", listed)
    told = Telling(inner={"inner": listed}).tell(begun, planned("a", ns="inner:1"))

    assert [type(event).__name__ for event in told] == ["RunStarted", "StepPlanned"]
    assert {event.ns for event in told} == {"inner:1"}
    started = told[0]
    assert isinstance(started, events.RunStarted)
    assert (started.kind, started.checkpoint, started.input.kind) == ("resume", "c", "missing")


def test_the_start_of_a_graph_that_the_picture_does_not_list_is_not_told() -> None:
    """A node's code may call several graphs, or make one; the picture shows runs of the one that it lists."""
    begun = facts.RunStarted("inner:1", None, -1, 9, "input", chain("b").program)
    told = Telling(inner={"inner": chain("a").program}).tell(begun, planned("b", ns="inner:1"))

    assert [type(event).__name__ for event in told] == ["StepPlanned"]


def test_a_plan_tells_each_task_with_what_woke_it() -> None:
    """A trigger fired when it is available and newer than what the node had seen."""
    wakes = (
        facts.Wake("branch:to:a", 3, 2, available=True),
        facts.Wake("join:b+c:a", 2, 2, available=True),
        facts.Wake("other", 5, None, available=False),
    )
    task = facts.PlannedTask(
        "id", "a", ("__pregel_push", 0, False, ("x", 1)), wakes, {"plan": "p"}, {"left": 9}, restored=True
    )

    told = Telling().tell(facts.StepPlanned("", 1, (task,)))

    assert told == [
        events.StepPlanned(
            run="run",
            ns="",
            step=1,
            tasks=(
                events.PlannedTask(
                    id="id",
                    node="a",
                    path=("__pregel_push", 0, "x/1"),
                    wakes=(
                        events.Wake(channel="branch:to:a", version=3, seen=2, fired=True),
                        events.Wake(channel="join:b+c:a", version=2, seen=2, fired=False),
                        events.Wake(channel="other", version=5, seen=None, fired=False),
                    ),
                    managed={"left": number(9)},
                    restored=True,
                ),
            ),
        )
    ]


def test_a_task_is_told_with_its_input_its_writes_and_its_time() -> None:
    """Printed text that is still waiting comes before its end."""
    telling = Telling()

    told = telling.tell(
        facts.TaskStarted("", 1, "id-a", "a", "in"),
        facts.TaskFinished("", 1, "id-a", "a", None, (facts.Write("plan", "x", "state"),), 0.0125, ("typo",)),
    )

    assert told == [
        events.TaskStarted(run="run", ns="", step=1, task="id-a", node="a", input=text("in")),
        events.TaskFinished(
            run="run",
            ns="",
            step=1,
            task="id-a",
            node="a",
            writes=(events.Write(channel="plan", value=text("x"), via="state"),),
            ignored=("typo",),
            duration_ms=12.5,
        ),
    ]
    assert telling.printed == ["id-a"]


def test_the_nodes_that_run_are_known() -> None:
    """From their start to their end, in the order of their starts."""
    telling = Telling()
    telling.tell(*[facts.TaskStarted("", 1, f"id-{name}", name, None) for name in "abc"])

    telling.tell(finished("b"))

    assert telling.translator.running == ("a", "c")


def test_an_update_is_told_with_who_wrote_what_and_what_came_of_it() -> None:
    """The value before is named by its ref, if it had one."""
    telling = Telling()
    long = ["x" * 300]
    telling.tell(updated("log", long, facts.ChannelWrite("id-a", "a", long)), committed())

    (told,) = telling.tell(updated("log", [1], facts.ChannelWrite("id-b", "b", [1])))

    assert isinstance(told, events.ChannelUpdated)
    before = telling.events[0]
    assert isinstance(before, events.ChannelUpdated)
    shown = Preview(kind="list", text="[1]", type="list", size=1, json="[1]")
    assert told == events.ChannelUpdated(
        run="run",
        ns="",
        step=1,
        channel="log",
        kind="BinaryOperatorAggregate",
        cause="write",
        writes=(events.ChannelWrite(task="id-b", node="b", value=shown),),
        value_before=before.value_after.ref,
        value_after=shown,
        returned=True,
        version_before=1,
        version_after=2,
        available=True,
    )
    assert told.value_before is not None


def test_a_channel_that_was_cleared_has_no_value() -> None:
    """That is not the same as None."""
    (told,) = Telling().tell(updated("plan", MISSING, cause="empty", available=False))

    assert isinstance(told, events.ChannelUpdated)
    assert (told.value_after, told.available) == (NO_VALUE, False)


def test_a_value_that_is_stored_and_not_available_is_shown() -> None:
    """Without the flag that some classes store beside it."""
    telling = Telling()

    told = telling.tell(
        updated("plan", MISSING, stored={"b"}, available=False),
        updated("log", MISSING, stored=("v", False), available=False),
    )

    assert [event.value_after.text for event in told if isinstance(event, events.ChannelUpdated)] == [
        '{"b"}',
        '("v", False)',
    ]


def test_writes_are_told_as_they_were_when_their_tasks_ended() -> None:
    """Although the reducer has put the second one into the first."""
    telling = Telling()
    first, second = ["a"], ["b"]
    telling.tell(finished("a", facts.Write("log", first, "state")), finished("b", facts.Write("log", second, "state")))
    # What a reducer such as `operator.iadd` does.
    first += second
    value = first

    (told,) = telling.tell(
        updated("log", value, facts.ChannelWrite("id-a", "a", first), facts.ChannelWrite("id-b", "b", second))
    )

    assert isinstance(told, events.ChannelUpdated)
    assert [write.value.text for write in told.writes] == ['["a"]', '["b"]']
    assert told.value_after.text == '["a", "b"]'


def test_consume_and_finish_are_told_as_they_answered() -> None:
    """With the versions of before and after."""
    told = Telling().tell(
        facts.ChannelConsumed("", 1, "plan", True, 2, 3, available=False),
        facts.ChannelFinished("", 1, "plan", True, "v", MISSING, 3, 4, available=True),
    )

    assert told == [
        events.ChannelConsumed(
            run="run", ns="", step=1, channel="plan", returned=True, version_before=2, version_after=3, available=False
        ),
        events.ChannelFinished(
            run="run",
            ns="",
            step=1,
            channel="plan",
            returned=True,
            value_after=text("v"),
            version_before=3,
            version_after=4,
            available=True,
        ),
    ]


def test_versions_of_any_saver_are_counts() -> None:
    """A random part behind the count is left away."""
    wake = facts.Wake("c", f"{3:032}.0.71", f"{2:032}.0.5", available=True)
    (told,) = Telling().tell(committed(1, facts.Due("a", ("p",), (wake,))))

    assert isinstance(told, events.StepCommitted)
    assert told.next == (events.Due(node="a", wakes=(events.Wake(channel="c", version=3, seen=2, fired=True),)),)


def test_a_committed_superstep_says_what_is_next_and_how_long_its_phases_took() -> None:
    """Each fact ends the stretch of the phase that led to it; the time for telling belongs to none."""
    telling = Telling(unstorable={"plan": "why"})
    telling.tell(facts.RunStarted("", None, -1, 9, "input"))

    told = telling.tell(planned("a"), finished("a"), updated("plan", "x"), committed())

    assert told[-1] == events.StepCommitted(
        run="run",
        ns="",
        step=1,
        source="loop",
        checkpoint="c2",
        parent="c1",
        updated=("plan",),
        next=(),
        durations=events.Durations(plan=1.0, execute=1.0, apply=1.0, commit=1.0),
        unstorable={"plan": "why"},
    )
    assert telling.values.tip == "c2"


def test_time_in_which_the_run_was_held_belongs_to_no_phase() -> None:
    """However long somebody looked at it."""
    telling = Telling()
    telling.tell(facts.RunStarted("", None, -1, 9, "input"))
    telling.gate.paused_s = 0.0005

    told = telling.tell(planned("a"), committed())

    assert isinstance(told[-1], events.StepCommitted)
    assert told[-1].durations == events.Durations(plan=0.5, execute=0.0, apply=0.0, commit=1.0)


def test_a_conflict_names_the_writers_the_code_and_the_repairs() -> None:
    """The sentence holds what the reference says, without its link."""
    error = InvalidUpdateError(
        "At key 'plan': no.\nFor troubleshooting, visit: x", code=ErrorCode.INVALID_CONCURRENT_GRAPH_UPDATE
    )
    writes = (facts.ChannelWrite("id-a", "a", "x"), facts.ChannelWrite("id-b", "b", "y"))

    (told,) = Telling().tell(facts.ChannelConflicted("", 1, "plan", writes, error))

    assert isinstance(told, events.ChannelConflicted)
    assert (told.kind, told.code) == ("LastValue", "INVALID_CONCURRENT_GRAPH_UPDATE")
    assert [(write.task, write.node, write.value.text) for write in told.writes] == [
        ("id-a", "a", '"x"'),
        ("id-b", "b", '"y"'),
    ]
    assert told.sentence == (
        '"plan" refused 2 writes of one superstep, by "a" and "b": InvalidUpdateError: At key \'plan\': no.'
    )
    assert [repair.code for repair in told.repairs] == [
        "channel.reducer",
        "channel.collect",
        "graph.order",
        "write.other_key",
    ]


def test_an_aborted_superstep_keeps_what_its_finished_tasks_wrote() -> None:
    """As they told it; a task that failed or asks has to run again."""
    telling = Telling()
    telling.tell(planned("a", "b"), finished("a", facts.Write("plan", "x", "branch:route")))

    (told,) = telling.tell(
        aborted(
            "task_failed",
            ValueError("no"),
            facts.KeptWrites("id-a", "a", (facts.Write("plan", "x", "state"),)),
            facts.KeptWrites("id-b", "b", (facts.Write("__error__", ValueError("no"), "state"),)),
            facts.KeptWrites("id-c", "c", (facts.Write("__no_writes__", None, "state"),)),
        )
    )

    assert told == events.StepAborted(
        run="run",
        ns="",
        step=1,
        reason="task_failed",
        sentence="Superstep 1 came to nothing, since a node failed: ValueError: no",
        kept=(
            events.KeptTask(
                task="id-a",
                node="a",
                writes=(events.Write(channel="plan", value=text("x"), via="branch:route"),),
            ),
            events.KeptTask(task="id-c", node="c", writes=()),
        ),
    )


def test_values_of_an_aborted_superstep_were_never_the_channels() -> None:
    """The next update counts from the value before."""
    telling = Telling()
    telling.tell(updated("log", ["x" * 300]), committed())
    held = telling.events[0]
    telling.tell(updated("log", ["y" * 300]), aborted("update_failed", ValueError()))

    (told,) = telling.tell(updated("log", [1]))

    assert isinstance(held, events.ChannelUpdated)
    assert isinstance(told, events.ChannelUpdated)
    assert told.value_before == held.value_after.ref


def test_the_gate_learns_of_every_superstep_of_the_root() -> None:
    """So that a step ends there, and not where a graph inside ends one."""
    telling = Telling()
    telling.gate.go("superstep")
    plan = GatePoint("", 2, "plan", None)

    telling.tell(msgspec.structs.replace(committed(), ns="inner:1"))
    telling.gate.halt()
    before = telling.gate.wait(plan)

    assert before == "stop"
    assert telling.values.tip is None


def test_a_question_is_told_with_its_id() -> None:
    """The superstep waits, and the node is known."""
    asked = type("Interrupt", (), {"id": "i1", "value": "sure?"})()
    telling = Telling()

    told = telling.tell(facts.TaskInterrupted("", 1, "id-a", "a", (asked,), 0.001), aborted("interrupted"))

    assert told[0] == events.TaskInterrupted(
        run="run",
        ns="",
        step=1,
        task="id-a",
        node="a",
        questions=(events.Question(id="i1", value=text("sure?")),),
        duration_ms=1.0,
    )
    assert telling.translator.asked == "a"


def test_an_edit_and_a_warning_are_told_as_they_are() -> None:
    """With the writes, and with node and channel."""
    told = Telling().tell(
        facts.StateEdited("", 4, "c1", "node", "a", (facts.Write("plan", "x", "state"),)),
        facts.Warned("", 4, "unknown_channel", "Task a wrote to unknown channel z.", "a", "z"),
    )

    assert told == [
        events.StateEdited(
            run="run",
            ns="",
            step=4,
            parent="c1",
            how="node",
            node="a",
            writes=(events.Write(channel="plan", value=text("x"), via="state"),),
        ),
        events.EngineWarned(
            run="run",
            ns="",
            step=4,
            code="unknown_channel",
            sentence="Task a wrote to unknown channel z.",
            node="a",
            channel="z",
        ),
    ]
