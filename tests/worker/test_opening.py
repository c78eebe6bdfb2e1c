"""Opening a document: which graph it holds, and what is said when it holds none."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from stepgraph.protocol.events import GraphCompiled, GraphRejected
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import Load
from tests.worker.running_worker import RunningWorker

Open = Callable[..., GraphCompiled | GraphRejected]

BUILDER = """\
from typing import TypedDict
from langgraph.graph import END, START, StateGraph

class State(TypedDict):
    n: int

def work(state):
    return {"n": 1}

def make():
    g = StateGraph(State)
    g.add_node("work", work)
    g.add_edge(START, "work")
    return g
"""


@pytest.fixture
def open_text(tmp_path: Path, shared_worker: RunningWorker) -> Open:
    """Write a document, load it, and return what the worker told."""

    def open_it(text: str, graph: str | None = None, name: str = "graph.py") -> GraphCompiled | GraphRejected:
        path = tmp_path / name
        path.write_text(dedent(text), encoding="utf-8")
        shared_worker.load(path, graph)
        told = shared_worker.until(GraphCompiled, GraphRejected)
        assert isinstance(told, GraphCompiled | GraphRejected)
        return told

    return open_it


def graph_of(told: GraphCompiled | GraphRejected) -> str:
    assert isinstance(told, GraphCompiled), told
    return told.graph


def problem_of(told: GraphCompiled | GraphRejected) -> Problem:
    assert isinstance(told, GraphRejected), told
    (problem,) = told.problems
    return problem


@pytest.mark.parametrize(
    ("ending", "graph"),
    [
        ("", "make"),
        ("builder = make()\n", "builder"),
        ("app = make().compile()\n", "app"),
        ("builder = make()\napp = builder.compile()\n", "app"),
        ("app = make().compile()\nagain = app\n", "app"),
    ],
)
def test_the_only_graph_of_a_file_is_the_one_that_runs(open_text: Open, ending: str, graph: str) -> None:
    """A builder, a compiled graph, or the function that returns one; a builder and its compiled graph are one."""
    assert graph_of(open_text(BUILDER + ending)) == graph


def test_only_functions_that_return_a_graph_are_called(open_text: Open, tmp_path: Path) -> None:
    """Whatever else a file can do is not done by opening it."""
    canary = tmp_path / "ran"

    told = open_text(f"{BUILDER}def main():\n    open({str(canary)!r}, 'w')\n")

    assert (graph_of(told), canary.exists()) == ("make", False)


def test_of_several_graphs_one_has_to_be_chosen(open_text: Open) -> None:
    """The refusal lists them, and says how one is named."""
    told = open_text(BUILDER + "one = make()\ntwo = make().compile()\n")

    assert isinstance(told, GraphRejected)
    assert told.candidates == ("one", "two")
    assert problem_of(told).sentence == "graph.py holds 2 graphs: one, two. Choose one, as in graph.py:one."


INNER = """one = make()
def around(inner):
    outer = StateGraph(State)
    outer.add_node("inside", inner)
    outer.add_edge(START, "inside")
    return outer
"""


@pytest.mark.parametrize(
    ("ending", "graph"),
    [
        ("two = around(one.compile())\n", "two"),
        ("inner = one.compile()\ntwo = around(inner).compile()\n", "two"),
        ("inner = one.compile()\ntwo = around(inner).compile()\nthree = around(two)\n", "three"),
        ("inner = one.compile()\ntwo = around(lambda state: inner.invoke(state)).compile()\n", "two"),
        (
            "inner, b = one.compile(), make().compile()\ntwo = around(lambda state: b.invoke(inner.invoke(state)))\n",
            "two",
        ),
    ],
)
def test_graphs_that_are_nodes_of_another_are_not_asked_for(open_text: Open, ending: str, graph: str) -> None:
    """The one around them runs; the others can be named."""
    assert graph_of(open_text(BUILDER + INNER + ending)) == graph


@pytest.mark.parametrize("name", ["one", "two", "make"])
def test_a_named_graph_is_the_one_that_runs(open_text: Open, name: str) -> None:
    """Also a function, in a file that holds graphs at module level."""
    assert graph_of(open_text(BUILDER + "one = make()\ntwo = make().compile()\n", name)) == name


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nothing", 'graph.py has nothing named "nothing".'),
        (
            "State",
            '"State" of graph.py is no graph, and no function that returns one when called without arguments.',
        ),
    ],
)
def test_a_name_that_is_no_graph_is_refused(open_text: Open, name: str, sentence: str) -> None:
    """It says whether the name is missing or something else."""
    assert problem_of(open_text(BUILDER, name)).sentence == sentence


def test_a_file_without_a_graph_says_what_would_be_one(open_text: Open) -> None:
    """And how a graph is named that cannot be guessed."""
    problem = problem_of(open_text("x = 1\n"))

    assert (problem.code, problem.line) == ("document.no_graph", None)
    assert problem.sentence == (
        "graph.py holds no builder, compiled graph or entry point at module level, and no function without arguments "
        "that returns one. Name one that does, as in graph.py:make_graph."
    )


def test_a_project_file_opens_the_graph_that_it_names(open_text: Open, tmp_path: Path) -> None:
    """By its name in that file; the hash is that of the file that was opened."""
    (tmp_path / "flow.py").write_text(BUILDER, encoding="utf-8")
    project = json.dumps({"graphs": {"agent": "./flow.py:make"}})

    told = open_text(project, name="langgraph.json")

    assert graph_of(told) == "agent"
    assert isinstance(told, GraphCompiled)
    assert told.source_hash == hashlib.sha256(project.encode()).hexdigest()
    assert [(node.name, node.line, node.end_line) for node in told.nodes] == [("work", 7, 8)]


def test_a_file_without_a_graph_falls_back_to_the_project_beside_it(open_text: Open, tmp_path: Path) -> None:
    """As a project's entry file may only import what others define."""
    (tmp_path / "flow.py").write_text(BUILDER, encoding="utf-8")
    (tmp_path / "langgraph.json").write_text(json.dumps({"graphs": {"agent": "./flow.py:make"}}), encoding="utf-8")

    assert graph_of(open_text("x = 1\n", name="main.py")) == "agent"


