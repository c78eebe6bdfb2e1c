"""What is written looks like the rest of the file, and stands where it is sure to work."""

from __future__ import annotations

import pytest

from stepgraph.document.editing.branches import branch_add
from stepgraph.document.editing.edges import edge_add
from stepgraph.document.editing.edit import Target
from stepgraph.document.editing.joins import join_add
from stepgraph.document.editing.nodes import node_add, node_code
from stepgraph.document.editing.rename import node_rename
from stepgraph.document.model import END, START
from tests.document.editing.drawing import edited, refusal
from tests.document.editing.styles import STATEMENTS

HEAD = (
    'class Tea(TypedDict):\n    heat: int\n\n\nbuilder = StateGraph(Tea)\nbuilder.add_node("boil", lambda state: {})\n'
)
WAYS = (Target("boil", "boil"),)


TYPING, GRAPH = "from typing import TypedDict\n", "from langgraph.graph import StateGraph\n"
LAID_OUT = """from langgraph.graph import (StateGraph,
                             END)
from typing import (
    TypedDict  # a dict
)
"""
FUTURE = '"""Tea."""\n\nfrom __future__ import annotations\n\n'
IMPORTS = {
    "sorted": (
        TYPING + GRAPH,
        "from typing import Literal, TypedDict\nfrom langgraph.graph import START, StateGraph\n",
    ),
    "not sorted": (
        f"import typing\n{TYPING}from langgraph.graph import StateGraph, END\n",
        f"import typing\n{TYPING}from langgraph.graph import StateGraph, END, START\n",
    ),
    "nothing of the standard library": (
        "from typing_extensions import TypedDict\nimport stepgraph.graph\nStateGraph = stepgraph.graph.StateGraph\n",
        "from typing import Literal\n\nfrom typing_extensions import TypedDict\nimport stepgraph.graph\n",
    ),
    "everything": (
        f"{FUTURE}from langgraph.graph import *\nfrom typing_extensions import Literal, TypedDict\n",
        f"{FUTURE}from langgraph.graph import *\nfrom typing_extensions import Literal, TypedDict\n",
    ),
    "several lines": (
        LAID_OUT,
        LAID_OUT.replace("END)", "END,\n                             START)").replace(
            "Dict  #", "Dict,\n    Literal  #"
        ),
    ),
    "backslashes": (
        f"from langgraph.graph import StateGraph, \\\n    END\n{TYPING}",
        "from langgraph.graph import StateGraph, \\\n    END, START\nfrom typing import Literal, TypedDict\n",
    ),
    "another name": (
        f"{TYPING}from langgraph.constants import START as BEGIN\n{GRAPH}",
        f"from typing import Literal, TypedDict\nfrom langgraph.constants import START as BEGIN\n{GRAPH}",
    ),
}


@pytest.mark.parametrize("form", IMPORTS)
def test_names_are_imported_where_the_file_imports_from(form: str) -> None:
    """Once, in the order that it keeps, in its layout, and not at all when it has them."""
    before, after = IMPORTS[form]

    result = edited(before + HEAD, branch_add, source=START, router="choose", targets=WAYS)

    assert result.startswith(after)


def test_a_line_of_imports_that_gets_too_long_is_broken() -> None:
    """One name in each line."""
    names = "AnyMessage, BaseMessage, MessagesState, StateGraph, add_messages, message, push_message, state"
    source = f"from typing import TypedDict\nfrom langgraph.graph import {names}\n{HEAD}"

    after = edited(source, edge_add, source=START, target="boil")

    assert "from langgraph.graph import (\n    START,\n    AnyMessage,\n    BaseMessage,\n" in after


def test_a_name_that_is_taken_is_imported_under_another() -> None:
    """What it means in the file stays."""
    source = f"from typing import TypedDict\nfrom langgraph.graph import StateGraph\nSTART = 5\n{HEAD}"

    after = edited(source, edge_add, source=START, target="boil")

    assert "from langgraph.graph import START as langgraph_START, StateGraph\n" in after
    assert 'builder.add_edge(langgraph_START, "boil")\n' in after


