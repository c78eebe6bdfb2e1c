"""Refusals of runs and of a thread: sections 1.2, 4, 5 and 6 of the engine's specification."""

from __future__ import annotations

import asyncio
import operator
from typing import Any

from pydantic import BaseModel

from tests.conformance.refusals.table import END, START, Refusal, nothing, waits
from tests.pregel.surprises.prelude import STATE, asks, graph, kept, says, thread


class Model(BaseModel):
    a: int = 0


def run(*edges: Any, given: Any = None, schema: Any = STATE, **nodes: Any) -> Any:
    """Return what runs a graph whose nodes are made for a library."""

    def attempt(lib: Any) -> Any:
        made = {name: node(lib) for name, node in nodes.items()}
        return graph(lib, edges, schema, **made).compile().invoke({"x": []} if given is None else given(lib))

    return attempt


def returning(result: Any) -> Any:
    """Return what runs a node that returns what is made for a library."""
    return run((START, "a"), a=lambda lib: lambda state: result(lib))


def routing(answer: Any, path_map: Any = None) -> Any:
    """Return what runs a router with this answer."""

    def attempt(lib: Any) -> Any:
        builder = graph(lib, [(START, "a")], a=nothing, b=nothing)
        return builder.add_conditional_edges("a", lambda state: answer(lib), path_map).compile().invoke({"x": []})

    return attempt


def on_thread(do: Any, *, runs: bool = True, node: Any = None) -> Any:
    """Return what does something with a thread of two nodes."""

    def attempt(lib: Any) -> Any:
        a = says("a") if node is None else node(lib)
        compiled = kept(lib, graph(lib, [(START, "a"), (START, "b")], a=a, b=says("b") if node is None else a))
        if runs:
            compiled.invoke({"x": []}, thread())
        return do(compiled, lib)

    return attempt


def without_saver(do: Any) -> Any:
    """Return what does something with a graph that keeps nothing."""
    return lambda lib: do(graph(lib, [(START, "a")], a=nothing).compile(), lib)


def updated(*supersteps: Any) -> Any:
    """Return what makes several updates of a thread."""

    def do(compiled: Any, lib: Any) -> Any:
        return compiled.bulk_update_state(
            thread(), [[lib.StateUpdate(*update) for update in superstep] for superstep in supersteps]
        )

    return on_thread(do)


ONE_VALUE = "At key 'y': Can receive only one value per step. Use an Annotated key to handle multiple values."
NO_KEYS = (
    "Checkpointer requires one or more of the following 'configurable' keys: thread_id, checkpoint_ns, checkpoint_id"
)
SEVERAL = (
    "When there are multiple pending interrupts, you must specify the interrupt id when resuming. "
    "Docs: https://docs.langchain.com/oss/python/langgraph/interrupts#handling-multiple-interrupts."
)
LIMIT = (
    "Recursion limit of 2 reached without hitting a stop condition. You can increase the limit by setting the "
    "`recursion_limit` config key."
)

