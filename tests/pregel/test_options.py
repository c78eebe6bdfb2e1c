"""What a caller may say about a run, and the forms in which a run answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

import pytest
from pydantic import BaseModel

from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.config import get_stream_writer
from stepgraph.errors import GraphDrained
from stepgraph.graph import StateGraph
from stepgraph.runtime import RunControl
from stepgraph.types import GraphOutput, StreamWriter, interrupt
from tests.pregel.graphs import State, build, kept, says, thread


class Small(TypedDict, total=False):
    """An output of one key."""

    y: int


def two() -> Any:
    """Return a graph whose second node writes another key."""
    return build([("__start__", "a"), ("a", "b")], a=says("a"), b=lambda state: {"y": 2}).compile()


def test_output_keys_choose_what_is_shown() -> None:
    """A list gives a dict of these keys, a name the bare value, an unknown name a refusal."""
    graph = two()

    assert graph.invoke({"x": []}, output_keys=["y"]) == {"y": 2}
    assert graph.invoke({"x": []}, output_keys="x") == ["a"]
    with pytest.raises(ValueError, match="Key nope not in channels"):
        graph.invoke({"x": []}, output_keys=["nope"])


def test_invoke_with_another_mode_lists_the_events() -> None:
    """Only with the keys of the output."""
    builder: StateGraph = StateGraph(State, output_schema=Small)
    builder.add_node("a", lambda state: {"x": [1], "y": 2}).add_edge("__start__", "a")

    assert builder.compile().invoke({"x": []}, stream_mode="updates") == [{"a": {"y": 2}}]


def test_namespaces_are_shown_when_asked_for() -> None:
    """The root's is empty."""
    events = list(two().stream({"x": []}, stream_mode=["updates"], subgraphs=True))

    assert events[0] == ((), "updates", {"a": {"x": ["a"]}})


def test_version_two_labels_every_part() -> None:
    """With type, namespace and data; values say which questions wait."""
    parts = list(two().stream({"x": []}, stream_mode=["values", "updates"], version="v2"))

    assert parts[:2] == [
        {"type": "values", "ns": (), "data": {"x": []}, "interrupts": ()},
        {"type": "updates", "ns": (), "data": {"a": {"x": ["a"]}}},
    ]


def test_version_two_makes_objects_of_the_output_class() -> None:
    """A pydantic state comes back as the model."""

    class Model(BaseModel):
        y: int = 0

    graph = build([("__start__", "a")], Model, a=lambda state: {"y": 3}).compile()

    assert graph.invoke({"y": 1}, version="v2") == GraphOutput(value=Model(y=3), interrupts=())


def test_waiting_questions_come_with_the_output() -> None:
    """Under a key of their own, in version two beside the value."""
    graph = kept(build([("__start__", "a")], a=lambda state: {"y": interrupt("how many?")}))

    first = graph.invoke({"x": []}, thread("1"))
    second = graph.invoke({"x": []}, thread("2"), version="v2")

    assert [question.value for question in first["__interrupt__"]] == ["how many?"]
    assert [question.value for question in second.interrupts] == ["how many?"]


def test_events_can_be_printed_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Printing changes nothing about the output."""
    output = two().invoke({"x": []}, print_mode="updates")

    assert output == {"x": ["a"], "y": 2}
    assert capsys.readouterr().out == (
        "\033[1m[updates]\033[0m {'a': {'x': ['a']}}\n\033[1m[updates]\033[0m {'b': {'y': 2}}\n"
    )


def test_a_context_of_the_declared_class_is_made_of_a_dict() -> None:
    """Anything else is passed on as it is."""

    @dataclass
    class Context:
        user: str

    seen: list[Any] = []
    builder: StateGraph = StateGraph(State, Context)
    builder.add_node("a", lambda state, runtime: seen.append(runtime.context)).add_edge("__start__", "a")
    graph = builder.compile()

    graph.invoke({"x": []}, context={"user": "u"})
    graph.invoke({"x": []}, context=5)
    graph.invoke({"x": []})

    assert seen == [Context("u"), 5, None]


def test_a_bound_config_is_merged_under_the_calls() -> None:
    """Keys of the call win; metadata and configurable are merged key by key."""
    graph = kept(build([("__start__", "a")], a=says("a")))
    graph.config = {"configurable": {"thread_id": "bound"}, "metadata": {"who": "bound", "why": "bound"}}

    graph.invoke({"x": []}, {"metadata": {"who": "call"}})

    assert graph.get_state({"configurable": {}}).metadata == {
        "source": "loop",
        "step": 1,
        "parents": {},
        "who": "call",
        "why": "bound",
    }


def test_a_limit_below_one_is_refused() -> None:
    """Before anything runs."""
    with pytest.raises(ValueError, match="recursion_limit must be at least 1"):
        two().invoke({"x": []}, {"recursion_limit": 0})


def test_durability_without_a_saver_is_warned_of() -> None:
    """It has no effect, and the run goes on."""
    with pytest.warns(UserWarning, match="`durability` has no effect when no checkpointer is present."):
        output = two().invoke({"x": []}, durability="sync")

    assert output == {"x": ["a"], "y": 2}


def test_the_saver_of_a_call_replaces_the_compiled_one() -> None:
    """The compiled saver is not written."""
    graph, other = kept(build([("__start__", "a")], a=says("a"))), InMemorySaver()

    graph.trace({"x": []}, thread(), saver=other)

    assert (len(list(other.list(thread()))), list(graph.checkpointer.list(thread()))) == (3, [])


def test_a_graph_can_be_bound_to_a_config() -> None:
    """The original stays as it was."""
    graph = kept(build([("__start__", "a")], a=says("a")))

    bound = graph.with_config({"recursion_limit": 1}, configurable={"thread_id": "bound"})

    assert bound.config == {"recursion_limit": 1, "configurable": {"thread_id": "bound"}, "tags": [], "metadata": {}}
    assert graph.config is None


def test_a_run_can_be_asked_to_stop_between_supersteps() -> None:
    """What was done is kept, and the run goes on later."""
    control = RunControl()

    def last(state: Any) -> Any:
        control.request_drain("enough")
        return {"x": ["a"]}

    graph = kept(build([("__start__", "a"), ("a", "b")], a=last, b=says("b")))

    with pytest.raises(GraphDrained, match="Graph drained: enough"):
        graph.invoke({"x": []}, thread(), control=control)

    assert graph.invoke(None, thread()) == {"x": ["a", "b"]}


def test_nodes_stream_values_of_their_own() -> None:
    """In the mode "custom"; in any other they are dropped."""

    def node(state: Any, writer: StreamWriter) -> Any:
        writer({"progress": 1})
        get_stream_writer()("done")
        return {"x": ["a"]}

    graph = build([("__start__", "a")], a=node).compile()

    assert list(graph.stream({"x": []}, stream_mode="custom")) == [{"progress": 1}, "done"]
    assert list(graph.stream({"x": []})) == [{"a": {"x": ["a"]}}]
