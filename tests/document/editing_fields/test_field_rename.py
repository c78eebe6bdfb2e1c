"""Renaming a field: everything that is certain to name it, and nothing else that reads the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.document.editing.field_rename import field_rename
from tests.document.editing_fields.edited import agrees, edit, edited, executed, refusal
from tests.document.editing_fields.forms import PLAIN

BUSY = '''"""A file with notes."""

import operator
from functools import partial
from typing import Annotated, Literal, TypedDict

from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send


class State(TypedDict):
    """It has notes."""

    topic: str
    notes: Annotated[list[str], operator.add]  # notes


class Job(TypedDict):
    notes: list[str]
    number: int


INPUT = {"topic": "notes", "notes": []}
OTHER = {"notes": 1}


def count(state: State) -> int:
    """A helper that says what it is given."""
    return len(state["notes"])


def of_anything(thing):
    return thing["notes"]


def look(state: State) -> dict[str, object]:
    """Write notes."""
    notes = state["notes"]
    print("notes", count(state), state.get("notes", []), of_anything(OTHER))
    return {"notes": [state["topic"]]}


def jump(state: State) -> Command[Literal["build"]]:
    if len(state['notes']) > 5:
        return Command(update={'notes': ["a"]}, goto="build")
    out = {}
    out["notes"] = ["b"]
    return out


def build(extra, state):
    return State(notes=[extra], topic="notes")


def route(state: State):
    return [Send("work", {"notes": state["notes"], "number": 1})]


def work(state: Job):
    return dict(notes=state["notes"][:1])


builder = StateGraph(State)
builder.add_node("look", look)
builder.add_node("jump", jump)
builder.add_node("build", partial(build, "notes"))
builder.add_node("work", work)
builder.add_node("short", lambda s: {"notes": s["notes"][:1]})
builder.add_edge(START, "look")
builder.add_edge("look", "jump")
builder.add_edge("look", "short")
builder.add_conditional_edges("look", route, ["work"])
graph = builder.compile()
'''

KEPT = (
    '"""A file with notes."""',
    '"""It has notes."""',
    "# notes",
    '"topic": "notes"',
    'OTHER = {"notes": 1}',
    'thing["notes"]',
    "    notes = state[",
    'print("notes"',
    'topic="notes"',
    'partial(build, "notes")',
    '"""Write notes."""',
)


def test_every_use_that_is_certain_gets_the_name_and_nothing_else() -> None:
    """Reads, writes, commands, constructors, what is sent, the input and helpers; no text that reads the same."""
    text = edited(BUSY, field_rename, name="notes", to="remarks")

    assert [part for part in KEPT if part not in text] == []
    assert text.count("notes") == len(KEPT)
    assert text.replace("remarks", "notes") == BUSY


@pytest.mark.parametrize("package", ["langgraph", "stepgraph"])
def test_the_renamed_file_runs_as_before(package: str) -> None:
    """With the same result under the new name."""
    kept = edit(BUSY, field_rename, name="notes", to="remarks")

    with executed(BUSY, package) as before, executed(kept.text.text, package) as after:
        expected = before.graph.invoke(before.INPUT)
        got = after.graph.invoke(after.INPUT)

    assert got == {"topic": expected["topic"], "remarks": expected["notes"]}
    agrees(kept)


def test_without_the_nodes_only_the_schemas_are_renamed() -> None:
    """What still uses the old name is told as findings."""
    text = edited(BUSY, field_rename, name="notes", to="remarks", nodes=False)

    assert text.count("remarks") == 2
    assert "class Job(TypedDict):\n    remarks: list[str]\n" in text


FORMATTED = r'''
    text = f"é {state['topic']} {len(state['notes'])!r:>{len(state['notes'])}} {{notes}}" + f"""
        notes: {state["notes"]} {state.get("notes")}""" 'notes' f'{state["notes"]}'
    return {r"notes": [text]}
'''


def test_uses_inside_of_formatted_strings_are_found() -> None:
    """In nested ones, in those of several lines, and behind letters that take more than one byte."""
    text = PLAIN.replace('    return {"notes": [state["topic"]]}\n', FORMATTED)

    renamed = edited(text, field_rename, name="notes", to="remarks")

    assert renamed.replace("remarks", "notes") == text
    assert [part for part in ("{{notes}}", "notes: {", "'notes'") if part not in renamed] == []
    assert renamed.count("notes") == 3


CLASSES = """from dataclasses import dataclass

