"""Which names of a file look like graphs, told without running it."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from stepgraph.document.graph_names import GraphNames, graph_names


def names_in(text: str) -> GraphNames:
    return graph_names(ast.parse(dedent(text)))


@pytest.mark.parametrize(
    "line",
    [
        "graph = StateGraph(State)",
        "graph = lg.StateGraph[State](State)",
        "graph = StateGraph(State).add_node(f).compile()",
        "graph: CompiledStateGraph = StateGraph(State).compile()",
        "if True:\n    graph = StateGraph(State)",
        "try:\n    graph = StateGraph(State)\nexcept ValueError:\n    pass",
        "with lock:\n    graph = StateGraph(State)",
    ],
)
def test_a_name_bound_to_a_builder_or_its_compiled_form_is_a_graph(line: str) -> None:
    """However the line is written, the name at module level counts."""
    assert names_in(line).variables == ("graph",)


@pytest.mark.parametrize(
    "text",
    [
        "@entrypoint()\ndef graph(x): ...",
        "@func.entrypoint(checkpointer=saver)\nasync def graph(x): ...",
        "graph = entrypoint()(work)",
        "graph = Pregel(nodes={}, channels={})",
    ],
)
def test_a_function_made_an_entry_point_is_a_graph(text: str) -> None:
    """And so is one of bare channels; a function that is decorated otherwise is none."""
    assert names_in(text).variables == ("graph",)
    assert names_in("@task\ndef graph(x): ...\n@cache()\ndef other(x): ...") == GraphNames((), ())


def test_a_compiled_pattern_is_no_graph() -> None:
    """Other things are compiled, too."""
    assert names_in("word = re.compile('a')") == GraphNames((), ())


def test_names_that_follow_from_a_graph_are_graphs() -> None:
    """The compiled form of a named builder, and a second name for it."""
    found = names_in(
        """
        builder = StateGraph(State)
        app = builder.compile()
        again = app
        """
    )

    assert found.variables == ("builder", "app", "again")


def test_functions_that_return_a_graph_are_named_in_order() -> None:
    """By what they build, by what they call, and by what they say they return."""
    found = names_in(
        """
        def needed():
            return StateGraph(State)

        def second():
            g = needed()
            return g

        def first(size=3, *, name="x"):
            g = StateGraph(State)
            for n in range(size):
                g.add_node(str(n), work)
            if size:
                return g.compile()

        def third() -> "CompiledStateGraph[State]":
            return MAKERS["third"]()

        def fourth():
            def inner():
                return StateGraph(State)
            return 1
        """
    )

    assert found == GraphNames((), ("second", "first", "third"))


def test_functions_that_use_each_other_are_all_named() -> None:
    """None of them is the part of the other."""
    found = names_in(
        "def a():\n    return b()\ndef b():\n    return StateGraph(S) if 1 else a\n    return StateGraph(S)"
    )

    assert found.functions == ("a", "b")


def test_a_function_that_needs_an_argument_is_not_called_for_a_graph() -> None:
    """Nobody could give it one."""
    found = names_in(
        """
        def needs(schema):
            return StateGraph(schema)

        def needs_keyword(*, schema):
            return StateGraph(schema)

        async def waits():
            return StateGraph(State)
        """
    )

    assert found.functions == ()


def test_functions_are_candidates_only_without_a_graph_at_module_level() -> None:
    """What stands in the file already is what its author means."""
    with_both = names_in("graph = StateGraph(State)\ndef build():\n    return StateGraph(State)")
    with_functions = names_in("def build():\n    return StateGraph(State)")

    assert with_both.candidates == ("graph",)
    assert with_functions.candidates == ("build",)
