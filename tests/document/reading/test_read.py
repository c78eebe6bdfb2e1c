"""Where each part of a graph stands in the text, what it is called, and what odd texts are read as."""

from __future__ import annotations

import textwrap

import pytest

from stepgraph.document.model import Graph, Model, Span
from stepgraph.document.reading.read import read_model
from stepgraph.document.text import Text, parse_text

HEAD = """from typing import Literal, TypedDict
from langgraph.graph import END, START, StateGraph
class S(TypedDict):
    x: int
def f(state): return None
def g(state) -> Literal["a", "b"]: return "a"
"""


def text_of(source: str) -> Text:
    return parse_text("a.py", HEAD + textwrap.dedent(source))


def model_of(source: str) -> Model:
    return read_model(text_of(source))


def graph_of(source: str) -> Graph:
    """Return the only graph of a source, whose first line is line 7."""
    (graph,) = model_of(source).graphs
    return graph


def piece(source: str, span: Span | None) -> str:
    assert span is not None
    return text_of(source).piece(span)


STATEMENTS = """b = StateGraph(S)
b.add_node("a", f)  # the first
b.add_node(
    "b", f,
)
b.add_edge(START, "a"); b.add_edge("a", "b")
b.add_conditional_edges("b", g, {"a": "a", "b": END})
b.add_sequence([("c", f), ("d", f)])
b.add_edge(["a", "b"], "d")
app = b.compile(name="x", debug=True)
"""

CHAIN = """app = (
    StateGraph(S)
    .add_node("a", f)  # a. comment
    .add_node("b", f).add_edge(START, "a")
    .add_conditional_edges("a", g, ["a", END])
    .compile()
)
"""


def test_a_part_of_statements_stands_from_its_first_to_its_last_character() -> None:
    """A comment, a semicolon and a line end are not in it."""
    graph = graph_of(STATEMENTS)

    assert [piece(STATEMENTS, node.span) for node in graph.nodes] == [
        'b.add_node("a", f)',
        'b.add_node(\n    "b", f,\n)',
        'b.add_sequence([("c", f), ("d", f)])',
        'b.add_sequence([("c", f), ("d", f)])',
    ]
    assert [node.line for node in graph.nodes] == [8, 9, 14, 14]
    assert [piece(STATEMENTS, edge.span) for edge in graph.edges] == [
        'b.add_edge(START, "a")',
        'b.add_edge("a", "b")',
        'b.add_sequence([("c", f), ("d", f)])',
        'b.add_edge(["a", "b"], "d")',
        'b.add_edge(["a", "b"], "d")',
        '"a": "a"',
        '"b": END',
    ]
    (branch,) = graph.branches
    assert piece(STATEMENTS, branch.span) == 'b.add_conditional_edges("b", g, {"a": "a", "b": END})'
    assert piece(STATEMENTS, branch.map_span) == '{"a": "a", "b": END}'
    assert [(option.name, option.text) for option in graph.options] == [("name", '"x"'), ("debug", "True")]
    assert piece(STATEMENTS, graph.options[0].span) == 'name="x"'


def test_a_part_of_a_chain_stands_from_its_dot_on() -> None:
    """So that it can be taken out, or another put behind it."""
    graph = graph_of(CHAIN)

    assert (graph.form, graph.builder, graph.compiled) == ("chain", None, "app")
    assert [piece(CHAIN, node.span) for node in graph.nodes] == ['.add_node("a", f)', '.add_node("b", f)']
    assert piece(CHAIN, graph.edges[0].span) == '.add_edge(START, "a")'
    assert [node.line for node in graph.nodes] == [9, 10]


INSERTS = {
    "statements": (STATEMENTS, 'b.add_edge(["a", "b"], "d")'),
    "chain": (CHAIN, '.add_conditional_edges("a", g, ["a", END])'),
    "bare": ("b = StateGraph(S)\napp = b.compile()\n", "b = StateGraph(S)"),
    "chain on a variable": ("b = StateGraph(S)\nb.add_node('a', f).add_node('b', f)\n", ".add_node('b', f)"),
    "chain and statements": ("b = StateGraph(S).add_node('a', f)\nb.add_edge(START, 'a')\n", "b.add_edge(START, 'a')"),
    "loop": ("b = StateGraph(S)\nfor n in 'ab':\n    b.add_node(n, f)\n    print(n)\nx = 1\n", "    print(n)"),
    "try": ("try:\n    b = StateGraph(S)\n    b.add_node('a', f)\nfinally:\n    pass\n", "b.add_node('a', f)"),
    "function": ("def h():\n    b = StateGraph(S)\n    b.add_node('a', f)\n    return b\n", "b.add_node('a', f)"),
    "with a helper": ("b = StateGraph(S)\nb.add_node('a', f)\ndef h():\n    b.add_edge\n", "b.add_node('a', f)"),
}


@pytest.mark.parametrize("form", INSERTS)
def test_new_statements_go_behind_the_last_that_adds(form: str) -> None:
    """In the builder's own block, and before it is compiled."""
    source, before = INSERTS[form]

    assert (HEAD + source)[: graph_of(source).insert].endswith(before)


