"""What the editor tells of a text: its drawing, with what only a compiled graph has, and what its rules found."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import structs

from stepgraph.document.editing.edit import Edit, Kept
from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.text import Text, parse_text
from stepgraph.protocol.document import DrawnGraph, Lock
from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.graph import GraphChannel, GraphEdge, GraphNode
from stepgraph.protocol.values import Preview
from stepgraph.protocol.worker_frames import Draw, Found, Study, encoder
from stepgraph.worker.editor import editor as editor_module
from stepgraph.worker.editor import studies
from stepgraph.worker.editor.editor import Editor
from tests.worker.editor.texts import CHAIN, LOOP, LOOP_LINE

PATH = "/somewhere/survey.py"
LOCK = Lock(f"read-only: built by code in line {LOOP_LINE}", LOOP_LINE)


def study(text: str, compiled: GraphCompiled | None = None, source_hash: str = "hash") -> Study:
    """A request to read a text."""
    return Study(1, PATH, text, None, source_hash, compiled)


def draw(text: str, **gesture: Any) -> Draw:
    """A request to draw on a text."""
    return Draw(2, PATH, text, None, json.dumps(gesture))


def compiled(*names: str, edges: tuple[tuple[str, str], ...] = (), channels: tuple[str, ...] = ("n",)) -> GraphCompiled:
    """A graph as it was compiled from the text with the hash "hash"."""
    return GraphCompiled(
        "",
        "",
        document=PATH,
        graph="graph",
        source_hash="hash",
        changed=False,
        nodes=tuple(
            GraphNode(name, triggers=(), defer=False, function="ask", line=10, end_line=11, doc=None) for name in names
        ),
        channels=tuple(
            GraphChannel(name, "LastValue", "int", None, "state", "both", initial=Preview("int", "0"))
            for name in channels
        ),
        managed=(),
        edges=tuple(
            GraphEdge(source, target, "static", "declared", label=None, join=None, branch=None)
            for source, target in edges
        ),
        input_keys=(),
        output_keys=(),
        input_schema=None,
        context_schema=None,
        prefill=None,
        interrupt_before=(),
        interrupt_after=(),
        checkpointer_replaced=False,
    )


WHOLE_LOOP = compiled(
    "first",
    "second",
    "third",
    edges=(("__start__", "first"), ("first", "second"), ("first", "third")),
    channels=("n", "hidden"),
)
WHOLE_CHAIN = compiled("ask", "check", edges=(("__start__", "ask"), ("check", "__end__")))


def only_graph(editor: Editor, request: Study) -> DrawnGraph:
    """The graph of the drawing."""
    studied = editor.study(request)
    assert studied.drawing is not None
    (graph,) = studied.drawing.graphs
    return graph


def codes(found: Found) -> list[str]:
    """The rules that found something."""
    return [finding.code for finding in found.findings]


def test_a_text_is_told_as_its_graphs() -> None:
    """And the functions that could be a node's, and the graph that is drawn where nobody names one."""
    studied = Editor().study(study(CHAIN))

    assert studied.drawing is not None
    assert studied.fault is None
    assert (studied.drawing.path, studied.drawing.package, studied.drawing.functions) == (
        PATH,
        "langgraph",
        ("ask", "check"),
    )
    (graph,) = studied.drawing.graphs
    assert [node.name for node in graph.nodes] == ["ask", "check"]
    assert studied.drawing.opens == graph.name


def test_a_text_that_is_no_python_is_told_with_the_place() -> None:
    """There is no drawing of it, and nothing is found in it."""
    editor = Editor()
    studied = editor.study(study("x = (\n"))

    assert studied.drawing is None
    assert studied.fault is not None
    assert (studied.fault.code, studied.fault.path, studied.fault.line) == ("document.syntax", PATH, 1)
    assert editor.check(study("x = (\n")).found().findings == ()


def test_what_the_rules_find_is_told() -> None:
    """With what to mark."""
    found = Editor().check(study(CHAIN)).found()

    assert found.id == 1
    assert "lint.unreachable" in codes(found)