def test_a_document_imports_what_lies_beside_it(open_text: Open, tmp_path: Path) -> None:
    """As it would when it is run; an earlier import of the same name does not stand in the way."""
    (tmp_path / "parts.py").write_text("NAME = 'first'\n", encoding="utf-8")
    text = BUILDER.replace('"work"', "parts.NAME").replace("from typing", "import parts\nfrom typing", 1)
    first = open_text(text)
    (tmp_path / "parts.py").write_text("NAME = 'second, longer'\n", encoding="utf-8")

    second = open_text(text)

    assert [node.name for told in (first, second) for node in getattr(told, "nodes", ())] == ["first", "second, longer"]


def test_a_document_in_a_package_imports_its_neighbours(
    open_text: Open, shared_worker: RunningWorker, tmp_path: Path
) -> None:
    """By relative names, and by the package's own; each time as they are now."""
    package = tmp_path / "flow_package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "names.py").write_text("NAME = 'first'\n", encoding="utf-8")
    text = BUILDER.replace('"work"', "NAME").replace("from typing", "from .names import NAME\nfrom typing", 1)
    open_text(text, name="flow_package/graph.py")
    (package / "names.py").write_text("NAME = 'second, longer'\n", encoding="utf-8")

    told = open_text(text.replace("from .names", "from flow_package.names"), name="flow_package/graph.py")

    assert isinstance(told, GraphCompiled)
    assert [(node.name, node.line) for node in told.nodes] == [("second, longer", 8)]


def test_a_projects_graphs_import_from_the_projects_folders(open_text: Open, tmp_path: Path) -> None:
    """Its own, and those that it names as dependencies."""
    for folder in ("src", "lib"):
        (tmp_path / folder).mkdir()
    (tmp_path / "lib" / "shared_names.py").write_text("NAME = 'work'\n", encoding="utf-8")
    (tmp_path / "src" / "flow.py").write_text(
        BUILDER.replace("from typing", "from shared_names import NAME\nfrom typing", 1), encoding="utf-8"
    )
    project = {"dependencies": ["./lib", "httpx"], "graphs": {"agent": "./src/flow.py:make"}}

    assert graph_of(open_text(json.dumps(project), name="langgraph.json")) == "agent"


def test_a_file_may_be_called_like_a_module_that_python_has(open_text: Open) -> None:
    """It is imported under another name, and the rest of Python keeps its own."""
    assert graph_of(open_text(BUILDER, name="random.py")) == "make"


@pytest.mark.parametrize(
    ("text", "code", "line", "sentence"),
    [
        ("x = (\n", "document.syntax", 1, "Python cannot read the file in line 1: '(' was never closed."),
        (
            "a = 1\nb = a.missing\n",
            "document.import_failed",
            2,
            (
                "Importing the document failed in line 2 of graph.py: AttributeError: 'int' object has no attribute "
                "'missing'"
            ),
        ),
        (
            "import sys\nsys.exit(3)\n",
            "document.exited",
            2,
            (
                "The document ended the program in line 2 of graph.py (SystemExit: 3); what it does at module level "
                "must come to an end."
            ),
        ),
        (
            "\nimport no_such_module_anywhere\n",
            "document.missing_module",
            2,
            (
                "No module named 'no_such_module_anywhere' in line 2 of graph.py; install it where Stepgraph is "
                "installed, or start Stepgraph where it is."
            ),
        ),
        (
            "from langgraph.prebuilt import create_react_agent\n",
            "document.not_in_engine",
            1,
            (
                "langgraph.prebuilt is not part of Stepgraph's engine, which serves langgraph to this file; it has the "
                "names of langgraph.graph, .types, .channels, .checkpoint and the other core modules."
            ),
        ),
        (
            "from langgraph.graph import NoSuchName\n",
            "document.not_in_engine",
            1,
            (
                "langgraph.graph.NoSuchName is not part of Stepgraph's engine, which serves langgraph to this file; it "
                "has the names of langgraph.graph, .types, .channels, .checkpoint and the other core modules."
            ),
        ),
        (
            BUILDER + "g = make()\ng.add_node('work', work)\n",
            "graph.not_built",
            16,
            "The graph cannot be built in line 16 of graph.py: ValueError: Node `work` already present.",
        ),
        (
            BUILDER.replace("    return g\n", '    g.add_edge("work", "end")\n    return g\n'),
            "graph.not_compiled",
            14,
            "The graph does not compile in line 14 of graph.py: Found edge ending at unknown node `end`",
        ),
        (
            BUILDER.replace('    g.add_edge(START, "work")\n', ""),
            "graph.not_compiled",
            11,
            (
                "The graph does not compile in line 11 of graph.py: Graph must have an entrypoint: add at least one "
                "edge from START to another node"
            ),
        ),
    ],
)
def test_what_is_wrong_with_a_document_is_said_with_its_line(
    open_text: Open, text: str, code: str, line: int, sentence: str
) -> None:
    """Syntax, import, builder and compile errors alike."""
    problem = problem_of(open_text(text))

    assert (problem.code, problem.line, problem.sentence) == (code, line, sentence)


