"""What is built by code that only a run can tell is said to be so, with its line; all else of the graph is drawn."""

from __future__ import annotations

import textwrap

import pytest

from stepgraph.document.model import Graph, Model
from stepgraph.document.reading.read import read_model
from stepgraph.document.text import parse_text

HEAD = """
from typing import TypedDict
from langgraph.graph import END, START, StateGraph
class S(TypedDict):
    x: int
def f(state): return None
def g(state): return None
"""


def model_of(source: str) -> Model:
    return read_model(parse_text("a.py", HEAD + textwrap.dedent(source)))


def graph_of(source: str) -> Graph:
    """Return the only graph of a source, which begins in line 8."""
    (graph,) = model_of(source).graphs
    return graph


def locked_lines(graph: Graph) -> list[str]:
    return [lock.sentence.removeprefix("read-only: built by code in line ") for lock in graph.locks]


UNRESOLVED = {
    "a loop over what is not written out": "for n in open('names'):\n    b.add_node(n, f)",
    "a loop over a list that grows": "N = ['c']\nN.append('d')\nfor n in N:\n    b.add_node(n, f)",
    "a loop that is left early": "for n in ['c', 'd']:\n    b.add_node(n, f)\n    break",
    "a loop while something holds": "while f(1):\n    b.add_node('c', f)",
    "a comprehension": "[b.add_node(n, f) for n in ['c']]",
    "a condition": "if f(1):\n    b.add_node('c', f)",
    "a handler": "try:\n    pass\nexcept ValueError:\n    b.add_node('c', f)",
    "a case": "match f(1):\n    case 1:\n        b.add_node('c', f)",
    "half of an expression": "f(1) and b.add_node('c', f)",
    "a choice": "b.add_node('c', f) if f(1) else None",
    "a lambda": "later = lambda: b.add_node('c', f)",
    "a function that gets the builder": "f(b)",
    "a method that gets the builder": "f.extend(more=b)",
    "getattr": "getattr(b, 'add_' + 'node')('c', f)",
    "a method that is kept": "add = b.add_node",
    "a name that is made by code": "b.add_node(f(1), g)",
    "a source that is made by code": "b.add_edge(f(1), 'a')",
    "a join of what is made by code": "b.add_edge(f(1), 'a').add_edge([f(1), 'a'], 'a')",
    "arguments that are unpacked": "b.add_edge(*('a', 'a'))",
    "keywords that are unpacked": "b.add_node('c', f, **{})",
    "a path map that is made by code": "b.add_conditional_edges('a', f, dict(x='a'))",
    "destinations that are made by code": "b.add_node('c', f, destinations=f(1))",
    "a sequence that is made by code": "b.add_sequence(f(1))",
    "a container that is stored into": "b.nodes['c'] = f",
    "a container that is changed": "b.edges.add(('a', 'a'))",
    "a container that loses something": "del b.nodes['a']",
    "an unknown method": "b.connect('a')",
    "a function of the module": "def more():\n    b.add_node('c', f)",
}


@pytest.mark.parametrize("what", UNRESOLVED)
def test_what_cannot_be_resolved_locks_the_graph_at_its_line(what: str) -> None:
    """The rest of the graph is drawn all the same."""
    source = (
        f"b = StateGraph(S)\nb.add_node('a', f)\nb.add_edge(START, 'a')\n{UNRESOLVED[what]}\nb.add_edge('a', END)\n"
    )

    graph = graph_of(source)

    assert graph.locks
    assert {lock.line for lock in graph.locks} <= {11, 12, 13, 14}
    assert all(str(lock.line) in lock.sentence for lock in graph.locks)
    assert graph.nodes[0].name == "a"
    drawn = [(edge.source, edge.target) for edge in graph.edges]
    assert ("__start__", "a") in drawn
    assert ("a", "__end__") in drawn


READ = {
    "printing it": "print(b)",
    "its nodes": "names = sorted(b.nodes.keys())",
    "a drawing of it": "b.compile().get_graph().draw_mermaid()",
    "a function that gets what was compiled": "f(b.compile())",
    "another name": "c = b",
    "a check": "b.validate()",
    "a function with a parameter of its name": "def h(b):\n    b.add_node('c', f)",
    "a function with a variable of its name": "def h():\n    b = []\n    b.append(1)",
}


@pytest.mark.parametrize("what", READ)
def test_what_only_looks_at_a_builder_locks_nothing(what: str) -> None:
    """So that a file with a print in it can be drawn on."""
    graph = graph_of(f"b = StateGraph(S)\nb.add_node('a', f)\n{READ[what]}\n")

    assert graph.locks == ()


@pytest.mark.parametrize(
    "made",
    ["held = [StateGraph(S)]", "f(StateGraph(S))", "held = StateGraph(S) if f(1) else None", "StateGraph(S)"],
)
def test_a_builder_that_no_variable_holds_is_locked(made: str) -> None:
    """What is done with it is not followed."""
    assert locked_lines(graph_of(made)) == ["8"]


def test_builders_that_are_bound_together_are_told_apart() -> None:
    """Each variable has its own."""
    model = model_of("b, c = StateGraph(S), StateGraph(S)\nb.add_node('a', f)\nc.add_node('z', f)\n")

    assert [(graph.name, graph.nodes[0].name, graph.locks) for graph in model.graphs] == [
        ("b", "a", ()),
        ("c", "z", ()),
    ]


