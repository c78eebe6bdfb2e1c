"""Random files in random forms are drawn as LangGraph builds them."""

from __future__ import annotations

from types import ModuleType
from typing import Any, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from stepgraph.document.model import Graph
from stepgraph.document.reading.read import read_model
from stepgraph.document.text import parse_text

HEAD = """
from typing import Literal, TypedDict
from langgraph.graph import END, START, StateGraph
class S(TypedDict):
    x: int
A = "a"
def f(state): return None
def to_some(state) -> Literal["a", "__end__"]: return "a"
def to_any(state): return state["x"]
class R:
    def __call__(self, state): return "a"
"""

NAMES = ("a", "b", "c", "ask user", "d'e")
Call: TypeAlias = str

name = st.sampled_from(NAMES)
spelled = name.flatmap(lambda one: st.sampled_from([repr(one), *(["A", "f'{A}'"] if one == "a" else [])]))
start = st.one_of(spelled, st.sampled_from(["START", "'__start__'"]))
end = st.one_of(spelled, st.sampled_from(["END", "'__end__'"]))
router = st.sampled_from(["to_some", "to_any", "lambda state: 'a'", "R()"])


@st.composite
def edges(draw: st.DrawFn) -> Call:
    """One call that adds edges, to nodes that are all there."""
    match draw(st.integers(0, 5)):
        case 0:
            return f".add_edge({draw(start)}, {draw(end)})"
        case 1:
            members = draw(st.lists(spelled, min_size=1, max_size=3))
            return f".add_edge([{', '.join(members)}], end_key={draw(end)})"
        case 2:
            return f".set_entry_point({draw(spelled)})"
        case 3:
            return f".set_finish_point(key={draw(spelled)})"
        case 4:
            ways = draw(st.dictionaries(st.sampled_from(["True", "1", "'yes'", "A"]), end, max_size=3))
            entries = ", ".join(f"{answer}: {target}" for answer, target in ways.items())
            return f".add_conditional_edges({draw(start)}, {draw(router)}, {{{entries}}})"
        case _:
            given_map = draw(st.sampled_from(["", ", ['a', END]", ", None", ", path_map=['b']"]))
            return f".add_conditional_edges({draw(start)}, {draw(router)}{given_map})"


@st.composite
def nodes(draw: st.DrawFn) -> list[Call]:
    """Calls that add every node, alone or as a sequence."""
    count = draw(st.integers(0, 2))
    sequence = ", ".join(f"({one!r}, f)" for one in NAMES[:count])
    forms = ("f", "lambda state: None", "action=f", "f, defer=True", "R()")
    single = [f".add_node({one!r}, {draw(st.sampled_from(forms))})" for one in NAMES[count:]]
    return ([f".add_sequence([{sequence}])"] if count else []) + single


@st.composite
def sources(draw: st.DrawFn) -> str:
    """A file: its calls as statements, as one chain, or as some chains on a variable."""
    calls = [*draw(nodes()), *draw(st.lists(edges(), max_size=8))]
    form = draw(st.sampled_from(["statements", "chain", "chains", "function"]))
    if form == "chain":
        return "b = (\n    StateGraph(S)\n    " + "\n    ".join(calls) + "\n)\n"
    if form == "chains":
        cut = draw(st.integers(1, len(calls)))
        rest = f"b = b{''.join(calls[cut:])}\n" if calls[cut:] else ""
        return f"b = StateGraph(S)\nb{''.join(calls[:cut])}\n{rest}"
    body = ["b = StateGraph(S)", *(f"b{call}" for call in calls)]
    if form == "statements":
        return "\n".join(body) + "\n"
    return "def make():\n" + "".join(f"    {line}\n" for line in body) + "    return b\nb = make()\n"


@settings(max_examples=60, deadline=None)
@given(sources())
def test_a_random_file_is_drawn_as_langgraph_builds_it(source: str) -> None:
    """Nodes, edges, joins and branches; a file that LangGraph refuses is read without an error."""
    (graph,) = read_model(parse_text("a.py", HEAD + source)).graphs
    module = ModuleType("random_graph_file")
    try:
        exec(HEAD + source, module.__dict__)
    except ValueError:
        return
    builder: Any = module.b

    assert graph.locks == ()
    assert [(node.name, node.defer) for node in graph.nodes] == [(n, s.defer) for n, s in builder.nodes.items()]
    assert statics_of(graph) == builder.edges
    assert joins_of(graph) == builder.waiting_edges
    assert branches_of(graph) == [
        (source, name, ends_of(branch))
        for source, branches in builder.branches.items()
        for name, branch in branches.items()
    ]


def statics_of(graph: Graph) -> set[tuple[str, str | None]]:
    return {(edge.source, edge.target) for edge in graph.edges if edge.kind == "static"}


def joins_of(graph: Graph) -> set[tuple[tuple[str, ...], str | None]]:
    members: dict[tuple[str | None, str | None, int | None], list[str]] = {}
    for edge in graph.edges:
        if edge.kind == "join":
            where = edge.span.start if edge.span is not None else None
            members.setdefault((edge.join, edge.target, where), []).append(edge.source)
    return {(tuple(names), target) for (_, target, _), names in members.items()}


def branches_of(graph: Graph) -> list[tuple[str, str, list[tuple[str, str]] | None]]:
    """Return the branches in the order of their sources; ends that only the router's text tells are none."""
    order = list(dict.fromkeys(branch.source for branch in graph.branches))
    return [
        (
            branch.source,
            branch.name,
            None
            if branch.form == "none" or branch.targets is None
            else [(way.label, way.target) for way in branch.targets],
        )
        for branch in sorted(graph.branches, key=lambda branch: order.index(branch.source))
    ]


def ends_of(branch: Any) -> list[tuple[str, str]] | None:
    return [(str(answer), target) for answer, target in branch.ends.items()] if branch.ends else None