ROWS: dict[str, Refusal] = {
    # Channels
    "two values": Refusal(
        "InvalidUpdateError",
        ONE_VALUE,
        run((START, "a"), (START, "b"), a=lambda lib: lambda s: {"y": 1}, b=lambda lib: lambda s: {"y": 2}),
        "INVALID_CONCURRENT_GRAPH_UPDATE",
    ),
    "two values of a guarded channel": Refusal(
        "InvalidUpdateError",
        "At key '': EphemeralValue(guard=True) can receive only one value per step. Use guard=False if you want to "
        "store any one of multiple values.",
        lambda lib: lib.EphemeralValue(int).update([1, 2]),
    ),
    "two untracked values": Refusal(
        "InvalidUpdateError",
        "At key '': UntrackedValue(guard=True) can receive only one value per step. Use guard=False if you want to "
        "store any one of multiple values.",
        lambda lib: lib.UntrackedValue(int).update([1, 2]),
    ),
    "unknown name at a barrier": Refusal(
        "InvalidUpdateError",
        "At key '': Value z not in {'a'}",
        lambda lib: lib.NamedBarrierValue(str, {"a"}).update(["z"]),
    ),
    "two overwrites": Refusal(
        "InvalidUpdateError",
        "Can receive only one Overwrite value per super-step.",
        lambda lib: lib.BinaryOperatorAggregate(list, operator.add).update([lib.Overwrite([1]), lib.Overwrite([2])]),
        "INVALID_CONCURRENT_GRAPH_UPDATE",
    ),
    "empty channel": Refusal("EmptyChannelError", "", lambda lib: lib.LastValue(int).get()),
    "no snapshots": Refusal(
        "ValueError",
        "snapshot_frequency must be a positive int, got 0",
        lambda lib: lib.DeltaChannel(operator.add, list, snapshot_frequency=0),
    ),
    # What nodes return
    **{
        f"returned {text}": Refusal(
            "InvalidUpdateError",
            f"Expected dict, got {text}",
            returning(result),
            "INVALID_GRAPH_NODE_RETURN_VALUE",
        )
        for text, result in {
            "[]": lambda lib: [],
            "0": lambda lib: 0,
            "False": lambda lib: False,
            "text": lambda lib: "text",
            "[Send(node='a', arg={})]": lambda lib: [lib.Send("a", {})],
        }.items()
    },
    "goto of a number": Refusal(
        "TypeError", "'int' object is not iterable", returning(lambda lib: lib.Command(goto=3))
    ),
    "no parent for a node": Refusal(
        "ParentCommand",
        "Command(update={'y': 1})",
        returning(lambda lib: lib.Command(graph=lib.Command.PARENT, update={"y": 1})),
    ),
    "input that does not fit": Refusal(
        "ValidationError",
        "1 validation error for Model",
        run((START, "a"), schema=Model, given=lambda lib: {"a": "bad"}, a=lambda lib: nothing),
    ),
    "awaited node in a plain run": Refusal(
        "TypeError", 'No synchronous function provided to "a".', run((START, "a"), a=lambda lib: waits)
    ),
    "own error of a node": Refusal(
        "ZeroDivisionError", "division by zero", run((START, "a"), a=lambda lib: lambda state: 1 / 0)
    ),
    "cancelled by itself": Refusal(
        "NodeCancelledError",
        "Node 'a' raised asyncio.CancelledError",
        lambda lib: asyncio.run(graph(lib, [(START, "a")], a=_cancelled).compile().ainvoke({"x": []})),
    ),
    # Routers
    "no destination": Refusal("ValueError", "Branch did not return a valid destination", routing(lambda lib: None)),
    "destination START": Refusal("ValueError", "Branch did not return a valid destination", routing(lambda lib: START)),
    "packet to END": Refusal(
        "InvalidUpdateError", "Cannot send a packet to the END node", routing(lambda lib: lib.Send(END, {}))
    ),
    "not in the map": Refusal("KeyError", "'zz'", routing(lambda lib: "zz", {"k": "b"})),
    "END not in the map": Refusal("KeyError", "'__end__'", routing(lambda lib: END, {"k": "b"})),
    # Inputs
    "no input": Refusal(
        "EmptyInputError", "Received no input for __start__", without_saver(lambda graph, lib: graph.invoke(None))
    ),
    "list for an input": Refusal(
        "InvalidUpdateError",
        "Expected dict, got []",
        without_saver(lambda graph, lib: graph.invoke([])),
        "INVALID_GRAPH_NODE_RETURN_VALUE",
    ),
    "no parent for an input": Refusal(
        "InvalidUpdateError",
        "There is no parent graph",
        without_saver(lambda graph, lib: graph.invoke(lib.Command(graph=lib.Command.PARENT))),
    ),
    "goto of an input": Refusal(
        "TypeError",
        "In Command.goto, expected Send/str, got int",
        without_saver(lambda graph, lib: graph.invoke(lib.Command(goto=[3]))),
    ),
    "answer without a saver": Refusal(
        "RuntimeError",
        "Cannot use Command(resume=...) without checkpointer",
        without_saver(lambda graph, lib: graph.invoke(lib.Command(resume=1))),
    ),
    "one answer for several questions": Refusal(
        "RuntimeError",
        SEVERAL,
        on_thread(lambda graph, lib: graph.invoke(lib.Command(resume=1), thread()), node=asks),
    ),
    "limit": Refusal(
        "GraphRecursionError",
        LIMIT,
        lambda lib: (
            graph(lib, [(START, "a"), ("a", "a")], a=says("a")).compile().invoke({"x": []}, {"recursion_limit": 2})
        ),
        "GRAPH_RECURSION_LIMIT",
    ),
    "no limit": Refusal(
        "ValueError",
        "recursion_limit must be at least 1",
        without_saver(lambda graph, lib: graph.invoke({"x": []}, {"recursion_limit": 0})),
    ),
    "unknown key": Refusal(
        "ValueError",
        "Key nope not in channels",
        without_saver(lambda graph, lib: graph.invoke({"x": []}, output_keys="nope")),
    ),
    # Savers and threads
    "own saver at the root": Refusal(
        "RuntimeError",
        "checkpointer=True cannot be used for root graphs.",
        lambda lib: graph(lib, [(START, "a")], a=nothing).compile(checkpointer=True).invoke({"x": []}, thread()),
    ),
    "no thread": Refusal(
        "KeyError",
        "'thread_id'",
        on_thread(lambda graph, lib: graph.invoke({"x": []}, {"configurable": {"k": 1}}), runs=False),
    ),
    "nothing to keep by": Refusal(
        "ValueError", NO_KEYS, on_thread(lambda graph, lib: graph.invoke({"x": []}), runs=False)
    ),
    "state without a saver": Refusal(
        "ValueError", "No checkpointer set", without_saver(lambda graph, lib: graph.get_state(thread()))
    ),
    "history without a saver": Refusal(
        "ValueError", "No checkpointer set", without_saver(lambda graph, lib: list(graph.get_state_history(thread())))
    ),
    "edit without a saver": Refusal(
        "ValueError", "No checkpointer set", without_saver(lambda graph, lib: graph.update_state(thread(), {}))
    ),
    "cache without a cache": Refusal(
        "ValueError",
        "No cache is set for this graph. Cannot clear cache.",
        without_saver(lambda graph, lib: graph.clear_cache()),
    ),
    "edit as nobody known": Refusal(
        "InvalidUpdateError",
        "Ambiguous update, specify as_node",
        on_thread(lambda graph, lib: graph.update_state(thread(), {"y": 1})),
    ),
    "edit as nowhere": Refusal(
        "InvalidUpdateError",
        "Node zz does not exist",
        on_thread(lambda graph, lib: graph.update_state(thread(), {"y": 1}, as_node="zz")),
    ),
    "edit as END": Refusal(
        "InvalidUpdateError",
        "Node __end__ does not exist",
        on_thread(lambda graph, lib: graph.update_state(thread(), {"y": 1}, as_node=END)),
    ),
    "edit as no input": Refusal(
        "InvalidUpdateError",
        "Received no input writes for __start__",
        on_thread(lambda graph, lib: graph.update_state(thread(), None, as_node="__input__")),
    ),
    "copy of nothing": Refusal(
        "InvalidUpdateError",
        "Cannot copy a non-existent checkpoint",
        on_thread(lambda graph, lib: graph.update_state(thread(), None, as_node="__copy__"), runs=False),
    ),
    "edit inside of nowhere": Refusal(
        "ValueError",
        "Subgraph nope not found",
        on_thread(
            lambda graph, lib: graph.update_state({"configurable": {"thread_id": "1", "checkpoint_ns": "nope"}}, {})
        ),
    ),
    "no supersteps": Refusal("ValueError", "No supersteps provided", updated()),
    "no updates": Refusal("ValueError", "No updates provided", updated([])),
    "several updates as nobody": Refusal(
        "InvalidUpdateError",
        "as_node is required when applying multiple updates",
        updated([({"y": 1}, None), ({"y": 2}, "b")]),
    ),
    "several updates that clear": Refusal(
        "InvalidUpdateError",
        "Cannot apply multiple updates when clearing state",
        updated([(None, END), ({"y": 2}, "b")]),
    ),
    "several updates as an input": Refusal(
        "InvalidUpdateError",
        "Cannot apply multiple updates when updating as input",
        updated([({"y": 1}, "__input__"), ({"y": 2}, "b")]),
    ),
    "several updates that copy": Refusal(
        "InvalidUpdateError",
        "Cannot copy checkpoint with multiple updates",
        updated([(None, "__copy__"), ({"y": 2}, "b")]),
    ),
}


async def _cancelled(state: Any) -> None:
    raise asyncio.CancelledError