def test_a_gesture_is_told_as_changes_and_the_drawing_that_they_make() -> None:
    """So the page need not wait for another reading."""
    drawn = Editor().draw(draw(CHAIN, type="edge.add", source="ask", target="check"))

    assert (drawn.id, drawn.problem) == (2, None)
    assert drawn.drawing is not None
    assert ("ask", "check") in {(edge.source, edge.target) for edge in drawn.drawing.graphs[0].edges}


@pytest.mark.parametrize(
    ("text", "gesture", "code"),
    [
        (CHAIN, {"type": "edge.add", "source": "ask", "target": "nobody"}, "edit.unknown_node"),
        ("x = 1\n", {"type": "edge.add", "source": "ask", "target": "check"}, "edit.unknown_graph"),
        ("x = (\n", {"type": "edge.add", "source": "ask", "target": "check"}, "edit.unparsed"),
        (CHAIN, {"type": "dance"}, "edit.malformed"),
    ],
)
def test_a_gesture_that_cannot_be_is_a_problem(text: str, gesture: dict[str, Any], code: str) -> None:
    """And no changes."""
    drawn = Editor().draw(draw(text, **gesture))

    assert drawn.problem is not None
    assert (drawn.problem.code, drawn.changes, drawn.drawing) == (code, (), None)


def test_a_mend_needs_no_graph() -> None:
    """A file may be mended before it has one."""
    changes = [{"start": 0, "end": 1, "text": "y"}]
    drawn = Editor().draw(draw("x = 1\n", type="text.replace", title="Mend", changes=changes))

    assert drawn.problem is None
    assert drawn.title == "Mend"


def test_a_text_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gesture on a text that was studied, and the study of what it made, read nothing anew."""
    read: list[str] = []

    def noted(path: str, text: str) -> Text:
        read.append(text)
        return parse_text(path, text)

    monkeypatch.setattr(studies, "parse_text", noted)
    editor = Editor()

    editor.study(study(CHAIN))
    editor.check(study(CHAIN)).found()
    drawn = editor.draw(draw(CHAIN, type="edge.add", source="ask", target="check"))
    (change,) = drawn.changes
    editor.study(study(CHAIN[: change.start] + change.text + CHAIN[change.end :]))

    assert read == [CHAIN]


# Compiled graphs.


def test_a_gesture_that_was_looked_at_first_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever previews a change does not wait twice; another gesture, or another text, is its own."""
    kept: list[str] = []

    def counted(sheet: Sheet, edit: Edit) -> Kept:
        kept.append(edit.title)
        return keep(sheet, edit)

    monkeypatch.setattr(editor_module, "keep", counted)
    editor = Editor()
    editor.study(study(CHAIN))

    looked_at = editor.draw(draw(CHAIN, type="node.add", name="late"))
    done = editor.draw(structs.replace(draw(CHAIN, type="node.add", name="late"), id=3))
    editor.draw(draw(CHAIN, type="node.add", name="other"))

    assert (done.id, done.changes) == (3, looked_at.changes)
    assert kept == ['Add node "late"', 'Add node "other"']


def test_what_code_builds_is_drawn_once_it_was_compiled() -> None:
    """It is locked, and says which line builds it."""
    editor = Editor()
    before = only_graph(editor, study(LOOP))
    after = only_graph(editor, study(LOOP, WHOLE_LOOP))

    assert [node.name for node in before.nodes] == ["first"]
    assert [(node.name, node.lock) for node in after.nodes] == [("first", None), ("second", LOCK), ("third", LOCK)]
    assert [(edge.target, edge.lock) for edge in after.edges if edge.source == "first"] == [
        ("second", LOCK),
        ("third", LOCK),
    ]
    assert [channel.name for channel in after.channels] == ["n", "hidden"]
    assert "drawing.differs" not in codes(editor.check(study(LOOP, WHOLE_LOOP)).found())