def test_a_comment_above_the_builder_stays_with_it() -> None:
    """The new function stands before both."""
    source = STATEMENTS.replace("builder = ", "# From here on it is\n# a graph.\nbuilder = ")

    after = edited(source, node_add, name="pour")

    assert "    return {}\n\n\n# From here on it is\n# a graph.\nbuilder = " in after


def test_a_function_that_is_defined_late_does_not_draw_new_ones_behind_the_builder() -> None:
    """A new one must be there when the builder is."""
    late = 'def late(state):\n    return {}\n\n\nbuilder.add_node("late", late)\ntea ='
    after = edited(STATEMENTS.replace("tea =", late), node_add, name="pour")

    assert after.index("def pour") < after.index("builder = StateGraph") < after.index("def late")


def test_nothing_is_added_inside_a_condition_or_a_loop() -> None:
    """Behind it the graph has it for certain."""
    looped = STATEMENTS.replace("tea =", 'for one in ["x", "y"]:\n    builder.add_node(one, boil)\ntea =').replace(
        'builder.add_node("steep", steep)\n', ""
    )
    looped = looped.replace('builder.add_node("boil", boil)  # water first\n', "").replace("steep", "y")

    after = edited(looped, node_add, name="pour")

    assert '    builder.add_node(one, boil)\nbuilder.add_node("pour", pour)\ntea =' in after


def test_long_calls_are_broken() -> None:
    """As a formatter would."""
    one, two, three = ("x" * 38 + name for name in ("one", "two", "three"))
    source = STATEMENTS.replace('"boil"', f'"{one}"').replace('"steep"', f'"{two}"')
    source = source.replace("tea =", f'builder.add_node("{three}", boil)\ntea =')

    joined = edited(source, join_add, sources=(one, two), target=three)
    mapped = edited(source, branch_add, source=three, router="choose", targets=(Target("a", one), Target("b", two)))

    assert f'builder.add_edge(\n    ["{one}", "{two}"],\n    "{three}",\n)\n' in joined
    assert f'    {{\n        "a": "{one}",\n        "b": "{two}",\n    }},\n)\n' in mapped


def test_names_that_the_file_does_not_know_are_refused() -> None:
    """A file that fails at its import would be no drawing."""
    for code in ("def pour(state: Cup): ...", "@hot\ndef pour(state): ...", "def pour(state, size=BIG): ..."):
        assert refusal(STATEMENTS, node_add, name="pour", code=code).code == "edit.unknown_name"
    assert refusal(STATEMENTS, node_code, name="boil", expression="pour").code == "edit.unknown_name"


def test_a_subgraph_that_leads_to_a_node_of_the_graph_around_it_follows() -> None:
    """By a command for its parent."""
    source = """from typing import TypedDict
from langgraph.graph import START, StateGraph
from langgraph.types import Command


class Tea(TypedDict):
    heat: int


def leave(state):
    return Command(graph=Command.PARENT, goto=["pour", "boil"])


inner = StateGraph(Tea).add_node(leave).add_edge(START, "leave").compile()
outer = StateGraph(Tea)
outer.add_node("inner", inner)
outer.add_node("pour", lambda state: {})
outer.add_edge(START, "inner")
tea = outer.compile()
"""
    after = edited(source, node_rename, name="pour", to="serve", graph="tea")

    assert after == source.replace('"pour"', '"serve"')


def test_an_end_is_written_in_the_words_of_the_edges_that_are_there() -> None:
    """Also when they are the plain strings."""
    source = (
        STATEMENTS.replace("START, StateGraph", "StateGraph")
        .replace("(START,", '("__start__",')
        .replace("tea =", 'builder.add_edge("steep", "__end__")\ntea =')
    )
    after = edited(source, edge_add, source="boil", target=END)

    assert '\nbuilder.add_edge("boil", "__end__")\n' in after
    assert "import StateGraph\n" in after


def test_a_name_is_quoted_as_the_graphs_own_calls_quote_it() -> None:
    """However the bodies of the functions quote."""
    many = STATEMENTS + "\n".join(f"X{index} = 'a'" for index in range(200)) + "\n"

    after = edited(many, node_add, name="pour")

    assert 'builder.add_node("pour", pour)' in after
