"""What a straightforward engine gets wrong: one promise each, in numbers that can be checked by hand."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

import pytest
from pydantic import BaseModel, ValidationError

from stepgraph.channels import AnyValue, EphemeralValue, Topic, UntrackedValue
from stepgraph.errors import EmptyInputError, GraphRecursionError, InvalidUpdateError
from stepgraph.graph import StateGraph
from stepgraph.managed import IsLastStep, RemainingSteps
from stepgraph.types import Command, Send
from tests.pregel.graphs import State, build, fails, kept, says, thread, thread_with


class Zoo(TypedDict, total=False):
    """Keys that stay and keys that go."""

    any: Annotated[int, AnyValue]
    once: Annotated[int, EphemeralValue]
    topic: Annotated[int, Topic]
    untracked: Annotated[int, UntrackedValue]
    last: int


def test_some_keys_vanish_after_a_superstep_without_a_write() -> None:
    """A node sees them once; the output, which is the last event, still has them."""
    seen: list[list[str]] = []
    graph = build(
        [("__start__", "p"), ("p", "q"), ("q", "r")],
        Zoo,
        p=lambda state: {"any": 1, "once": 1, "topic": 1, "untracked": 1, "last": 1},
        q=lambda state: seen.append(sorted(state)),
        r=lambda state: seen.append(sorted(state)),
    )

    output = graph.compile().invoke({"last": 0})

    assert output == {"any": 1, "once": 1, "topic": [1], "untracked": 1, "last": 1}
    assert seen == [["any", "last", "once", "topic", "untracked"], ["last", "untracked"]]


class Counted(TypedDict, total=False):
    """A state that knows how far it may go."""

    y: int
    left: RemainingSteps
    last: IsLastStep


def test_the_last_step_is_one_before_the_limit() -> None:
    """One more superstep still runs, and then the run fails."""
    seen: list[tuple[bool, int]] = []

    def look(state: Any) -> None:
        seen.append((state["last"], state["left"]))

    graph = build([("__start__", "a"), ("a", "b")], Counted, a=look, b=look).compile()

    with pytest.raises(GraphRecursionError, match="Recursion limit of 2 reached without hitting a stop condition"):
        graph.invoke({"y": 0}, {"recursion_limit": 2})
    assert seen == [(True, 1), (False, 0)]


def test_the_default_limit_is_large() -> None:
    """The first node's superstep sees one less than it."""
    graph = build([("__start__", "a")], Counted, a=lambda state: {"y": state["left"]}).compile()

    assert graph.invoke({"y": 0}) == {"y": 10_006}


def test_a_run_without_an_output_gives_none() -> None:
    """Although there is a state."""
    graph = build([("__start__", "a")], a=lambda state: None).compile()

    assert (graph.invoke({}), graph.invoke({"y": 1})) == (None, {"x": [], "y": 1})


def test_a_command_as_first_input_counts_twice() -> None:
    """As what the caller wrote, and again through the start node."""
    graph = build([("__start__", "a")], a=says("a")).compile()

    assert graph.invoke(Command(update={"x": ["u"]})) == {"x": ["u", "u", "a"]}


def test_an_empty_command_is_no_input() -> None:
    """It is refused in a sentence, where the reference trips over itself."""
    graph = build([("__start__", "a")], a=says("a")).compile()

    with pytest.raises(EmptyInputError, match="Received empty Command input"):
        graph.invoke(Command())


def test_what_a_node_changes_in_place_leaks() -> None:
    """Nodes are given the live values."""

    def mutate(state: Any) -> None:
        state["x"].append("leak")

    graph = build([("__start__", "a"), ("a", "b")], a=mutate, b=lambda state: {"y": len(state["x"])}).compile()

    assert graph.invoke({"x": ["in"]}) == {"x": ["in", "leak"], "y": 2}


class Model(BaseModel):
    """A state that is checked when a node reads it."""

    a: int = 0