def test_parts_of_a_router_and_of_an_annotation_stand_where_they_are_named() -> None:
    """In the function, not in the statement that uses it."""
    source = """
        def h(state):
            if state["x"]:
                return "a"
            return END
        b = StateGraph(S)
        b.add_node("a", f)
        b.add_conditional_edges(START, g)
        b.add_conditional_edges("a", h)
        """
    graph = graph_of(source)

    assert [(edge.target, piece(source, edge.span), edge.line) for edge in graph.edges] == [
        ("a", '"a"', 6),
        ("b", '"b"', 6),
        ("a", '"a"', 10),
        ("__end__", "END", 11),
    ]
    literal, returned = graph.branches
    assert (literal.form, piece(source, literal.map_span)) == ("literal", 'Literal["a", "b"]')
    assert (returned.form, returned.map_span) == ("none", None)


def test_parts_that_repeat_are_all_listed() -> None:
    """In their order; what is wrong with them is told by the rules."""
    graph = graph_of(
        "b = StateGraph(S)\nb.add_node('a', f)\nb.add_node('a', g)\nb.add_edge(START, 'a')\nb.add_edge(START, 'a')\n"
        "b.add_conditional_edges('a', g)\nb.add_conditional_edges('a', g)\n"
    )

    assert [(node.name, node.code.name) for node in graph.nodes] == [("a", "f"), ("a", "g")]
    assert [edge.line for edge in graph.edges if edge.kind == "static"] == [10, 11]
    assert [branch.line for branch in graph.branches] == [12, 13]


def test_edges_of_unknown_nodes_are_drawn() -> None:
    """The text says them, so they are shown to be wrong."""
    graph = graph_of("b = StateGraph(S)\nb.add_edge('nowhere', 'neither')\nb.add_edge(END, START)\n")

    assert [(edge.source, edge.target) for edge in graph.edges] == [("nowhere", "neither"), ("__end__", "__start__")]


def test_a_subgraph_is_known_by_its_name() -> None:
    """Whether it is held by a variable, made by a function, or written where it is used."""
    model = model_of(
        """
        inner = StateGraph(S).add_node("i", f).compile()
        def make():
            m = StateGraph(S)
            m.add_node("m", f)
            return m.compile()
        b = StateGraph(S)
        b.add_node("one", inner)
        b.add_node("two", make())
        b.add_node("three", StateGraph(S).add_node("x", f).compile())
        b.add_node(inner)
        """
    )

    graph = model.graph("b")
    assert graph is not None
    assert [one.name for one in model.graphs] == ["inner", "b", "graph in line 16", "make"]
    assert [(node.name, node.code.kind, node.code.graph) for node in graph.nodes] == [
        ("one", "graph", "inner"),
        ("two", "graph", "make"),
        ("three", "graph", "graph in line 16"),
        ("LangGraph", "graph", "inner"),
    ]


def test_a_graph_is_found_by_each_variable_that_holds_it() -> None:
    """A person may open any of them."""
    model = model_of(
        """
        b = StateGraph(S)
        quick = b.compile()
        careful = b.compile(debug=True)
        def make():
            return StateGraph(S)
        made = make().compile()
        """
    )

    first, second = model.graphs
    assert (first.name, first.builder, first.compiled) == ("quick", "b", "quick")
    assert [model.graph(name) for name in ("b", "quick", "careful", None)] == [first] * 4
    assert (second.name, second.function) == ("made", "make")
    assert [model.graph(name) for name in ("made", "make")] == [second] * 2
    assert model.graph("nothing") is None


@pytest.mark.parametrize("held", ["inner", "app"])
def test_the_graph_that_is_no_node_of_another_is_meant_where_none_is_named(held: str) -> None:
    """A builder and what was compiled of it are one graph."""
    model = model_of(f"""
        inner = StateGraph(S)
        inner.add_node("f", f)
        app = inner.compile()
        outer = StateGraph(S)
        outer.add_node("dig", {held}{".compile()" if held == "inner" else ""})
        """)
    graph = model.graph(None)

    assert graph is not None
    assert graph.name == "outer"


@pytest.mark.parametrize(
    ("function", "meant"),
    [
        ("def call(state):\n    return inner.invoke(state)\n", "outer"),
        ("call = lambda state: inner.invoke(state)\n", "outer"),
        ("def call(state):\n    def later():\n        return app.invoke(state)\n    return later()\n", "outer"),
        ("def call(state, inner=None):\n    return state\n", "inner"),
        ("def call(state):\n    inner = state\n    return inner\n", "inner"),
        ('def call(state):\n    """As inner does."""\n    return state["inner"]\n', "inner"),
    ],
)
def test_a_graph_that_a_function_of_a_node_calls_is_inside_of_it(function: str, meant: str) -> None:
    """Where it names the variable of the module, and not one of its own."""
    model = model_of(
        "b = StateGraph(S)\nb.add_node('f', f)\ninner = b.compile()\napp = inner\n"
        f"{function}outer = StateGraph(S)\nouter.add_node('dig', call)\n"
    )
    graph = model.graph(None)

    assert graph is not None
    assert graph.name == meant