def test_what_was_compiled_is_drawn_in_later_texts_too() -> None:
    """Until something else is compiled; an edge is left out whose node is gone, a node that the text has by now."""
    editor = Editor()
    editor.study(study(LOOP, WHOLE_LOOP))
    later = LOOP.replace("for name", 'builder.add_node("second", ask)\nfor name')

    typed = only_graph(editor, study(later, WHOLE_LOOP, "another hash"))
    drawn = editor.draw(draw(LOOP, type="node.add", name="new"))
    emptied = only_graph(editor, study(LOOP.replace('"first"', '"start"'), WHOLE_LOOP, "another hash"))

    assert [(node.name, node.lock is None) for node in typed.nodes] == [
        ("first", True),
        ("second", True),
        ("third", False),
    ]
    assert drawn.drawing is not None
    assert {node.name for node in drawn.drawing.graphs[0].nodes} == {"first", "new", "second", "third"}
    assert [(edge.source, edge.target) for edge in emptied.edges] == [("__start__", "start")]


def test_what_code_built_is_gone_with_that_code() -> None:
    """Who deletes the loop sees what is left."""
    editor = Editor()
    editor.study(study(LOOP, WHOLE_LOOP))
    start, end = LOOP.index("for name"), LOOP.index("graph =")

    graph = only_graph(editor, study(LOOP[:start] + LOOP[end:], WHOLE_LOOP, "another hash"))

    assert [node.name for node in graph.nodes] == ["first"]


def test_a_lock_names_the_line_where_the_code_stands_now() -> None:
    """Lines move while a person types above."""
    editor = Editor()
    editor.study(study(LOOP, WHOLE_LOOP))

    graph = only_graph(editor, study(f"# above\n{LOOP}", WHOLE_LOOP, "another hash"))

    assert {node.lock.line for node in graph.nodes if node.lock is not None} == {LOOP_LINE + 1}


def test_what_was_compiled_of_another_text_says_nothing_of_this_one() -> None:
    """Only what was made of it is compared."""
    editor = Editor()
    graph = only_graph(editor, study(CHAIN, compiled("another"), "another hash"))

    assert [node.name for node in graph.nodes] == ["ask", "check"]
    assert "drawing.differs" not in codes(editor.check(study(CHAIN, compiled("another"), "another hash")).found())


def test_a_graph_that_the_text_tells_in_full_is_what_was_compiled() -> None:
    """Then there is nothing to say."""
    assert "drawing.differs" not in codes(Editor().check(study(CHAIN, WHOLE_CHAIN)).found())


def test_a_difference_is_never_hidden() -> None:
    """It names what only one of the two has."""
    other = compiled("ask", "tell", edges=(("__start__", "ask"), ("ask", "tell")), channels=("n", "m"))

    found = Editor().check(study(CHAIN, other)).found()

    (finding,) = [finding for finding in found.findings if finding.code == "drawing.differs"]
    assert (finding.severity, finding.graph) == ("warning", "graph")
    assert finding.sentence == (
        "What was compiled of this text is not what is drawn of it: "
        'only the compiled graph has the node "tell"; '
        'only the compiled graph has the edge "ask" -> "tell"; '
        'only the compiled graph has the channel "m"; '
        'only the text has the node "check"; '
        'only the text has the edge "check" -> "__end__". '
        "Something builds the graph in a way that its text does not show."
    )


def test_a_compiled_graph_of_another_name_is_not_compared() -> None:
    """A file may make graphs that no name of its text stands for."""
    text = CHAIN.replace("graph = builder.compile()\n", "other = builder.compile()\n").replace("builder", "b")

    assert "drawing.differs" not in codes(Editor().check(study(text, WHOLE_LOOP)).found())


def test_names_that_no_wire_carries_are_told_by_their_escapes() -> None:
    """Half of a surrogate pair passes Python's parser, and must not end the editor."""
    request = study(CHAIN.replace('"check"', r'"\ud800"'))
    editor = Editor()

    studied = editor.study(request)
    found = editor.check(request).found()

    assert b"ud800" in encoder.encode(studied)
    assert b"ud800" in encoder.encode(found)