def test_a_pydantic_state_is_checked_by_the_node_that_reads_it() -> None:
    """The channel keeps what was written, and a bad write fails the next node."""

    def spoil(state: Model) -> Any:
        return {"a": "bad"} if state.a == 1 else None

    graph = build([("__start__", "n"), ("n", "o")], Model, n=spoil, o=lambda state: None).compile()

    assert graph.invoke({"a": "7"}) == {"a": "7"}
    with pytest.raises(ValidationError, match="1 validation error for Model") as refusal:
        graph.invoke({"a": 1})
    assert refusal.value.__notes__ == ["Before task with name 'o' and path '('__pregel_pull', 'o')'"]


def test_a_bad_write_poisons_every_look_at_the_thread() -> None:
    """Preparing the due tasks builds their inputs."""
    graph = kept(build([("__start__", "n"), ("n", "o")], Model, n=lambda state: {"a": "bad"}, o=lambda state: None))

    for look in (
        lambda: graph.invoke({"a": 1}, thread()),
        lambda: graph.get_state(thread()),
        lambda: list(graph.get_state_history(thread())),
    ):
        with pytest.raises(ValidationError):
            look()


def test_writes_are_applied_by_name_and_then_by_packet() -> None:
    """Never in the order of ending or of declaring."""
    builder = build([], zz=says("zz"), aa=says("aa"), mm=says("mm"))
    builder.add_conditional_edges("__start__", lambda state: [Send("aa", {}), "zz", "mm"])

    assert builder.compile().invoke({"x": []}) == {"x": ["mm", "zz", "aa"]}


def test_plain_edges_fire_for_each_source_and_a_join_once() -> None:
    """Branches of unequal length show the difference."""
    nodes = {name: says(name) for name in ("a", "b", "b2", "c")}
    base = [("__start__", "a"), ("__start__", "b"), ("b", "b2")]

    plain = build([*base, ("a", "c"), ("b2", "c")], **nodes).compile().invoke({"x": []})
    joined = build([*base, (["a", "b2"], "c")], **nodes).compile().invoke({"x": []})

    assert (plain["x"], joined["x"]) == (["a", "b", "b2", "c", "c"], ["a", "b", "b2", "c"])


def test_a_half_filled_join_waits_for_the_next_run() -> None:
    """What arrived once stays arrived on that thread."""
    builder = build([(["a", "b"], "c")], a=says("a"), b=says("b"), c=says("c"))
    graph = kept(builder.add_conditional_edges("__start__", lambda state: state["x"][-1]))

    first, second = graph.invoke({"x": ["a"]}, thread()), graph.invoke({"x": ["b"]}, thread())

    assert (first["x"], second["x"]) == (["a", "a"], ["a", "a", "b", "b", "c"])


@pytest.mark.parametrize(("limit", "is_enough"), [(3, False), (4, True)])
def test_three_nodes_need_a_limit_of_four(limit: int, is_enough: bool) -> None:
    """Finding out that nothing is due takes a superstep of its own."""
    nodes = {"a": says("a"), "b": says("b"), "c": says("c")}
    graph = build([("__start__", "a"), ("a", "b"), ("b", "c")], **nodes).compile()

    if is_enough:
        assert graph.invoke({"x": []}, {"recursion_limit": limit}) == {"x": ["a", "b", "c"]}
    else:
        with pytest.raises(GraphRecursionError):
            graph.invoke({"x": []}, {"recursion_limit": limit})


def test_a_resumed_run_may_do_one_superstep_more_than_its_limit() -> None:
    """Two nodes with a limit of one."""
    nodes = {"a": says("a"), "b": says("b"), "c": says("c")}
    graph = kept(build([("__start__", "a"), ("a", "b"), ("b", "c")], **nodes), interrupt_before=["b"])
    graph.invoke({"x": []}, thread())

    assert graph.invoke(None, thread_with(recursion_limit=1)) == {"x": ["a", "b", "c"]}


def deferring(route: Any) -> Any:
    """Return a graph of a long branch and a deferred node, to which `a` goes by `route`."""
    nodes: dict[str, Any] = {name: says(name) for name in ("b", "b2", "b3", "d")}
    edges: Any = [("__start__", "a"), ("__start__", "b"), ("b", "b2"), ("b2", "b3")]
    return build(edges, State, ["d"], a=lambda state: Command(goto=route), **nodes).compile()


def test_only_edges_wait_for_a_deferred_node() -> None:
    """A packet sent to it runs in the next superstep."""
    assert deferring("d").invoke({"x": []}) == {"x": ["b", "b2", "b3", "d"]}
    assert deferring(Send("d", {})).invoke({"x": []}) == {"x": ["b", "b2", "d", "b3"]}


