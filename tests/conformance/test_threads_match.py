"""What callers do with threads, run on both libraries: looking, editing, forking, failing and going on."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.graphs_routes import deferred, joined_branches, loop, unequal_branches
from tests.conformance.graphs_state import EMPTY, State, graph, keys, pydantic_refuses, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, history, plain, snapshot, snapshots, streamed

warnings.filterwarnings("ignore", module="langgraph")


class Thread:
    """A graph with a saver, and what was seen of its one thread."""

    def __init__(self, lib: Any, build: Callable[[Any], Any], **options: Any) -> None:
        self.lib = lib
        self.saver = lib.InMemorySaver()
        self.graph = build(lib).compile(checkpointer=self.saver, **options)
        self.seen: list[Any] = []

    def run(self, given: Any, config: Any = None, **options: Any) -> None:
        """Run, and note the output or error."""
        config = config or THREAD
        options = {"durability": "sync", **options}
        self.seen.append(answer(lambda: self.graph.invoke(given, config, **options)))
        self.look()

    def update(self, values: Any, config: Any = None, **options: Any) -> None:
        """Update the state, and note whether it was refused."""
        self.seen.append(answer(lambda: bool(self.graph.update_state(config or THREAD, values, **options))))
        self.look()

    def bulk(self, supersteps: Any, config: Any = None) -> None:
        """Update the state in supersteps, and note whether it was refused."""
        self.seen.append(answer(lambda: bool(self.graph.bulk_update_state(config or THREAD, supersteps))))
        self.look()

    def look(self) -> None:
        """Note the present state, and the state under its own id."""
        self.seen.append(snapshot(self.graph))
        config = answer(lambda: self.graph.get_state(THREAD).config)
        self.seen.append(snapshot(self.graph, config) if isinstance(config, dict) else config)

    def at(self, *following: str) -> Any:
        """Return the config of the newest checkpoint at which exactly these nodes are next."""
        return next(state.config for state in self.graph.get_state_history(THREAD) if state.next == following)

    def record(self) -> Any:
        """Return everything."""
        return plain([*self.seen, snapshots(self.graph), history(self.saver)])


def chain(lib: Any) -> Any:
    edges = [(None, "a"), ("a", "b"), ("b", "c")]
    return graph(lib, edges, a=says("a"), b=says("b"), c=says("c"))


def update_of_a_new_thread(lib: Any) -> Thread:
    thread = Thread(lib, chain)
    thread.look()
    thread.update({"x": ["u"]})
    thread.update({"x": ["v"]})
    thread.run(None)
    return thread


def update_as_a_node(lib: Any) -> Thread:
    thread = Thread(lib, chain, interrupt_before=["b", "c"])
    thread.run(EMPTY)
    thread.update({"x": ["by hand"]}, as_node="b")
    thread.run(None)
    thread.update(None, as_node="c")
    thread.update({"x": ["late"]}, as_node="a")
    thread.run(None)
    return thread


def update_without_a_node(lib: Any) -> Thread:
    thread = Thread(lib, unequal_branches, interrupt_after=["a"])
    thread.run(EMPTY)
    thread.update({"x": ["who"]})
    thread.update({"x": ["me"]}, as_node="b")
    thread.update({"x": ["me again"]})
    thread.run(None)
    thread.update({"x": ["last"]})
    return thread


def refused_updates(lib: Any) -> Thread:
    thread = Thread(lib, chain)
    thread.run(EMPTY)
    thread.update({"x": 1}, as_node="zz")
    thread.update({"x": 1}, as_node=lib.END)
    thread.update([], as_node="a")
    thread.update(None, as_node="__input__")
    thread.bulk([])
    thread.bulk([[]])
    both = [lib.StateUpdate({"x": ["1"]}, "a"), lib.StateUpdate({"x": ["2"]}, None)]
    thread.bulk([both])
    thread.bulk([[lib.StateUpdate(None, lib.END), lib.StateUpdate(None, lib.END)]])
    thread.bulk([[lib.StateUpdate({"x": []}, "__input__"), lib.StateUpdate({"x": []}, "a")]])
    return thread


def bulk_updates(lib: Any) -> Thread:
    thread = Thread(lib, joined_branches)
    thread.bulk(
        [
            [lib.StateUpdate({"x": ["in"]}, "__input__")],
            [lib.StateUpdate({"x": ["in"]}, "__start__")],
            [lib.StateUpdate({"x": ["A"]}, "a"), lib.StateUpdate({"x": ["B"]}, "b")],
        ]
    )
    thread.run(None)
    return thread


def update_as_input(lib: Any) -> Thread:
    thread = Thread(lib, chain, interrupt_before=["b"])
    thread.update({"x": ["first"]}, as_node="__input__")
    thread.run(None)
    thread.update({"x": ["second"]}, as_node="__input__")
    thread.run(None)
    return thread


def drop_what_is_due(lib: Any) -> Thread:
    thread = Thread(lib, unequal_branches, interrupt_before=["b2"])
    thread.run(EMPTY)
    thread.update(None, as_node=lib.END)
    thread.run(None)
    return thread


def copy_a_checkpoint(lib: Any) -> Thread:
    thread = Thread(lib, chain, interrupt_before=["b"])
    thread.run(EMPTY)
    thread.update(None, as_node="__copy__")
    thread.update([({"x": ["copied"]}, "b")], as_node="__copy__")
    thread.run(None)
    return thread


def update_that_does_not_fit(lib: Any) -> Thread:
    thread = Thread(lib, chain)
    thread.run(EMPTY)
    thread.update({"y": 1, "nobody": 2}, as_node="a")
    thread.update([lib.Command(update={"y": 2}, goto="c"), {"y": 3}], as_node="a")
    thread.run(None)
    return thread


def fork_by_id(lib: Any) -> Thread:
    thread = Thread(lib, chain)
    thread.run(EMPTY)
    thread.run(None)
    old = thread.at("b")
    thread.run(None, old)
    thread.run({"x": ["new input"]}, old)
    thread.update({"x": ["edit"]}, old, as_node="a")
    thread.run(None)
    thread.run(None, thread.graph.get_state(THREAD).config)
    return thread


def input_while_something_is_due(lib: Any) -> Thread:
    thread = Thread(lib, joined_branches, interrupt_before=["b2"])
    thread.run({"x": ["1"]})
    thread.run({"x": ["2"]})
    thread.run(None)
    thread.run(None)
    return thread


def barrier_survives(lib: Any) -> Thread:
    builder = graph(lib, [(["a", "b"], "c")], a=says("a"), b=says("b"), c=says("c"))
    builder.add_conditional_edges(lib.START, lambda s: s["x"][-1])
    thread = Thread(lib, lambda _: builder)
    thread.run({"x": ["a"]})
    thread.run({"x": ["b"]})
    return thread


def failing_once(lib: Any) -> Thread:
    faults = [1]

    def flaky(state: Any) -> Any:
        if faults:
            faults.clear()
            raise ValueError("once")
        return {"x": ["flaky"]}

    thread = Thread(lib, lambda lib: graph(lib, [(None, "a"), ("a", "b")], a=flaky, b=says("b")))
    thread.run(EMPTY)
    thread.run(None)
    return thread


def sibling_of_a_failure(lib: Any) -> Thread:
    ran: list[str] = []

    def bad(state: Any) -> Any:
        ran.append("bad")
        time.sleep(0.05)  # the sibling is long done when this fails
        raise ValueError("bad")

    def ok(state: Any) -> Any:
        ran.append("ok")
        return {"x": ["ok"]}

    thread = Thread(lib, lambda lib: graph(lib, [(None, "bad"), (None, "ok")], bad=bad, ok=ok))
    thread.run(EMPTY)
    thread.seen.append(sorted(ran))
    for config in (THREAD, thread.graph.get_state(THREAD).config):
        ran.clear()
        thread.run(None, config)
        thread.seen.append(sorted(ran))
    return thread


def router_fails_once(lib: Any) -> Thread:
    faults = [1]
    builder = graph(lib, [(None, "a")], a=says("a"), b=says("b"))
    builder.add_conditional_edges("a", lambda s: 1 / 0 if faults else "b")
    thread = Thread(lib, lambda _: builder)
    thread.run(EMPTY)
    faults.clear()
    thread.run(None)
    return thread


def conflict_stays_pending(lib: Any) -> Thread:
    nodes = {"a": lambda s: {"y": 1}, "b": lambda s: {"y": 2}}
    thread = Thread(lib, lambda lib: graph(lib, [(None, "a"), (None, "b")], **nodes))
    thread.run(EMPTY)
    thread.run(None)
    thread.run({"x": ["new"]})
    return thread


def input_that_poisons(lib: Any) -> Thread:
    thread = Thread(lib, pydantic_refuses)
    thread.run({"a": 1})
    thread.run(None)
    thread.run({"a": 2})
    return thread


def same_run_id(lib: Any) -> Thread:
    thread = Thread(lib, chain)
    config = {**THREAD, "metadata": {"run_id": "r", "note": "n"}}
    thread.run({"x": ["1"]}, config)
    thread.run({"x": ["2"]}, config)
    return thread


def breakpoints_of_one_call(lib: Any) -> Thread:
    thread = Thread(lib, chain, interrupt_before=["a"])
    thread.run(EMPTY)
    thread.run(None, interrupt_before=["a"])
    thread.run(EMPTY, interrupt_after=["nobody"])
    thread.run(None, interrupt_before=[])
    return thread


def saved_at_the_end(lib: Any) -> Thread:
    thread = Thread(lib, chain, interrupt_before=["c"])
    thread.seen.append(answer(lambda: thread.graph.invoke(EMPTY, THREAD, durability="exit")))
    thread.look()
    thread.seen.append(answer(lambda: thread.graph.invoke(None, THREAD, durability="exit")))
    thread.look()
    return thread


def limit_then_on(lib: Any) -> Thread:
    thread = Thread(lib, loop)
    thread.run({"y": 0}, {**THREAD, "recursion_limit": 2})
    thread.run(None, {**THREAD, "recursion_limit": 1})
    thread.run(None)
    return thread


def deferred_and_paused(lib: Any) -> Thread:
    thread = Thread(lib, deferred, interrupt_before=["b3", "d"])
    for given in (EMPTY, None, None):
        thread.run(given)
    return thread


def unknown_thread(lib: Any) -> Thread:
    thread = Thread(lib, chain)
    nowhere = {"configurable": {"thread_id": "1", "checkpoint_id": "1ef4f797-8335-6428-8001-8a1503f9b875"}}
    thread.run(None)
    thread.run(None, nowhere)
    thread.run(EMPTY, nowhere)
    thread.seen.append(answer(lambda: thread.graph.invoke(EMPTY)))
    thread.seen.append(answer(lambda: thread.graph.invoke(EMPTY, {"configurable": {"a": 1}})))
    thread.seen.append(answer(lambda: chain(lib).compile().get_state(THREAD)))
    return thread


def command_on_a_finished_thread(lib: Any) -> Thread:
    thread = Thread(lib, lambda lib: graph(lib, [(None, "a")], a=says("a"), b=says("b")))
    thread.run(lib.Command(update={"x": ["u"]}))
    thread.run(lib.Command(update={"x": ["v"]}))
    thread.run(lib.Command(goto="b"))
    thread.run(lib.Command(goto=[lib.Send("b", {}), "a"], update={"y": 4}))
    thread.run(lib.Command(goto=5))
    thread.run(lib.Command(graph=lib.Command.PARENT))
    return thread


def untracked_is_not_kept(lib: Any) -> Thread:
    from typing import Annotated

    schema = keys(u=Annotated[int, lib.UntrackedValue], y=int)
    nodes = {"a": lambda s: {"u": 1, "y": len(s)}, "b": lambda s: {"y": sorted(s)}}
    build = lambda lib: graph(lib, [(None, "a"), ("a", "b")], schema, **nodes)  # noqa: E731  # one line of a scenario
    thread = Thread(lib, build, interrupt_before=["b"])
    thread.run({"u": 5})
    thread.run(None)
    return thread


SCENARIOS = [
    value
    for name, value in list(globals().items())
    if getattr(value, "__module__", "") == __name__ and getattr(value, "__annotations__", {}).get("return") == "Thread"
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_a_thread_goes_like_the_reference(scenario: Callable[[Any], Thread]) -> None:
    """Every answer, every refusal, every checkpoint of the story is the same."""
    expected = scenario(REFERENCE).record()

    found = scenario(OURS).record()

    assert found == expected


_MODES: list[Any] = ["values", "updates", "debug", ["values"], ("values", "updates"), "nope", ["updates", "custom"]]


@pytest.mark.parametrize("modes", _MODES, ids=str)
@pytest.mark.parametrize("with_saver", [False, True])
def test_stream_modes_look_like_the_reference(modes: Any, with_saver: bool) -> None:
    """A name gives bare payloads, a list labelled ones, any other sequence bare ones, an unknown mode none."""

    def events(lib: Any) -> Any:
        saver = lib.InMemorySaver() if with_saver else None
        compiled = chain(lib).compile(checkpointer=saver)
        found = list(compiled.stream(EMPTY, THREAD, stream_mode=modes))
        return plain([_without_ids(event) for event in found])

    assert events(OURS) == events(REFERENCE)


def _without_ids(event: Any) -> Any:
    if isinstance(event, dict):
        return {
            key: "…" if key in {"id", "timestamp", "checkpoint_id"} else _without_ids(value)
            for key, value in event.items()
        }
    if isinstance(event, (list, tuple)):
        return type(event)(_without_ids(item) for item in event)
    return event


def test_events_are_delivered_when_the_reference_delivers_them() -> None:
    """Before a task starts, after each of several ends, and at the end; a lone task's events come after its save."""

    def story(lib: Any) -> list[Any]:
        told: list[Any] = []

        class Spy(lib.InMemorySaver):  # type: ignore[misc]  # the class is known only now
            def put(self, config: Any, checkpoint: Any, metadata: Any, versions: Any) -> Any:
                told.append(("put", metadata["step"], metadata["source"]))
                return super().put(config, checkpoint, metadata, versions)

        def node(state: Any) -> Any:
            told.append("a runs")
            return {"x": ["a"]}

        builder = graph(lib, [(None, "a"), ("a", "b")], State, a=node, b=says("b"))
        compiled = builder.compile(checkpointer=Spy())
        for mode, payload in compiled.stream(EMPTY, THREAD, stream_mode=["tasks", "updates"], durability="sync"):
            told.append((mode, sorted(payload)))
        return told

    assert story(OURS) == story(REFERENCE)


def test_a_closed_stream_leaves_the_last_checkpoint() -> None:
    """A consumer that goes away ends the run where it is, and the thread goes on from there."""

    def story(lib: Any) -> Any:
        thread = Thread(lib, chain)
        stream = thread.graph.stream(EMPTY, THREAD, stream_mode="updates", durability="sync")
        thread.seen.append(next(stream))
        stream.close()
        thread.look()
        thread.run(None)
        return thread.record()

    assert story(OURS) == story(REFERENCE)


def test_streams_of_a_resumed_run_match() -> None:
    """Restored tasks are told as cached, and the present values come first."""

    def story(lib: Any) -> Any:
        thread = Thread(lib, chain, interrupt_before=["b"])
        first = streamed(thread.graph, EMPTY, THREAD, durability="sync")
        return plain([first, streamed(thread.graph, None, THREAD, durability="sync")])

    assert story(OURS) == story(REFERENCE)
