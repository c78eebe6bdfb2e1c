"""Graphs of bare channels, built with either library, tell the same events and refuse in the same words."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from tests.conformance.libraries import OURS, REFERENCE

Build: TypeAlias = Callable[[Any], Any]

MODES = ["values", "updates", "tasks", "checkpoints"]
THREAD = {"configurable": {"thread_id": "1"}}
_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


def one_node(lib: Any, **parts: Any) -> Any:
    node = lib.NodeBuilder().subscribe_only("a").write_to("c")
    defaults = {
        "nodes": {"n": node},
        "channels": {"a": lib.EphemeralValue(str), "c": lib.LastValue(str)},
        "input_channels": "a",
        "output_channels": "c",
    }
    return lib.Pregel(**{**defaults, **parts})


def relay(lib: Any) -> Any:
    builder = lib.NodeBuilder
    return lib.Pregel(
        nodes={
            "a": builder().subscribe_only("in").do(lambda x: x + 1).write_to("mid"),
            "b": builder().subscribe_only("mid").do(lambda x: x * 10).write_to("out", "total"),
        },
        channels={
            "in": lib.EphemeralValue(int),
            "mid": lib.LastValue(int),
            "out": lib.LastValue(int),
            "total": lib.BinaryOperatorAggregate(int, operator.add),
        },
        input_channels="in",
        output_channels=["out", "total"],
        checkpointer=lib.InMemorySaver(),
    )


def keyword_writes(lib: Any) -> Any:
    node = (
        lib.NodeBuilder().subscribe_only("a").do(lambda x: x).write_to("c", d=lambda x: x + "d", e=5, f=lambda _: None)
    )
    channels = {"a": lib.EphemeralValue(str), **{name: lib.LastValue(str) for name in "cdef"}}
    return one_node(lib, nodes={"n": node}, channels=channels, output_channels=["c", "d", "e", "f"])


def read_besides(lib: Any) -> Any:
    node = lib.NodeBuilder().subscribe_to("a", read=False).read_from("b").do(lambda x: {**x}).write_to("c")
    channels = {"a": lib.EphemeralValue(str), "b": lib.EphemeralValue(str), "c": lib.LastValue(dict)}
    return one_node(lib, nodes={"n": node}, channels=channels, input_channels=["a", "b"])


def two_functions(lib: Any) -> Any:
    node = lib.NodeBuilder().subscribe_to("a").do(lambda x: x["a"] + "!").do(lambda x: x * 2).write_to("c")
    return one_node(lib, nodes={"n": node}, stream_channels="c")


def listed(lib: Any) -> Any:
    nodes = {
        "a": lib.NodeBuilder().subscribe_only("a").do(lambda x: [x, x + "!"]).write_to("t"),
        "b": lib.NodeBuilder().subscribe_only("t").do("-".join).write_to("c"),
    }
    return one_node(lib, nodes=nodes, channels={**one_node(lib).channels, "t": lib.Topic(str)})


def packets(lib: Any) -> Any:
    node = lib.NodeBuilder().subscribe_only("a").do(lambda x: [lib.Send("n", x)]).write_to("__pregel_tasks")
    return one_node(lib, nodes={"n": node})


CASES: list[tuple[Build, Any]] = [
    (one_node, "x"),
    (one_node, None),
    (relay, 1),
    (keyword_writes, "x"),
    (read_besides, {"a": "1"}),
    (read_besides, {"a": "1", "b": "2"}),
    (read_besides, {"b": "2"}),
    (read_besides, {"zz": "2"}),
    (read_besides, "x"),
    (two_functions, "x"),
    (listed, "x"),
    (packets, "x"),
]


def told(call: Callable[..., Any], *given: Any, **named: Any) -> str:
    """What `call` gives, or what it raises, without the ids that differ from run to run."""
    try:
        found = call(*given, **named)
    except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
        found = f"{type(error).__name__}: {error}"
    return _IDS.sub("ID", repr(found))


def events(graph: Any, given: Any) -> list[Any]:
    """All events of a run, of checkpoints what differs from graph to graph."""
    streamed = graph.stream(given, THREAD, stream_mode=MODES)
    return [(mode, (part["values"], part["next"]) if mode == "checkpoints" else part) for mode, part in streamed]


@pytest.mark.parametrize(("build", "given"), CASES, ids=lambda part: getattr(part, "__name__", repr(part)))
def test_a_run_tells_the_same(build: Build, given: Any) -> None:
    """Output and events, or the refusal."""
    ours, reference = (
        (told(build(lib).invoke, given, THREAD), told(events, build(lib), given)) for lib in (OURS, REFERENCE)
    )

    assert ours == reference


PARTS: list[dict[str, Any]] = [
    {"nodes": {}},
    {"channels": None},
    {"input_channels": "zz"},
    {"input_channels": ["zz", "a"]},
    {"input_channels": "c"},
    {"input_channels": ["c"]},
    {"output_channels": "zz"},
    {"output_channels": ["c", "zz"]},
    {"stream_channels": "zz"},
    {"interrupt_after_nodes": ["q"]},
    {"interrupt_before_nodes": ["q"]},
]


@pytest.mark.parametrize("parts", PARTS, ids=repr)
def test_parts_that_do_not_fit_are_refused_in_the_same_words(parts: dict[str, Any]) -> None:
    """Names that nothing has, and an input that wakes nobody."""
    ours, reference = (told(one_node, lib, **parts) for lib in (OURS, REFERENCE))

    assert ours == reference
    assert "Error" in ours


@pytest.mark.parametrize(
    "steps",
    [
        lambda node: node.subscribe_only("a").subscribe_only("b"),
        lambda node: node.subscribe_to("a").subscribe_only("b"),
        lambda node: node.subscribe_only("a").subscribe_to("b"),
        lambda node: node.subscribe_only("a").read_from("b"),
    ],
    ids=["only, only", "to, only", "only, to", "only, from"],
)
def test_a_node_reads_one_bare_value_or_several_by_name(steps: Callable[[Any], Any]) -> None:
    """Not both."""
    ours, reference = (told(steps, lib.NodeBuilder()) for lib in (OURS, REFERENCE))

    assert ours == reference
    assert "Error" in ours


def story(lib: Any) -> list[Any]:
    """A thread of a graph of bare channels: two inputs, an edit, going on, a breakpoint, and all of its history."""
    graph = relay(lib)
    told_values: list[Any] = [graph.invoke(1, THREAD), graph.invoke(2, THREAD)]
    graph.update_state(THREAD, 5, as_node="a")
    told_values += [graph.get_state(THREAD).next, graph.invoke(None, THREAD)]
    graph.update_state(THREAD, 7)
    graph.interrupt_after_nodes = ["a"]
    told_values += [graph.invoke(1, THREAD), graph.get_state(THREAD).next]
    graph.update_state(THREAD, 3, as_node="__input__")
    told_values += [graph.get_state(THREAD).next, graph.input_channels, graph.output_channels]
    history = graph.get_state_history(THREAD)
    return [*told_values, *[(h.values, h.next, h.metadata["source"], [t.result for t in h.tasks]) for h in history]]


def test_a_thread_goes_through_the_same_states() -> None:
    """Values, who is next, and what each task gave."""
    assert story(OURS) == story(REFERENCE)