def test_an_attribute_as_builder_is_locked() -> None:
    """Any method may add to it."""
    graph = graph_of(
        "class A:\n    def __init__(self):\n        self.b = StateGraph(S)\n        self.b.add_node('a', f)\n"
    )

    assert graph.locks


def test_a_loop_over_written_out_values_is_drawn_with_a_lock_on_each_part() -> None:
    """Nothing is missing from the graph then, so the graph itself has none."""
    graph = graph_of(
        """
        NAMES = ["a", "b", "c"]
        b = StateGraph(S)
        for name in NAMES:
            b.add_node(name, f)
        for left, right in zip(NAMES, NAMES[1:]):
            b.add_edge(left, right)
        for label, end in {"x": "a"}.items():
            b.add_edge(START, end)
        for index, letter in enumerate("de"):
            b.add_node(f"{letter}{index}", g)
        """
    )

    assert graph.locks == ()
    assert [(node.name, node.line, node.lock and node.lock.line) for node in graph.nodes] == [
        ("a", 12, 12),
        ("b", 12, 12),
        ("c", 12, 12),
        ("d0", 18, 18),
        ("e1", 18, 18),
    ]
    drawn = [(edge.source, edge.target, edge.lock is not None) for edge in graph.edges]
    assert drawn == [("a", "b", True), ("b", "c", True), ("__start__", "a", True)]


def test_statements_of_a_loop_are_read_turn_by_turn() -> None:
    """As the loop runs."""
    graph = graph_of("b = StateGraph(S)\nfor n in 'ab':\n    b.add_node(n, f)\n    b.add_node(n + '2', f)\n")

    assert [node.name for node in graph.nodes] == ["a", "a2", "b", "b2"]


def test_a_maker_without_arguments_is_read_with_its_defaults() -> None:
    """It is what a person opens by the function's name."""
    graph = graph_of(
        """
        def make(schema=S, *, name="a", more=False):
            b = StateGraph(schema)
            b.add_node(name, f)
            if more:
                b.add_node("more", f)
            if not more:
                b.add_edge(START, name)
            return b
        """
    )

    assert (graph.name, graph.locks) == ("make", ())
    assert [node.name for node in graph.nodes] == ["a"]
    assert [schema.name for schema in graph.schemas] == ["S"]
    assert [(edge.source, edge.target, edge.lock is not None) for edge in graph.edges] == [("__start__", "a", True)]


def test_a_maker_is_read_with_what_its_only_call_gives() -> None:
    """The graph is known by the variable that keeps it."""
    graph = graph_of(
        """
        def make(schema, name="a"):
            b = StateGraph(schema)
            b.add_node(name, f)
            return b.compile()
        app = make(S, name="z")
        """
    )

    assert (graph.name, graph.function, graph.compiled, graph.locks) == ("app", "make", "app", ())
    assert [node.name for node in graph.nodes] == ["z"]


def test_a_maker_that_is_called_in_several_ways_is_locked() -> None:
    """There is one text for several graphs."""
    graph = graph_of(
        """
        def make(name="a"):
            b = StateGraph(S)
            b.add_node(name, f)
            return b.compile()
        one, two = make("a"), make("b")
        """
    )

    assert locked_lines(graph) == ["11"]
    assert graph.nodes == ()


def test_what_the_module_adds_to_a_made_builder_locks_it() -> None:
    """It stands outside the function that makes the graph."""
    graph = graph_of(
        """
        def make():
            b = StateGraph(S)
            b.add_node("a", f)
            return b
        b2 = make()
        b2.add_node("c", f)
        app = b2.compile()
        """
    )

    assert locked_lines(graph) == ["14"]


def test_a_class_of_its_own_with_methods_is_locked() -> None:
    """They may do anything; a class that only has another name is read."""
    flow = "class Flow(StateGraph):\n    {}\nb = Flow(S)\nb.add_node('a', f)\n"

    assert locked_lines(graph_of(flow.format("def add_node(self, *a): pass"))) == ["8"]
    assert graph_of(flow.format("pass")).locks == ()


def test_what_is_added_after_compiling_says_so() -> None:
    """It is not in the compiled graph, and new statements go before that."""
    source = "b = StateGraph(S)\nb.add_node('a', f)\napp = b.compile()\nb.add_node('late', f)\n"
    graph = graph_of(source)

    late = graph.nodes[1].lock
    assert graph.nodes[0].lock is None
    assert late is not None
    assert (late.line, late.sentence) == (11, "not in the compiled graph: added after compile() in line 10")
    assert (HEAD + source)[: graph.insert].endswith("b.add_node('a', f)")


def test_an_unknown_state_schema_locks_the_graph() -> None:
    """The nodes are drawn, the fields are not known."""
    graph = graph_of("def make(schema):\n    b = StateGraph(schema)\n    b.add_node('a', f)\n    return b\n")

    assert locked_lines(graph) == ["9"]
    assert [node.name for node in graph.nodes] == ["a"]
    assert graph.channels == ()


def test_a_router_that_is_handed_in_locks_its_graph() -> None:
    """Its name is not known, so neither is the branch's."""
    graph = graph_of(
        "def make(router):\n    b = StateGraph(S)\n    b.add_conditional_edges(START, router)\n    return b\n"
    )

    assert locked_lines(graph) == ["10"]
    assert [(branch.name, branch.targets) for branch in graph.branches] == [("router", None)]
