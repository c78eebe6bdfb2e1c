"""Names of a document mean what Python would make of them, and no file is ever imported for it."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import pytest

from stepgraph.document.reading import module_files
from stepgraph.document.reading.modules import Definition, Modules
from tests.document.reading.asking import asked, function_named

BASIC = """
import operator as op
import langgraph.graph as lg
import langgraph.types
from langgraph.graph import START, END as FINISH, StateGraph as SG
try:
    from fast import add
except ImportError:
    add = None

A = "a"
B, C = "b", "c"
NAME = f"{A}-{B}"
LONG = A + "_" + B
COUNT: int = 3
Plain = op.add
sg = SG

def work(state):
    return state

def work_too(state): ...
def work_too(state): ...

class Names:
    FIRST = "first"

class Kinds(str):
    pass

class Tool:
    def run(self, state): ...

class Better(Tool):
    pass

tool = Better()
changing = 1
changing = 2
for looped in range(3):
    pass
try:
    caught = 1
except Exception as caught:
    pass
match A:
    case captured:
        pass
circle = square
square = circle
"""


def _dotted(expression: str, source: str = BASIC) -> str | None:
    modules, expr = asked(expression, source)
    return modules.dotted(expr)


@pytest.mark.parametrize(
    ("expression", "meant"),
    [
        ("op.add", "operator.add"),
        ("lg.StateGraph", "langgraph.graph.StateGraph"),
        ("langgraph.types.Command", "langgraph.types.Command"),
        ("SG", "langgraph.graph.StateGraph"),
        ("sg", "langgraph.graph.StateGraph"),
        ("Plain", "operator.add"),
        ("add", "fast.add"),
        ("max", "builtins.max"),
        ("work", "work"),
        ("Tool.run", "Tool.run"),
        ("Tool().run", "Tool.run"),
        ("tool.run", "Tool.run"),
        ("nothing", None),
        ("changing", None),
        ("looped", None),
        ("caught", None),
        ("captured", None),
        ("circle", None),
        ("work(1)", None),
    ],
)
def test_a_name_stands_for_what_it_was_imported_or_assigned_from(expression: str, meant: str | None) -> None:
    """Through every alias."""
    assert _dotted(expression) == meant


def test_a_constant_that_is_made_of_itself_many_times_is_left_unknown() -> None:
    """A text of twice a text of twice a text has no end that a name could have."""
    names = "".join(f"A{number + 1} = A{number} + A{number}\n" for number in range(40))
    modules, expr = asked("A40", f'A0 = "a"\n{names}')

    assert modules.constant(expr) is None


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ('"x"', "x"),
        ("3", 3),
        ("True", True),
        ("A", "a"),
        ("C", "c"),
        ("COUNT", 3),
        ("NAME", "a-b"),
        ("LONG", "a_b"),
        ('f"to_{A}"', "to_a"),
        ("Names.FIRST", "first"),
        ("Names.FIRST.value", "first"),
        ("work.__name__", "work"),
        ("START", "__start__"),
        ("FINISH", "__end__"),
        ("lg.END", "__end__"),
        ("changing", None),
        ("work", None),
        ('f"{A:>3}"', None),
        ("A + COUNT", None),
        ("None", None),
    ],
)
def test_a_constant_is_found_through_names_and_f_strings(expression: str, value: object) -> None:
    """Node names are often built so."""
    modules, expr = asked(expression, BASIC)

    assert modules.constant(expr) == value


def test_the_last_of_several_definitions_counts() -> None:
    """As in Python."""
    modules, expr = asked("work_too", BASIC)

    found = modules.resolve(expr)

    assert found is not None
    assert found.node is not None
    assert modules.text.span(found.node).start == modules.text.text.rindex("def work_too")


NESTED = """
from operator import add
state = "module"
def make(state, *, other):
    label = "mine"
    def inner():
        return (label, add, state, other)
    class Local:
        label = "class"
        def method(self):
            return (label, self.method, state)
    return inner