def test_of_graphs_side_by_side_the_first_is_meant_where_none_is_named() -> None:
    """No node of either holds a graph."""
    model = model_of("one = StateGraph(S)\none.add_node('f', f)\ntwo = StateGraph(S)\ntwo.add_node('f', f)\n")

    assert model.graph(None) is model.graphs[0]


def test_a_graph_of_a_class_is_named_after_it() -> None:
    """Or after the variable that keeps it."""
    model = model_of(
        """
        class One:
            def __init__(self):
                b = StateGraph(S)
                self.graph = b.compile()
        class Two:
            def build(self):
                b = StateGraph(S)
                self.graph = b.compile()
                self.again = self.graph
        class Three:
            def build(self):
                return StateGraph(S).compile()
        held = One().graph
        """
    )

    assert [graph.name for graph in model.graphs] == ["held", "Two.graph", "build"]


def test_a_graph_is_not_named_after_what_only_a_script_or_a_function_has() -> None:
    """The file is imported, so those names are never there."""
    model = model_of(
        """
        b = StateGraph(S)
        def show():
            shown = b.compile()
        def get():
            return b.compile()
        c = StateGraph(S)
        if __name__ == "__main__":
            script = c.compile()
            script.invoke({})
        kept = get()
        async def made():
            m = StateGraph(S)
            yield m.compile()
        """
    )

    assert [(graph.name, graph.builder, graph.compiled) for graph in model.graphs] == [
        ("kept", "b", "kept"),
        ("c", "c", None),
        ("made", "m", None),
    ]
    assert [graph.locks for graph in model.graphs] == [(), (), ()]


def test_of_two_graphs_with_one_name_the_later_one_has_it() -> None:
    """As in Python."""
    model = model_of("b = StateGraph(S)\nb.add_node('old', f)\nb = StateGraph(S)\nb.add_node('new', f)\n")

    assert [(graph.name, graph.nodes[0].name) for graph in model.graphs] == [("b (line 7)", "old"), ("b", "new")]


def test_the_package_is_that_of_the_first_builder() -> None:
    """A file of ours is written on in our words."""
    source = "from stepgraph.graph import StateGraph\nb = StateGraph(dict)\n"

    assert read_model(parse_text("a.py", source)).package == "stepgraph"


NO_GRAPHS = {
    "nothing": "",
    "another class of that name": "class StateGraph: ...\nb = StateGraph()\n",
    "the word in a text": "x = 'StateGraph(S)'\n",
    "another package": "from elsewhere import StateGraph\nb = StateGraph(1)\n",
}


@pytest.mark.parametrize("what", NO_GRAPHS)
def test_a_file_without_a_graph_has_none(what: str) -> None:
    """It is an ordinary file then."""
    assert read_model(parse_text("a.py", NO_GRAPHS[what])) == Model("a.py", (), None)


ODD = {
    "no arguments": "b = StateGraph()\nb.add_node()\nb.add_edge()\nb.add_conditional_edges()\nb.add_sequence()\n",
    "one argument": "b = StateGraph(S)\nb.add_node('a')\nb.add_edge('a')\nb.add_conditional_edges('a')\n",
    "wrong arguments": "b = StateGraph(1, 2, 3)\nb.add_node(1, 2, 3)\nb.add_edge(1, 2)\nb.add_sequence(3)\n",
    "empty lists": "b = StateGraph(S)\nb.add_edge([], 'a')\nb.add_sequence([])\nb.add_conditional_edges('a', f, [])\n",
    "names in a circle": "p = q\nq = p\nb = StateGraph(p)\nb.add_node(p, q)\nb.add_edge(p, q)\n",
    "a builder of itself": "b = StateGraph(S)\nb.add_node('b', b)\nb = b\n",
    "deep sums": "b = StateGraph(S)\nb.add_node('a', " + " + ".join(["f"] * 900) + ")\n",
    "long chains": "b = StateGraph(S)" + ".add_node('a', f)" * 900 + "\n",
    "hostile names": "b = StateGraph(S)\nb.add_node('\\'\\n</script>', f)\nb.add_edge('a|b', ':')\n",
    "wide letters": "b = StateGraph(S)\nb.add_node('\U0001f600', f); b.add_edge('\U0001f600', 'ä')\n",
    "unpacked root": "b = StateGraph(*[S])\nb.add_node('a', f)\n",
}


@pytest.mark.parametrize("what", ODD)
def test_odd_texts_are_read_without_an_error(what: str) -> None:
    """What cannot be made sense of is locked or left out."""
    model = model_of(ODD[what])

    assert len(model.graphs) == 1


def test_places_count_code_points() -> None:
    """Beside letters that take several bytes."""
    source = ODD["wide letters"]
    graph = graph_of(source)

    assert piece(source, graph.nodes[0].span) == "b.add_node('\U0001f600', f)"
    assert piece(source, graph.edges[0].span) == "b.add_edge('\U0001f600', 'ä')"
