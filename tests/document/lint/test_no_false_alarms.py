"""What is shipped lints as it is meant to, and what a text does not tell is not guessed at."""

from __future__ import annotations

from pathlib import Path

import pytest

import stepgraph
from stepgraph.document.lint.run import lint
from stepgraph.document.reading.read import read_model
from stepgraph.document.text import parse_text

PACKAGE = Path(stepgraph.__file__).parent
LESSONS = sorted((PACKAGE / "lessons" / "graphs").glob("*.py"))
TEMPLATES = sorted(
    path for path in (PACKAGE / "document" / "templates").glob("*.py") if "StateGraph" in path.read_text()
)

MEANT = {"two_writers.py": {"lint.shared_write"}, "join_and_single_edges.py": {"lint.dead_end"}}
"""What some examples are there to show."""


def codes(source: str) -> set[str]:
    text = parse_text("graph.py", source)
    return {finding.code for finding in lint(text, read_model(text))}


@pytest.mark.parametrize("path", [*LESSONS, *TEMPLATES], ids=lambda path: path.name)
def test_shipped_graphs_have_only_the_findings_that_they_show(path: Path) -> None:
    """An example of a clash is one; everything else is clean."""
    assert codes(path.read_text()) == MEANT.get(path.name, set())


HEAD = """\
from typing import TypedDict
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command


class State(TypedDict):
    note: str


def a(state: State):
    return {"note": "a"}


"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "graph = StateGraph(State)\nfor name in names():\n    graph.add_node(name, a)\n"
            'graph.add_node("a", a)\ngraph.add_edge("a", "made_elsewhere")\n',
            id="nodes of a loop",
        ),
        pytest.param(
            'from elsewhere import jump\n\ngraph = StateGraph(State)\ngraph.add_node("jump", jump)\n'
            'graph.add_node("a", a)\ngraph.add_edge(START, "jump")\ngraph.add_edge("a", END)\n',
            id="a function that may go anywhere",
        ),
        pytest.param(
            "def jump(state: State):\n    return Command(goto=state['note'])\n\n\n"
            'graph = StateGraph(State)\ngraph.add_node("jump", jump)\ngraph.add_node("a", a)\n'
            'graph.add_edge(START, "jump")\ngraph.add_edge("a", END)\n',
            id="a goto that the text does not tell",
        ),
        pytest.param(
            'graph = StateGraph(State)\ngraph.add_node("a", a)\ngraph.add_node("b", a)\ngraph.add_edge(START, "a")\n'
            'graph.add_conditional_edges("a", lambda state: state["note"])\ngraph.add_edge("b", END)\n',
            id="a router with an open end",
        ),
        pytest.param(
            'sub = StateGraph(State)\nsub.add_node("up", lambda state: Command(graph=Command.PARENT, goto="a"))\n'
            'sub.add_edge(START, "up")\ngraph = StateGraph(State)\ngraph.add_node("sub", sub.compile())\n'
            'graph.add_node("a", a)\ngraph.add_edge(START, "sub")\ngraph.add_edge("a", END)\n',
            id="a subgraph that leads on by itself",
        ),
        pytest.param(
            'graph = StateGraph(State)\ngraph.add_node("a", a)\ngraph.add_node("b", lambda state: {})\n'
            'graph.add_edge(START, "a")\ngraph.add_edge(START, "b")\ngraph.add_edge(["a", "b"], END)\n',
            id="a join that ends the graph",
        ),
        pytest.param(
            'graph = StateGraph(State)\ngraph.add_node("a", a, error_handler=lambda state: {})\n'
            'graph.add_edge(START, "a")\ngraph.add_edge("a", END)\n',
            id="a node that only an error leads to",
        ),
    ],
)
def test_what_cannot_be_known_is_no_finding(source: str) -> None:
    """A rule that guesses is soon read by nobody."""
    assert codes(HEAD + source) == set()
