"""Refusals of the builder and of compiling: sections 2 and 3.3 of the engine's specification."""

from __future__ import annotations

import operator
from typing import Annotated, Any, Literal

from tests.conformance.refusals.table import END, START, Refusal, nothing, waits
from tests.pregel.surprises.prelude import STATE, typed


def builder(lib: Any) -> Any:
    """Return a builder of two nodes that begins with the first."""
    return lib.StateGraph(STATE).add_node("a", nothing).add_node("b", nothing).add_edge(START, "a")


def state(**fields: Any) -> Any:
    """Return what makes a builder of a state of these fields."""
    return lambda lib: lib.StateGraph(typed(**{key: field(lib) for key, field in fields.items()}))


def goes_to_nowhere(lib: Any) -> Any:
    def goes(state: Any) -> Any: ...

    goes.__annotations__["return"] = lib.Command[Literal["q"]]
    return builder(lib).add_node("goes", goes).compile()


def taken_handler(lib: Any) -> Any:
    made = lib.StateGraph(STATE).add_node("__error_handler__a", nothing)
    return made.add_node("a", nothing, error_handler=nothing)


def compiled_twice(lib: Any) -> Any:
    made = builder(lib).set_node_defaults(error_handler=nothing)
    made.compile()
    return made.compile()


def same_branch_twice(lib: Any) -> Any:
    def route(state: Any) -> str:
        return "b"

    return builder(lib).add_conditional_edges("a", route).add_conditional_edges("a", route)


def cond(state: Any) -> str:
    return "b"


RESERVED = "'|' is a reserved character and is not allowed in the node names."
SAVER = (
    "Invalid checkpointer provided. Expected an instance of `BaseCheckpointSaver`, `True`, `False`, or `None`. "
    "Received object. Pass a proper saver (e.g., InMemorySaver, AsyncPostgresSaver)."
)
SYNC = (
    "Node timeouts are only supported for async nodes because sync Python execution cannot be safely cancelled "
    "in-process. Node 't' is sync."
)
UNSUPPORTED = "Expected a Runnable, callable or dict.Instead got an unsupported type: <class 'int'>"