"""


def _returned(modules: Modules, name: str) -> list[object]:
    function = function_named(modules, name)
    assert isinstance(function, ast.FunctionDef)
    last = function.body[-1]
    assert isinstance(last, ast.Return)
    assert isinstance(last.value, ast.Tuple)
    return [modules.constant(part, function) or modules.dotted(part, function) for part in last.value.elts]


def test_local_names_come_before_enclosing_ones_and_parameters_mean_nothing() -> None:
    """What a caller gives is not in the text."""
    modules, _ = asked("1", NESTED)

    assert _returned(modules, "inner") == ["mine", "operator.add", None, None]


def test_a_method_does_not_see_the_names_of_its_class_but_knows_its_instance() -> None:
    """As in Python."""
    modules, _ = asked("1", NESTED)

    assert _returned(modules, "method") == ["mine", "Local.method", None]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    package = tmp_path / "agent"
    (package / "parts").mkdir(parents=True)
    (package / "parts" / "__init__.py").write_text("from .merging import merge\n")
    (package / "parts" / "merging.py").write_text(
        "import sys\nsys.imported_by_mistake = True\nfrom operator import add\ndef merge(left, right): ...\n"
    )
    (package / "state.py").write_text("class State: ...\nfrom .parts import merge as joined\nfrom . import state\n")
    (package / "names.py").write_text("from .state import *\nFIRST = 'first'\n")
    return package


def _in_project(project: Path, imports: str, expression: str) -> Definition | None:
    modules, expr = asked(expression, imports, str(project / "graph.py"))
    return modules.resolve(expr)


@pytest.mark.parametrize(
    ("imports", "expression", "name", "file"),
    [
        ("from .state import State", "State", "state.State", "state.py"),
        ("from agent.state import State as S", "S", "agent.state.State", "state.py"),
        ("from state import State", "State", "state.State", "state.py"),
        ("import state", "state.State", "state.State", "state.py"),
        ("import agent.state as s", "s.State", "agent.state.State", "state.py"),
        ("import agent.state", "agent.state.State", "agent.state.State", "state.py"),
        ("from . import state", "state.State", "state.State", "state.py"),
        ("from .state import joined", "joined", "state.parts.merging.merge", "parts/merging.py"),
        ("from .parts import merge", "merge", "parts.merging.merge", "parts/merging.py"),
        ("from .parts.merging import add", "add", "operator.add", None),
        ("from .names import *", "State", "names.state.State", "state.py"),
        ("from .missing import State", "State", "missing.State", None),
    ],
)
def test_imports_are_followed_to_the_files_of_the_project(
    project: Path, imports: str, expression: str, name: str, file: str | None
) -> None:
    """Relative ones, packages and stars included."""
    found = _in_project(project, imports, expression)

    assert found is not None
    assert found.dotted == name
    assert (None if found.node is None else found.text.path) == (None if file is None else str(project / file))


def test_a_file_in_the_projects_own_folder_is_found_unless_it_hides_the_standard_library(project: Path) -> None:
    """A file called json.py is not json."""
    (project.parent / "pyproject.toml").touch()
    (project.parent / "src" / "shared").mkdir(parents=True)
    (project.parent / "src" / "shared" / "state.py").write_text("class State: ...\n")
    (project.parent / "operator.py").write_text("def add(left, right): ...\n")

    state = _in_project(project, "from shared.state import State", "State")
    add = _in_project(project, "from operator import add", "add")

    assert state is not None
    assert state.kind == "class"
    assert add is not None
    assert add.kind == "external"


def test_no_file_is_imported(project: Path) -> None:
    """Looking never runs anything."""
    _in_project(project, "from .state import joined", "joined")

    assert not hasattr(sys, "imported_by_mistake")


def test_a_file_beside_is_read_again_when_it_changed(project: Path) -> None:
    """What is known of it is never older than it."""
    _in_project(project, "from .state import State", "State")
    file = project / "state.py"
    file.write_text("State = dict\n")
    os.utime(file, ns=(1, 1))

    found = _in_project(project, "from .state import State", "State")

    assert found is not None
    assert found.dotted == "builtins.dict"


def test_a_file_beside_that_did_not_change_is_parsed_once(project: Path) -> None:
    """The text is studied at every keystroke."""
    first = _in_project(project, "from .state import State", "State")
    second = _in_project(project, "from .state import State", "State")

    assert first is not None
    assert second is not None
    assert first.node is second.node


@pytest.mark.parametrize("content", [b"def broken(:\n", b"\xff\xfe\x00", b"#" * (module_files.MAX_FILE_BYTES + 1)])
def test_a_file_that_cannot_be_read_leaves_its_names_unknown(project: Path, content: bytes) -> None:
    """And the document itself is still drawn."""
    (project / "state.py").write_bytes(content)

    found = _in_project(project, "from .state import State", "State")

    assert found is not None
    assert found.kind == "external"


def test_the_engine_is_never_looked_for_in_the_project(project: Path) -> None:
    """Its names mean the same everywhere."""
    (project / "langgraph").mkdir()
    (project / "langgraph" / "graph.py").write_text("StateGraph = dict\n")

    found = _in_project(project, "from langgraph.graph import StateGraph", "StateGraph")

    assert found is not None
    assert found.dotted == "langgraph.graph.StateGraph"