from langgraph.graph import START, StateGraph
from pydantic import BaseModel, field_validator


class State(BaseModel):
    notes: list[str] = []

    @field_validator("notes")
    @classmethod
    def check(cls, value):
        return value

    @property
    def first(self):
        return self.notes[0]


@dataclass
class Inner:
    notes: list[str]


@dataclass
class Stranger:
    notes: list[str]


def look(state: State):
    return State(notes=[state.first, Stranger(notes=["x"]).notes[0]])


def inside(state: Inner):
    return {"notes": [*state.notes, "c"]}


sub = StateGraph(Inner)
sub.add_node("inside", inside)
sub.add_edge(START, "inside")
part = sub.compile()

builder = StateGraph(State)
builder.add_node("look", look)
builder.add_node("part", part)
builder.add_edge(START, "look")
builder.add_edge("look", "part")
graph = builder.compile()
"""


def test_a_class_follows_in_its_methods_and_validators_and_a_graph_inside_too() -> None:
    """A subgraph shares the key by its name; a class that has nothing to do with them keeps its own."""
    kept = edit(CLASSES, field_rename, graph="graph", name="notes", to="remarks")

    assert '@field_validator("remarks")' in kept.text.text
    assert "return self.remarks[0]" in kept.text.text
    assert "class Stranger:\n    notes: list[str]\n" in kept.text.text
    assert 'State(remarks=[state.first, Stranger(notes=["x"]).notes[0]])' in kept.text.text
    assert 'return {"remarks": [*state.remarks, "c"]}' in kept.text.text
    for package in ("langgraph", "stepgraph"):
        with executed(kept.text.text, package) as module:
            assert module.graph.invoke({"remarks": ["a"]})["remarks"] == ["a", "x", "c"]


def test_a_class_is_renamed_whole_even_without_the_nodes() -> None:
    """Else the class itself would be broken."""
    text = edited(CLASSES, field_rename, graph="graph", name="notes", to="remarks", nodes=False)

    assert '@field_validator("remarks")' in text
    assert "return self.remarks[0]" in text
    assert "State(notes=" in text


def test_graphs_that_share_a_schema_are_renamed_together() -> None:
    """Or the other one would no longer be drawn as it is."""
    second = (
        '\n\ndef other(state: State):\n    return {"notes": ["o"]}\n\n\n'
        'second = StateGraph(State)\nsecond.add_node("other", other)\nsecond.add_edge(START, "other")\n'
    )

    text = edited(PLAIN + second, field_rename, name="notes", to="remarks")

    assert text == (PLAIN + second).replace("notes", "remarks")


def test_the_input_of_another_graph_is_left_alone() -> None:
    """Where two graphs take a key of this name and only one is meant, nobody knows whose the input is."""
    second = (
        "\n\nclass Apart(TypedDict):\n    notes: str\n\n\n"
        'second = StateGraph(Apart)\nsecond.add_node("other", print)\nsecond.add_edge(START, "other")\n'
        'INPUT = {"notes": []}\n'
    )

    text = edited(PLAIN + second, field_rename, name="notes", to="remarks")

    assert 'INPUT = {"notes": []}\n' in text
    assert "class Apart(TypedDict):\n    notes: str\n" in text


def test_a_function_of_another_file_is_left_alone_and_that_is_said(tmp_path: Path) -> None:
    """One edit changes one file."""
    (tmp_path / "helpers.py").write_text('def other(state):\n    return {"notes": state["notes"]}\n', encoding="utf-8")
    text = PLAIN.replace("\n\n\n# What", "\n\nfrom helpers import other\n\n\n# What", 1)
    text = text.replace(
        'builder.add_edge("look", END)', 'builder.add_node("other", other)\nbuilder.add_edge("look", "other")'
    )

    kept = edit(text, field_rename, path=str(tmp_path / "graph.py"), name="notes", to="remarks")

    assert kept.edit.title == 'Rename the field "notes" to "remarks", but not in helpers.py'
    assert kept.text.text == text.replace("notes", "remarks")


def test_a_name_that_another_schema_of_the_graph_has_is_refused() -> None:
    """Two keys would become one channel."""
    assert refusal(BUSY, field_rename, name="notes", to="number")[0] == "edit.name_taken"