def test_packets_do_not_hold_back_a_deferred_node() -> None:
    """It runs in the same superstep as the nodes that they wake."""
    builder = build([("__start__", "a"), ("a", "d")], State, ["d"], a=says("a"), w=says("w"), d=says("d"))
    builder.add_conditional_edges("a", lambda state: [Send("w", {}), Send("w", {})])

    events = kept(builder).stream({"x": []}, thread(), stream_mode="checkpoints")

    assert [sorted(event["next"]) for event in events] == [["__start__"], ["a"], ["d", "w", "w"], []]


def test_a_task_event_lists_every_trigger() -> None:
    """Not only the one that fired, and sorted."""
    builder = build(
        [("__start__", "a"), ("__start__", "b"), ("a", "c"), (["b", "a"], "c")], a=says("a"), b=says("b"), c=says("c")
    )

    events = [event for event in builder.compile().stream({"x": []}, stream_mode="tasks") if "triggers" in event]

    assert (events[-1]["name"], events[-1]["triggers"]) == ("c", ("branch:to:c", "join:b+a:c"))


def test_the_start_is_hidden_and_the_input_event_shows_the_state_before() -> None:
    """No task or update event for `__start__`."""
    graph = kept(build([("__start__", "a")], a=says("a")))

    events = list(graph.stream({"x": ["in"]}, thread(), stream_mode=["checkpoints", "tasks", "updates", "values"]))

    told = [
        (mode, (event["values"], event["next"]) if mode == "checkpoints" else event.get("name", event))
        for mode, event in events[:4]
    ]
    assert told == [
        ("checkpoints", ({"x": []}, ["__start__"])),
        ("values", {"x": ["in"]}),
        ("checkpoints", ({"x": ["in"]}, ["a"])),
        ("tasks", "a"),
    ]


class Smaller(TypedDict, total=False):
    """An output of one key."""

    y: int


def test_streams_show_the_state_and_invoke_the_output() -> None:
    """Unless the stream is asked for through `invoke`."""
    builder: StateGraph = StateGraph(State, output_schema=Smaller)
    graph = builder.add_node("a", lambda state: {"x": [1], "y": 2}).add_edge("__start__", "a").compile()

    assert list(graph.stream({"x": []})) == [{"a": {"x": [1], "y": 2}}]
    assert graph.invoke({"x": []}) == {"y": 2}


def test_a_tuple_of_modes_is_not_labelled_and_an_unknown_mode_is_silent() -> None:
    """Only a list asks for labels."""
    graph = build([("__start__", "a")], a=says("a")).compile()

    assert list(graph.stream({"x": []}, stream_mode=("updates", "values"))) == [
        {"x": []},
        {"a": {"x": ["a"]}},
        {"x": ["a"]},
    ]
    assert list(graph.stream({"x": []}, stream_mode="nope")) == []


def test_a_node_that_writes_nothing_is_an_update_but_no_value() -> None:
    """Its update is None."""
    graph = build([("__start__", "a"), ("a", "b")], a=lambda state: None, b=says("b")).compile()

    events = list(graph.stream({"x": ["in"]}, stream_mode=["updates", "values"]))

    assert events == [
        ("values", {"x": ["in"]}),
        ("updates", {"a": None}),
        ("updates", {"b": {"x": ["b"]}}),
        ("values", {"x": ["in", "b"]}),
    ]


def test_the_result_of_a_failed_lone_task_is_delivered_before_its_error() -> None:
    """So a consumer sees what the exception is about."""
    events: list[str] = []
    graph = build([("__start__", "a")], a=fails).compile()

    with pytest.raises(ValueError, match="no"):
        events.extend(
            "result" if "result" in event else "start" for event in graph.stream({"x": []}, stream_mode="tasks")
        )

    assert events == ["start", "result"]


def pausing(**options: Any) -> Any:
    """Return a chain of three nodes with breakpoints."""
    nodes = {"a": says("a"), "b": says("b"), "c": says("c")}
    return kept(build([("__start__", "a"), ("a", "b"), ("b", "c")], **nodes), **options)


