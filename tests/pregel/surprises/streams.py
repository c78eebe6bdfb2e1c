"""Surprises 33-39: streams."""

from __future__ import annotations

from typing import Any

from tests.pregel.surprises.prelude import START, STATE, fails, graph, kept, says, surprise, thread, tried, typed


@surprise(
    33,
    "a task event lists every trigger of the node, sorted, and not the one that fired",
    expected=("c", ("branch:to:c", "join:b+a:c")),
)
def triggers_of_a_task(lib: Any) -> Any:
    edges = [(START, "a"), (START, "b"), ("a", "c"), (["b", "a"], "c")]
    compiled = graph(lib, edges, **{name: says(name) for name in "abc"}).compile()
    events = compiled.stream({"x": []}, stream_mode="tasks")
    return [(event["name"], event["triggers"]) for event in events if "triggers" in event][-1]


@surprise(
    34,
    "the start is hidden, and the checkpoint event of the input shows the state before it",
    expected=[
        ("checkpoints", {"x": []}, ["__start__"]),
        ("values", {"x": ["in"]}),
        ("checkpoints", {"x": ["in"]}, ["a"]),
        ("tasks", "a"),
    ],
)
def hidden_start(lib: Any) -> Any:
    modes = ["checkpoints", "tasks", "updates", "values"]
    events = list(kept(lib, graph(lib, [(START, "a")], a=says("a"))).stream({"x": ["in"]}, thread(), stream_mode=modes))
    return [
        (mode, event["values"], event["next"]) if mode == "checkpoints" else (mode, event.get("name", event))
        for mode, event in events
    ][:4]


@surprise(
    35,
    "stream tells every key of the state, invoke those of the output",
    expected=([{"a": {"x": [1], "y": 2}}], {"y": 2}, [{"a": {"y": 2}}]),
)
def keys_that_are_told(lib: Any) -> Any:
    builder = lib.StateGraph(STATE, output_schema=typed(y=int)).add_node("a", lambda state: {"x": [1], "y": 2})
    compiled = builder.add_edge(START, "a").compile()
    updates = compiled.invoke({"x": []}, stream_mode="updates")
    return (list(compiled.stream({"x": []})), compiled.invoke({"x": []}), updates)


@surprise(
    36,
    "a tuple of modes gives events without labels, and an unknown mode none and no error",
    expected=([{"x": []}, {"a": {"x": ["a"]}}, {"x": ["a"]}], []),
)
def modes_that_are_no_list(lib: Any) -> Any:
    compiled = graph(lib, [(START, "a")], a=says("a")).compile()
    several = compiled.stream({"x": []}, stream_mode=("updates", "values"))
    return (list(several), list(compiled.stream({"x": []}, stream_mode="nope")))


@surprise(
    37,
    "a node that writes nothing makes an update event and no values event",
    expected=[
        ("values", {"x": ["in"]}),
        ("updates", {"a": None}),
        ("updates", {"b": {"x": ["b"]}}),
        ("values", {"x": ["in", "b"]}),
    ],
)
def node_that_writes_nothing(lib: Any) -> Any:
    compiled = graph(lib, [(START, "a"), ("a", "b")], a=lambda state: None, b=says("b")).compile()
    return list(compiled.stream({"x": ["in"]}, stream_mode=["updates", "values"]))


@surprise(
    38,
    "the update of a lone task reaches the consumer after the checkpoint of its superstep",
    expected=[
        ("put", -1),
        ("put", 0),
        ("tasks", "triggers"),
        "run a",
        ("put", 1),
        ("updates", "a"),
        ("tasks", "result"),
    ],
)
def update_after_its_checkpoint(lib: Any) -> Any:
    log: list[Any] = []

    class Spy(lib.InMemorySaver):  # type: ignore[misc]  # the class of either library
        def put(self, config: Any, checkpoint: Any, metadata: Any, versions: Any) -> Any:
            log.append(("put", metadata["step"]))
            return super().put(config, checkpoint, metadata, versions)

    builder = graph(lib, [(START, "a")], a=lambda state: log.append("run a"))
    compiled = builder.compile(checkpointer=Spy())
    for mode, event in compiled.stream({"x": []}, thread(), stream_mode=["tasks", "updates"], durability="sync"):
        log.append((mode, max(event)))
    return log


@surprise(
    39,
    "the result of a lone task that failed is delivered before its error; 1.2.9 lost it",
    expected=("ValueError: x", ["start", "result"]),
)
def result_of_a_failed_task(lib: Any) -> Any:
    told: list[str] = []

    def consume() -> None:
        events = graph(lib, [(START, "a")], a=fails).compile().stream({"x": []}, stream_mode="tasks")
        told.extend("result" if "result" in event else "start" for event in events)

    return (tried(consume), told)
