"""The list of shipped examples: complete, short enough to read, and read without running anything."""

from __future__ import annotations

import subprocess
import sys

from stepgraph.lessons.catalogue import FOLDER, examples

LONGEST = 60


def test_every_shipped_file_is_in_the_list_once() -> None:
    """None is forgotten, and none is promised that is not there."""
    listed = [example.path.name for example in examples()]

    assert sorted(listed) == sorted(path.name for path in FOLDER.glob("*.py"))


def test_an_example_has_a_title_and_a_summary() -> None:
    """The first line of its docstring and the paragraph after it."""
    first = examples()[0]

    assert (first.id, first.title) == ("two_writers", "Two writers, one value")
    assert first.summary == (
        "Two critics see the same play and both fill in the verdict, which takes only one value in a superstep. Step "
        "until it is refused: you see both writes, who made them, and what would repair it."
    )
    assert [example.id for example in examples() if not example.title or not example.summary] == []


def test_an_example_fits_the_screen() -> None:
    """At most sixty lines, so that it can be read beside its graph."""
    lines = {example.id: len(example.path.read_text(encoding="utf-8").splitlines()) for example in examples()}

    assert {name: count for name, count in lines.items() if count > LONGEST} == {}


def test_the_list_is_read_without_the_engine() -> None:
    """Whoever shows it need not load what runs it."""
    program = "import sys, stepgraph.lessons.catalogue as c; c.examples(); print(*sys.modules)"

    loaded = subprocess.check_output([sys.executable, "-c", program], encoding="utf-8").split()

    rooms = {name.split(".")[1] for name in loaded if name.startswith("stepgraph.")}
    assert rooms & {"channels", "graph", "pregel", "debugger", "document", "worker", "server"} == set()
