"""What was studied of a function is kept for the next text: it never says anything else than a study anew."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies

from stepgraph.document.reading.function_body import Body, body_of
from stepgraph.document.reading.function_memo import remembered
from stepgraph.document.reading.functions import study
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.text import Unparsed, parse_text
from tests.document.roundtrip.files import FILES, source_of

MODULE = """from langgraph.types import Command, Send
from keys import LOG as log_key
KEY = "first"
KEYS = {"yes": "done", "no": "again"}
class State(dict): ...
def helper(left): return left
def node(state: State, config):
    found = state[KEY]
    found.append(1)
    state.update(a=1)
    if helper(state):
        return Command(goto=KEY, update={KEY: found, log_key: 1})
    if isinstance(state, dict):
        return State(first=1)
    return Send(KEY, {**state, "é": found})
def router(state): return KEYS[state["word"]]
"""
WORDS = ["KEY", "KEYS", "State", "state", "helper", "Command", "Send", "found", "isinstance", "log_key", "node", "dict"]


def bodies(source: str, path: str = "graph.py") -> Iterator[Body]:
    modules = Modules(parse_text(path, source))
    for node in ast.walk(modules.text.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            body = body_of(Definition("function", "", node, modules))
            assert body is not None
            yield body


def says_the_same(source: str, path: str = "graph.py") -> None:
    for kept, anew in zip(bodies(source, path), bodies(source, path), strict=True):
        assert remembered(kept, study) == study(anew)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('KEY = "first"', 'KEY = "second"'),
        ("from langgraph.types import Command, Send", "from other import Command, Send"),
        ("class State(dict): ...", "class State(dict):\n    second: int"),
        ("def helper(left): return left", "from builtins import len as helper"),
        ('"yes": "done"', '"yes": "over"'),
        ("class State(dict): ...", "isinstance = print\nclass State(dict): ..."),
        ('KEY = "first"', '# é before\n\nKEY = "first"'),
    ],
)
def test_a_change_elsewhere_in_the_module_is_seen(old: str, new: str) -> None:
    """A kept study is not used once a name in the function means something else."""
    says_the_same(MODULE)

    changed = MODULE.replace(old, new, 1)

    assert changed != MODULE
    says_the_same(changed)


def test_a_change_of_another_file_is_seen(tmp_path: Path) -> None:
    """What a name imports may change while the document stays as it is."""
    file, path = tmp_path / "keys.py", str(tmp_path / "graph.py")
    file.write_text('LOG = "log"\n')
    says_the_same(MODULE, path)

    file.write_text('LOG = "journal"\n')

    says_the_same(MODULE, path)


def test_a_function_that_moved_is_told_where_it_stands_now() -> None:
    """Places are those of the new text, not of the one that was studied."""
    source = 'def node(state):\n    return {"é": state["word"]}\n'
    above = "# é\n\n"
    (before,), (after,) = bodies(source), bodies(above + source)
    remembered(before, study)

    moved = remembered(after, study)

    (read,), (written,) = moved.reads_at["word"], moved.writes_at["é"]
    assert (above + source)[read.start : read.end] == '"word"'
    assert (above + source)[written.start : written.end] == '"é"'


@settings(max_examples=60, deadline=None)
@given(data=strategies.data())
def test_after_random_changes_a_kept_study_says_what_a_new_one_says(data: strategies.DataObject) -> None:
    """Whatever is changed in a file, keeping saves work and nothing else."""
    sources = [MODULE, *(source_of(name) for name in FILES)]
    source = data.draw(strategies.sampled_from(sources))
    for _ in range(4):
        changed = _changed(data, source)
        try:
            says_the_same(changed)
        except Unparsed:
            continue
        source = changed


def _changed(data: strategies.DataObject, source: str) -> str:
    lines = source.splitlines(keepends=True)
    at = data.draw(strategies.integers(0, max(0, len(lines) - 1)))
    match data.draw(strategies.sampled_from(["above", "without", "twice", "word"])):
        case "above":
            lines.insert(at, "# é\n")
        case "without":
            del lines[at : at + 1]
        case "twice":
            lines[at:at] = lines[at : at + 1]
        case "word":
            one, other = data.draw(strategies.sampled_from(WORDS)), data.draw(strategies.sampled_from(WORDS))
            lines[at:] = [line.replace(one, other) for line in lines[at:]]
    return "".join(lines)