def test_a_breakpoint_leaves_no_trace_in_the_output() -> None:
    """It is the values so far."""
    assert pausing(interrupt_before=["b"]).invoke({"x": []}, thread()) == {"x": ["a"]}


def test_a_resume_passes_the_breakpoints_of_its_first_superstep() -> None:
    """Also those that only the resuming call sets."""
    graph = pausing(interrupt_before=["a"])
    graph.invoke({"x": []}, thread())

    assert graph.invoke(None, thread(), interrupt_before=["a"]) == {"x": ["a", "b", "c"]}


def test_an_edit_as_the_waiting_node_passes_the_next_breakpoint_too() -> None:
    """The resume comes after the edit, and passes what is due then."""
    graph = pausing(interrupt_before=["b", "c"])
    graph.invoke({"x": []}, thread())

    graph.update_state(thread(), {"x": ["by hand"]}, as_node="b")

    assert graph.invoke(None, thread()) == {"x": ["a", "by hand", "c"]}


def failing_beside_a_sibling() -> Any:
    """Return a thread on which one of two tasks failed after the other had finished."""
    graph = kept(build([("__start__", "p"), ("__start__", "z")], p=says("p"), z=fails))
    with pytest.raises(ValueError, match="no"):
        graph.invoke({"x": ["in"]}, thread_with(max_concurrency=1))
    return graph


def test_the_head_shows_what_finished_tasks_wrote_and_the_same_checkpoint_by_id_does_not() -> None:
    """The head is the present; a checkpoint by its id is a record of the superstep's start."""
    graph = failing_beside_a_sibling()

    head = graph.get_state(thread())
    record = graph.get_state(head.config)

    assert ((head.values["x"], head.next), (record.values["x"], record.next)) == (
        (["in", "p"], ("z",)),
        (["in"], ("p", "z")),
    )


def test_a_router_that_failed_is_skipped_when_the_run_goes_on() -> None:
    """The node's own writes were kept, so it counts as done."""
    faults = [1]
    builder = build([("__start__", "a")], a=says("a"), b=says("b"))
    graph = kept(builder.add_conditional_edges("a", lambda state: 1 / 0 if faults else "b"))
    with pytest.raises(ZeroDivisionError):
        graph.invoke({"x": []}, thread())
    faults.clear()

    assert (graph.get_state(thread()).next, graph.invoke(None, thread())) == ((), {"x": ["a"]})


def test_a_conflict_stays_pending_until_there_is_a_new_input() -> None:
    """Looking at the head and going on raise it again; the history can be read."""
    nodes = {"a": lambda state: {"y": 1}, "b": lambda state: {"y": 2}}
    graph = kept(build([("__start__", "a"), ("__start__", "b")], **nodes))
    for attempt in (
        lambda: graph.invoke({"x": []}, thread()),
        lambda: graph.get_state(thread()),
        lambda: graph.invoke(None, thread()),
    ):
        with pytest.raises(InvalidUpdateError, match="At key 'y': Can receive only one value per step"):
            attempt()

    assert len(list(graph.get_state_history(thread()))) == 2


def test_errors_and_tuples_come_back_from_a_saver_as_texts_and_lists() -> None:
    """What the checkpoint codec loses."""
    graph = kept(build([("__start__", "a"), ("a", "b")], a=lambda state: {"x": [(1, 2)]}, b=fails))
    with pytest.raises(ValueError, match="no"):
        graph.invoke({"x": []}, thread())

    state = graph.get_state(thread())

    assert [state.values, state.tasks[0].error] == [{"x": [[1, 2]]}, "ValueError('no')"]


def test_going_on_from_a_finished_head_by_its_id_makes_a_fork() -> None:
    """Without the id nothing is written."""
    graph = kept(build([("__start__", "a")], a=says("a")))
    graph.invoke({"x": []}, thread())

    def count() -> int:
        return len(list(graph.get_state_history(thread())))

    counts = [count()]
    graph.invoke(None, thread())
    counts.append(count())
    graph.invoke(None, graph.get_state(thread()).config)
    counts.append(count())

    metadata = graph.get_state(thread()).metadata
    assert metadata is not None
    assert (counts, metadata["source"]) == ([3, 3, 4], "fork")
