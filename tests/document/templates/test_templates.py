"""The templates: each is a file that one would commit, and runs as it stands."""

from __future__ import annotations

import re
from typing import Any

import pytest

from stepgraph.document.lint.run import lint
from stepgraph.document.reading.read import read_model
from stepgraph.document.templates.catalogue import FOLDER, template_text, templates
from stepgraph.document.text import parse_text

IDS = [template.id for template in templates()]


def ran(text: str) -> dict[str, Any]:
    """Run a file's graph on its own input, and return the result without the ids that messages are given."""
    names: dict[str, Any] = {"__name__": "drawn"}
    exec(compile(text, "drawn.py", "exec", dont_inherit=True), names)
    result: dict[str, Any] = names["graph"].invoke(names["INPUT"])
    return {key: re.sub(r"id='[^']*'", "id", str(value)) for key, value in result.items()}


def test_every_template_is_in_the_list_once() -> None:
    """None is forgotten, and none is promised that is not there."""
    assert sorted(IDS) == sorted(path.stem for path in FOLDER.glob("*.py"))


def test_a_template_has_a_title_and_a_summary() -> None:
    """The first line of its docstring without the full stop, and the paragraph after it."""
    found = {template.id: template for template in templates()}

    assert found["one_node"].title == "One node"
    assert found["one_node"].summary == "A node reads the state and returns what changes in it."
    assert [one.id for one in found.values() if not one.title or not one.summary] == []


@pytest.mark.parametrize("template", IDS)
def test_a_template_runs_alike_on_both_engines(template: str) -> None:
    """The input that it brings leads to a result, which is the same with the reference."""
    text = template_text(template, "my_graph.py")

    ours = ran(text.replace("from langgraph.", "from stepgraph."))

    assert ours == ran(text)
    assert ours != {}


@pytest.mark.parametrize("template", IDS)
def test_a_template_is_drawn_in_full(template: str) -> None:
    """Nothing in it is read-only, so that all of it can be edited by drawing."""
    (graph,) = read_model(parse_text("drawn.py", template_text(template, "drawn"))).graphs

    locks = [
        *(node.lock for node in graph.nodes),
        *(edge.lock for edge in graph.edges),
        *(branch.lock for branch in graph.branches),
        *(schema.lock for schema in graph.schemas),
        *(field.lock for schema in graph.schemas for field in schema.fields),
        *graph.locks,
    ]
    assert [lock for lock in locks if lock is not None] == []
    assert [edge for edge in graph.edges if edge.target is None] == []


@pytest.mark.parametrize("template", IDS)
def test_no_rule_finds_anything_in_a_template(template: str) -> None:
    """A person begins with a clean sheet."""
    text = parse_text("drawn.py", template_text(template, "drawn"))

    assert lint(text, read_model(text)) == ()


@pytest.mark.parametrize("template", IDS)
def test_a_new_file_names_its_state_after_itself(template: str) -> None:
    """Everywhere alike, so that the file runs under its new names too."""
    text = template_text(template, "shop/order_desk.py")

    assert "class OrderDeskState(TypedDict):" in text
    assert re.search(r"\bState\b", text) is None
    assert ran(text) == ran(template_text(template, "graph"))


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("graph", "State"),
        ("my_graph.py", "MyState"),
        ("order-desk.py", "OrderDeskState"),
        ("2_steps.py", "StepsState"),
        ("café.py", "State"),
        ('x"; import os #', "XImportOsState"),
        ("", "State"),
        ("a" * 100, "State"),
    ],
)
def test_a_file_name_that_makes_no_class_name_leaves_the_plain_one(name: str, state: str) -> None:
    """Whatever the file is called, what is written is a file that parses and runs."""
    text = template_text("one_node", name)

    assert f"class {state}(TypedDict):" in text
    assert ran(text)["greeting"] == "Good morning, Mira."


@pytest.mark.parametrize(
    ("name", "docstring"),
    [
        ("shop/order_desk.py", "Order desk."),
        ("2-steps.py", "2 steps."),
        ('x"""; import os #', "X import os."),
        ("", "One node."),
        ("a" * 100, "One node."),
    ],
)
def test_a_new_file_begins_with_its_own_name(name: str, docstring: str) -> None:
    """What the template says of itself would soon be wrong of what is drawn."""
    assert template_text("one_node", name).startswith(f'"""{docstring}"""\n\nfrom typing import')


def test_a_template_that_there_is_none_of_is_an_error() -> None:
    """No name leads out of the folder."""
    with pytest.raises(KeyError):
        template_text("../catalogue", "graph")
