"""For each rule: a graph that it is about, and one like it that it is not about."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = """\
import operator
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send


class State(TypedDict):
    note: str
    log: Annotated[list, operator.add]


def a(state: State):
    return {"log": ["a"]}


def b(state: State):
    return {"log": ["b"]}


def c(state: State):
    return {"log": ["c"]}


"""


@dataclass(frozen=True)
class Example:
    """``bad`` gets a finding of the rule at the line that holds ``at``; ``good`` gets none of it."""

    code: str
    bad: str
    good: str
    at: str
    head: str = HEAD


def wired(*lines: str, nodes: str = "abc") -> str:
    """A graph of the nodes above, with these lines of its own."""
    added = [f'graph.add_node("{name}", {name})' for name in nodes]
    return "\n".join(["graph = StateGraph(State)", *added, *lines]) + "\n"


CHAIN = ('graph.add_edge(START, "a")', 'graph.add_edge("a", "b")', 'graph.add_edge("b", END)')
FAN = (
    'graph.add_edge(START, "a")',
    'graph.add_edge(START, "b")',
    'graph.add_edge("a", END)',
    'graph.add_edge("b", END)',
)


ONE = wired('graph.add_edge(START, "a")', 'graph.add_edge("a", END)', nodes="a")
KEEPING = "class State(TypedDict):\n    log: Annotated[list, keep]\n\n\n" + ONE

EXAMPLES = (
    Example(
        "lint.no_entry",
        wired('graph.add_edge("a", END)', nodes="a"),
        wired('graph.set_entry_point("a")', 'graph.add_edge("a", END)', nodes="a"),
        at="graph = StateGraph",
    ),
    Example(
        "lint.unreachable",
        wired(*CHAIN, 'graph.add_edge("c", END)'),
        wired(
            'graph.add_conditional_edges("a", lambda state: state["note"], {"x": "c", "y": END})',
            *CHAIN,
            'graph.add_edge("c", END)',
        ),
        at='add_node("c"',
    ),
    Example(
        "lint.dead_end",
        wired('graph.add_edge(START, "a")', 'graph.add_edge("a", "b")', nodes="ab"),
        wired(*CHAIN, nodes="ab"),
        at='add_node("b"',
    ),
    Example(
        "lint.duplicate_name",
        wired('graph.add_node("a", b)', 'graph.add_edge(START, "a")', 'graph.add_edge("a", END)', nodes="a"),
        wired(*CHAIN, nodes="ab"),
        at='add_node("a", b)',
    ),
    Example(
        "lint.unknown_name",
        wired('graph.add_edge(START, "a")', 'graph.add_edge("a", "z")', nodes="a"),
        wired(*CHAIN, nodes="ab"),
        at='add_edge("a", "z")',
    ),
    Example(
        "lint.node_named_like_field",
        wired('graph.add_node("note", b)', 'graph.add_edge(START, "note")', 'graph.add_edge("note", END)', nodes=""),
        wired('graph.add_node("notes", b)', 'graph.add_edge(START, "notes")', 'graph.add_edge("notes", END)', nodes=""),
        at='add_node("note"',
    ),
    Example(
        "lint.goto_beside_edge",
        'def a(state: State) -> Command[Literal["b"]]:\n    return Command(goto="b")\n\n\n'
        + wired(
            'graph.add_edge(START, "a")',
            'graph.add_edge("a", "c")',
            'graph.add_edge("b", END)',
            'graph.add_edge("c", END)',
        ),
        'def a(state: State) -> Command[Literal["b"]]:\n    return Command(goto="b")\n\n\n'
        + wired('graph.add_edge(START, "a")', 'graph.add_edge("b", "c")', 'graph.add_edge("c", END)'),
        at='add_node("a"',
    ),
    Example(
        "lint.join_never",
        wired(
            'graph.add_conditional_edges(START, lambda state: state["note"], ["a", "b"])',
            'graph.add_edge(["a", "b"], "c")',
            'graph.add_edge("c", END)',
        ),
        wired(
            'graph.add_edge(START, "a")',
            'graph.add_edge(START, "b")',
            'graph.add_edge(["a", "b"], "c")',
            'graph.add_edge("c", END)',
        ),
        at='add_edge(["a", "b"], "c")',
    ),
    Example(
        "lint.join_incomplete",
        wired(
            'graph.add_edge(START, "a")',
            'graph.add_conditional_edges("a", lambda state: state["note"], {"more": "b", "done": END})',
            'graph.add_edge(["a", "b"], "c")',
            'graph.add_edge("c", END)',
        ),
        wired(
            'graph.add_edge(START, "a")',
            'graph.add_edge("a", "b")',
            'graph.add_edge(["a", "b"], "c")',
            'graph.add_edge("c", END)',
        ),
        at='add_edge(["a", "b"], "c")',
    ),
    Example(
        "lint.way_missing",
        'def choose(state: State) -> Literal["b", "c"]:\n    return state["note"]\n\n\n'
        + wired(
            'graph.add_edge(START, "a")',
            'graph.add_conditional_edges("a", choose, {"b": "b"})',
            'graph.add_edge("b", "c")',
            'graph.add_edge("c", END)',
        ),
        'def choose(state: State) -> Literal["b", "c"]:\n    return state["note"]\n\n\n'
        + wired(
            'graph.add_edge(START, "a")',
            'graph.add_conditional_edges("a", choose, {"b": "b", "c": "c"})',
            'graph.add_edge("b", "c")',
            'graph.add_edge("c", END)',
        ),
        at="add_conditional_edges",
    ),
    Example(
        "lint.end_missing",
        'def choose(state: State):\n    return "b" if state["note"] else END\n\n\n'
        + wired(
            'graph.add_edge(START, "a")',
            'graph.add_conditional_edges("a", choose, ["b"])',
            'graph.add_edge("b", END)',
            nodes="ab",
        ),
        'def choose(state: State):\n    return "b" if state["note"] else END\n\n\n'
        + wired(
            'graph.add_edge(START, "a")',
            'graph.add_conditional_edges("a", choose, ["b", END])',
            'graph.add_edge("b", END)',
            nodes="ab",
        ),
        at="add_conditional_edges",
    ),
    Example(
        "lint.shared_write",
        'def a(state: State):\n    return {"note": "a"}\n\n\ndef b(state: State):\n    return {"note": "b"}\n\n\n'
        + wired(*FAN, nodes="ab"),
        'def a(state: State):\n    return {"note": "a"}\n\n\ndef b(state: State):\n    return {"note": "b"}\n\n\n'
        + wired(*CHAIN, nodes="ab"),
        at='"note": "b"',
    ),
    Example(
        "lint.undeclared_key",
        'def a(state: State):\n    return {"nota": "a"}\n\n\n' + ONE,
        'def a(state: State):\n    return {"note": "a"}\n\n\n' + ONE,
        at='"nota"',
    ),
    Example(
        "lint.state_changed_in_place",
        'def a(state: State):\n    state["log"].append("a")\n    return {}\n\n\n' + ONE,
        'def a(state: State):\n    log = list(state["log"])\n    log.append("a")\n    return {"note": log[0]}\n\n\n'
        + ONE,
        at='state["log"].append',
    ),
    Example(
        "lint.reducer_changes_left",
        "def keep(left, right):\n    left.extend(right)\n    return left\n\n\n" + KEEPING,
        "def keep(left, right):\n    return left + right\n\n\n" + KEEPING,
        at="left.extend",
    ),
    Example(
        "lint.ignored_default",
        "@dataclass\nclass State:\n    log: Annotated[int, operator.add] = 10\n\n\n" + ONE,
        "@dataclass\nclass State:\n    log: Annotated[int, operator.add] = 0\n\n\n" + ONE,
        at="= 10",
    ),
    Example(
        "lint.reducer_not_last",
        'class State(TypedDict):\n    log: Annotated[list, operator.add, "entries"]\n\n\n' + ONE,
        'class State(TypedDict):\n    log: Annotated[list, "entries", operator.add]\n\n\n' + ONE,
        at='operator.add, "entries"',
    ),
    Example(
        "lint.schemas_disagree",
        "class Out(TypedDict):\n    log: Annotated[list, operator.or_]\n\n\n"
        + ONE.replace("StateGraph(State)", "StateGraph(State, output_schema=Out)"),
        "class Out(TypedDict):\n    log: list\n\n\n"
        + ONE.replace("StateGraph(State)", "StateGraph(State, output_schema=Out)"),
        at="operator.or_",
    ),
    Example(
        "lint.schemas_disagree",
        "class State(TypedDict):\n    log: list\n\n\n"
        "class Out(TypedDict):\n    log: Annotated[list, operator.or_]\n\n\n"
        + ONE.replace("StateGraph(State)", "StateGraph(State, output_schema=Out)"),
        "class Out(TypedDict):\n    log: Annotated[list, lambda left, right: right]\n\n\n"
        + ONE.replace("StateGraph(State)", "StateGraph(State, output_schema=Out)"),
        at="operator.or_",
    ),
)