ROWS: dict[str, Refusal] = {
    # Schemas
    "reducer of three": Refusal(
        "ValueError",
        "Invalid reducer signature. Expected (a, b) -> c. Got (a, b, c)",
        state(x=lambda lib: Annotated[int, lambda a, b, c: a]),
    ),
    "reducer without a signature": Refusal(
        "ValueError",
        "no signature found for builtin <built-in function max>",
        state(x=lambda lib: Annotated[int, max]),
    ),
    "class that needs an operator": Refusal(
        "TypeError",
        "BinaryOperatorAggregate.__init__() missing 1 required positional argument: 'operator'",
        state(x=lambda lib: Annotated[int, lib.BinaryOperatorAggregate]),
    ),
    "unresolved name": Refusal("NameError", "name 'Unknown' is not defined", state(x=lambda lib: "Unknown")),
    "schemas that disagree": Refusal(
        "ValueError",
        "Channel 'x' already exists with a different type",
        lambda lib: lib.StateGraph(typed(x=int), output_schema=typed(x=Annotated[int, operator.add])),
    ),
    "managed values that disagree": Refusal(
        "ValueError",
        "Managed value 'x' already exists with a different type",
        lambda lib: lib.StateGraph(typed(x=lib.IsLastStep)).add_node(
            "a", nothing, input_schema=typed(x=lib.RemainingSteps)
        ),
    ),
    "managed value in an input": Refusal(
        "ValueError",
        "Invalid managed channels detected in Typed: x. Managed channels are not permitted in Input/Output schema.",
        lambda lib: lib.StateGraph(STATE, input_schema=typed(x=lib.IsLastStep)),
    ),
    # Nodes
    "name without an action": Refusal("RuntimeError", "", lambda lib: builder(lib).add_node("c")),
    "no action": Refusal("TypeError", UNSUPPORTED, lambda lib: builder(lib).add_node("c", 3)),
    "node twice": Refusal("ValueError", "Node `a` already present.", lambda lib: builder(lib).add_node("a", nothing)),
    "node named START": Refusal(
        "ValueError", "Node `__start__` is reserved.", lambda lib: builder(lib).add_node(START, nothing)
    ),
    "node named END": Refusal(
        "ValueError", "Node `__end__` is reserved.", lambda lib: builder(lib).add_node(END, nothing)
    ),
    "bar in a name": Refusal("ValueError", RESERVED, lambda lib: builder(lib).add_node("a|b", nothing)),
    "colon in a name": Refusal(
        "ValueError", RESERVED.replace("|", ":"), lambda lib: builder(lib).add_node("a:b", nothing)
    ),
    "handler's name taken": Refusal(
        "ValueError", "Auto-generated error handler node `__error_handler__a` already exists.", taken_handler
    ),
    "default handler's name taken": Refusal(
        "ValueError",
        "Auto-generated default error handler node `__default_error_handler__` already exists.",
        compiled_twice,
    ),
    "no time": Refusal(
        "ValueError", "run_timeout must be greater than 0", lambda lib: builder(lib).add_node("t", waits, timeout=0)
    ),
    # Edges, routers, sequences
    "edge from END": Refusal("ValueError", "END cannot be a start node", lambda lib: builder(lib).add_edge(END, "a")),
    "edge to START": Refusal(
        "ValueError", "START cannot be an end node", lambda lib: builder(lib).add_edge("a", START)
    ),
    "list from END": Refusal(
        "ValueError", "END cannot be a start node", lambda lib: builder(lib).add_edge(["a", END], "b")
    ),
    "list from START": Refusal(
        "ValueError", "Need to add_node `__start__` first", lambda lib: builder(lib).add_edge([START], "b")
    ),
    "list from nowhere": Refusal(
        "ValueError", "Need to add_node `q` first", lambda lib: builder(lib).add_edge(["a", "q"], "b")
    ),
    "list to nowhere": Refusal(
        "ValueError", "Need to add_node `q` first", lambda lib: builder(lib).add_edge(["a"], "q")
    ),
    "router twice": Refusal("ValueError", "Branch with name `route` already exists for node `a`", same_branch_twice),
    "no sequence": Refusal(
        "ValueError", "Sequence requires at least one node.", lambda lib: builder(lib).add_sequence([])
    ),
    "node twice in a sequence": Refusal(
        "ValueError",
        "Node names must be unique: node with the name 'nothing' already exists. If you need to use two different "
        "runnables/callables with the same name (for example, using `lambda`), please provide them as tuples (name, "
        "runnable/callable).",
        lambda lib: builder(lib).add_sequence([nothing, nothing]),
    ),
    # Compiling
    "from nowhere": Refusal(
        "ValueError",
        "Found edge starting at unknown node 'q'",
        lambda lib: builder(lib).add_edge("q", "a").compile(),
    ),
    "router from nowhere": Refusal(
        "ValueError",
        "Found edge starting at unknown node 'q'",
        lambda lib: builder(lib).add_conditional_edges("q", cond).compile(),
    ),
    "no beginning": Refusal(
        "ValueError",
        "Graph must have an entrypoint: add at least one edge from START to another node",
        lambda lib: lib.StateGraph(STATE).add_node("a", nothing).compile(),
    ),
    "router's map to nowhere": Refusal(
        "ValueError",
        "At 'a' node, 'cond' branch found unknown target 'zz'",
        lambda lib: builder(lib).add_conditional_edges("a", cond, {"k": "zz"}).compile(),
    ),
    "to nowhere": Refusal(
        "ValueError", "Found edge ending at unknown node `q`", lambda lib: builder(lib).add_edge("a", "q").compile()
    ),
    "command's hint to nowhere": Refusal("ValueError", "Found edge ending at unknown node `q`", goes_to_nowhere),
    "destinations to nowhere": Refusal(
        "ValueError",
        "Found edge ending at unknown node `q`",
        lambda lib: builder(lib).add_node("c", nothing, destinations=("q",)).compile(),
    ),
    "pause before nowhere": Refusal(
        "ValueError", "Interrupt node `q` not found", lambda lib: builder(lib).compile(interrupt_before=["q"])
    ),
    "pause after START": Refusal(
        "ValueError", "Interrupt node `__start__` not found", lambda lib: builder(lib).compile(interrupt_after=[START])
    ),
    "pause before nowhere and after all": Refusal(
        "ValueError",
        "Node q not in nodes",
        lambda lib: builder(lib).compile(interrupt_before=["q"], interrupt_after="*"),
    ),
    "reserved channel": Refusal(
        "ValueError",
        "Channel name '__input__' is reserved",
        lambda lib: lib.StateGraph(typed(__input__=int)).add_node("a", nothing).add_edge(START, "a").compile(),
    ),
    "reserved node": Refusal(
        "ValueError",
        "Node name '__interrupt__' is reserved",
        lambda lib: builder(lib).add_node("__interrupt__", nothing).compile(),
    ),
    "channel of packets": Refusal(
        "ValueError",
        "Channel '__pregel_tasks' is reserved and cannot be used in the graph.",
        lambda lib: lib.StateGraph(typed(__pregel_tasks=int)).add_node("a", nothing).add_edge(START, "a").compile(),
    ),
    "time for a node that blocks": Refusal(
        "ValueError", SYNC, lambda lib: builder(lib).add_node("t", nothing, timeout=1).compile()
    ),
    "no saver": Refusal("TypeError", SAVER, lambda lib: builder(lib).compile(checkpointer=object())),
}