def test_an_error_at_import_shows_the_users_frames_only(open_text: Open) -> None:
    """Innermost last; which are the document's own is marked."""
    problem = problem_of(open_text("import json\ndef read():\n    return json.loads('{')\nread()\n"))

    shown = [(frame.function, frame.line, frame.in_document) for frame in problem.traceback]
    assert shown[:3] == [("<module>", 4, True), ("read", 3, True), ("loads", shown[2][1], False)]
    assert problem.traceback[1].text == "return json.loads('{')"


def test_a_file_that_is_not_there_is_a_problem(shared_worker: RunningWorker, tmp_path: Path) -> None:
    """It names the file."""
    path = tmp_path / "gone.py"

    shared_worker.load(path)

    problem = problem_of(shared_worker.until(GraphRejected))
    assert problem == Problem(
        "document.unreadable", f"{path} cannot be read: No such file or directory.", path=str(path)
    )


def test_a_graph_is_shown_with_its_functions_channels_and_input(open_text: Open) -> None:
    """Everything that the page draws before anything has run."""
    told = open_text(
        """
        import operator
        from typing import Annotated, TypedDict
        from langgraph.checkpoint.memory import InMemorySaver
        from langgraph.graph import END, START, StateGraph
        from langgraph.managed import RemainingSteps

        INPUT = {"log": ["in"]}

        class State(TypedDict):
            log: Annotated[list[str], operator.add]
            left: RemainingSteps

        def work(state):
            "Say something."

            return {"log": ["work"]}

        builder = StateGraph(State)
        builder.add_node(work)
        builder.add_edge(START, "work")
        graph = builder.compile(checkpointer=InMemorySaver(), interrupt_before=["work"])
        """
    )

    assert isinstance(told, GraphCompiled)
    (node,) = told.nodes
    assert (node.name, node.function, node.line, node.end_line, node.doc) == ("work", "work", 14, 17, "Say something.")
    assert [(channel.name, channel.kind, channel.role, channel.io) for channel in told.channels] == [
        ("log", "BinaryOperatorAggregate", "state", "both"),
        ("__start__", "EphemeralValue", "internal", "none"),
        ("__pregel_tasks", "Topic", "internal", "none"),
        ("branch:to:work", "EphemeralValue", "internal", "none"),
    ]
    assert [(value.name, value.kind) for value in told.managed] == [("left", "RemainingStepsManager")]
    assert json.loads(told.input_schema or "") == {
        "type": "object",
        "properties": {"log": {"type": "array", "items": {"type": "string"}, "title": "log"}},
        "required": [],
        "additionalProperties": False,
    }
    assert (told.prefill, told.interrupt_before, told.checkpointer_replaced) == ('{"log": ["in"]}', ("work",), True)


def test_a_worker_starts_without_what_only_servers_need() -> None:
    """Their import would take longer than everything else that it does."""
    program = "import sys, stepgraph.worker.main; print(*sys.modules)"

    loaded = subprocess.check_output([sys.executable, "-c", program], encoding="utf-8").split()

    assert {"fastapi", "starlette", "sqlalchemy", "libcst", "uvicorn", "langgraph"} & set(loaded) == set()


def test_a_file_that_changed_after_it_was_trusted_does_not_run(tmp_path: Path, worker: RunningWorker) -> None:
    """Between the person's word and the import lies time; the word was for what the file held then."""
    path = tmp_path / "graph.py"
    path.write_text(BUILDER + "g = make()\nopen(__file__ + '.ran', 'w').close()\n", encoding="utf-8")

    worker.ask(lambda number: Load(number, str(path), None, known_graph=None, trusted_hash="of another content"))

    (rejected,) = worker.told(GraphRejected)
    assert [problem.code for problem in rejected.problems] == ["document.changed"]
    assert not Path(f"{path}.ran").exists()
