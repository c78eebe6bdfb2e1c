"""`stepgraph lint` and `stepgraph model`: what a text tells, for terminals and programs, with nothing of it run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stepgraph.cli import carry_out

GRAPH = """\
raise SystemExit("this file was run")

from typing import TypedDict
from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    note: str


builder = StateGraph(State)
builder.add_node("a", lambda state: {{"note": "a"}})
builder.add_edge(START, "a")
builder.add_edge("a", {target})
graph = builder.compile()
"""


def graph_file(folder: Path, target: str = "END", *, name: str = "graph.py") -> Path:
    path = folder / name
    path.write_text(GRAPH.format(target=target))
    return path


def test_a_file_without_findings_is_silent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing of the file runs, which would end the process."""
    code = carry_out(["lint", str(graph_file(tmp_path))])

    assert (code, capsys.readouterr().out) == (0, "")


def test_an_error_is_one_line_with_its_place_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As compilers write it, so that editors can jump there."""
    path = graph_file(tmp_path, '"gone"')

    code = carry_out(["lint", str(path)])

    (line,) = capsys.readouterr().out.splitlines()
    assert (code, line.split(" ")[0:2]) == (1, [f"{path.as_posix()}:14:1", "lint.unknown_name"])


def test_hints_and_warnings_alone_do_not_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A build breaks on what cannot work, not on what may be meant."""
    path = tmp_path / "graph.py"
    path.write_text(GRAPH.format(target="END").replace('builder.add_edge("a", END)\n', ""))

    code = carry_out(["lint", str(path)])

    assert (code, "lint.dead_end" in capsys.readouterr().out) == (0, True)


def test_the_ways_that_show_a_clash_are_told_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal has no drawing to show them in."""
    path = tmp_path / "graph.py"
    more = (
        'builder.add_node("b", lambda state: {"note": "b"})\nbuilder.add_edge(START, "b")\nbuilder.add_edge("b", END)\n'
    )
    path.write_text(GRAPH.format(target="END").replace("graph = builder", f"{more}graph = builder"))

    carry_out(["lint", str(path)])

    assert "(START → a) (START → b)" in capsys.readouterr().out


def test_text_that_is_no_python_is_an_error_at_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is told as a finding, since the other files are still looked at."""
    path = tmp_path / "graph.py"
    path.write_text("graph = (\n")

    code = carry_out(["lint", str(path)])

    assert (code, capsys.readouterr().out.startswith(f"{path.as_posix()}:1:9 document.syntax ")) == (1, True)


def test_a_folder_means_its_python_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of hidden folders, such as environments, are nobody's graphs."""
    (tmp_path / "inner").mkdir()
    (tmp_path / ".venv").mkdir()
    graph_file(tmp_path / "inner", '"gone"')
    graph_file(tmp_path / ".venv", '"gone"')

    carry_out(["lint", str(tmp_path)])

    assert len(capsys.readouterr().out.splitlines()) == 1


def test_json_holds_all_that_is_known_of_each_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same records that the page gets."""
    carry_out(["lint", str(graph_file(tmp_path, '"gone"')), "--format", "json"])

    told = json.loads(capsys.readouterr().out)
    (finding,) = told["files"][0]["findings"]
    assert (told["errors"], finding["code"], finding["line"], finding["nodes"]) == (1, "lint.unknown_name", 14, ["a"])


def test_annotations_cannot_be_broken_out_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names in a file must not become commands of whoever reads the output."""
    carry_out(["lint", str(graph_file(tmp_path, r'"x\n::error::forged"', name="a,b.py")), "--format", "github"])

    (line,) = capsys.readouterr().out.splitlines()
    assert (line.startswith("::error file="), "a%2Cb.py" in line, "%0A" in line) == (True, True, True)


def test_a_sentence_stays_on_its_line_whatever_a_node_is_called(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor does a name move the cursor of a terminal."""
    carry_out(["lint", str(graph_file(tmp_path, r'"x\n\x1b[2J"'))])

    out = capsys.readouterr().out
    assert (out.count("\n"), "\x1b" in out) == (1, False)


@pytest.mark.parametrize("command", ["lint", "model"])
@pytest.mark.parametrize("name", ["gone.py", "notes.txt"])
def test_what_cannot_be_read_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, name: str
) -> None:
    """In one sentence, with the exit code for what cannot be used."""
    (tmp_path / "notes.txt").write_text("")

    code = carry_out([command, str(tmp_path / name)])

    assert (code, capsys.readouterr().err.count("\n")) == (2, 1)


def test_a_model_names_graphs_nodes_edges_and_channels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For programs: with the engine's own words for kinds."""
    code = carry_out(["model", str(graph_file(tmp_path))])

    (graph,) = json.loads(capsys.readouterr().out)["graphs"]
    edges = [(edge["source"], edge["target"], edge["kind"], edge["origin"]) for edge in graph["edges"]]
    assert (code, graph["name"], [node["name"] for node in graph["nodes"]]) == (0, "graph", ["a"])
    assert edges == [("__start__", "a", "static", "declared"), ("a", "__end__", "static", "declared")]
    assert [(one["name"], one["kind"], one["reducer"]) for one in graph["channels"]] == [("note", "LastValue", None)]


def test_a_model_of_a_text_that_does_not_parse_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There is no half of a model."""
    path = tmp_path / "graph.py"
    path.write_bytes(b"graph = '\xff'\n")

    code = carry_out(["model", str(path)])

    assert (code, "not UTF-8" in capsys.readouterr().err) == (2, True)


@pytest.mark.parametrize(
    "command", [["model"], *(["lint", "--format", form] for form in ("text", "json", "github"))], ids=" ".join
)
def test_a_name_that_is_no_text_is_told_by_its_escape(
    command: list[str], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Half of a surrogate pair passes Python's parser, and no output can carry it."""
    path = graph_file(tmp_path, "END")
    source = path.read_text(encoding="utf-8").replace('"a"', r'"\ud800"')
    path.write_text(source.replace(r'builder.add_edge("\ud800", END)', ""), encoding="utf-8")

    code = carry_out([command[0], str(path), *command[1:]])

    shown = capsysbinary.readouterr().out.decode()
    assert code == 0
    assert ("ud800" in shown) == (command != ["lint", "--format", "text"])
