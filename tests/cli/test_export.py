"""`stepgraph export`: a graph's drawing as a file, the same that the page gives, with nothing of the graph run."""

from __future__ import annotations

import json
import struct
import sys
import zlib
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
import resvg_py

from stepgraph.cli import carry_out, pictures
from stepgraph.cli.reading import read_file
from stepgraph.document.mermaid import mermaid_of
from stepgraph.worker.editor.wire import drawing_of
from tests.document.roundtrip.files import FILES

SVG = "{http://www.w3.org/2000/svg}"
LESSONS = sorted(name for name in FILES if name.startswith("lessons/"))

GRAPHS = """\
raise SystemExit("this file was run")

from typing import TypedDict
from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    note: str


def ask(state: State) -> dict:
    return {"note": "asked"}


def route(state: State) -> str:
    return "tell"


builder = StateGraph(State)
builder.add_node("ask", ask)
builder.add_node("tell", lambda state: {"note": "told"})
builder.add_edge(START, "ask")
builder.add_conditional_edges("ask", route, {"yes": "tell", "no": END})
builder.add_edge("tell", END)
graph = builder.compile()

other = StateGraph(State)
other.add_node("alone", ask)
other.add_edge(START, "alone")
second = other.compile()
"""

HOSTILE = ['"]-->x', "<script>alert(1)</script>", 'it\'s & "more"', "two\nlines\r", "猫 🐈 ü", "]]><!--", "\x00\x1b[2J"]


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    """A file of two graphs that nobody may run."""
    path = tmp_path / "survey.py"
    path.write_text(GRAPHS, encoding="utf-8")
    return path


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A graph whose names try to be markup."""
    path = tmp_path / "hostile.py"
    lines = [
        "from langgraph.graph import START, StateGraph",
        "builder = StateGraph(dict)",
        *(f"builder.add_node({name!r}, lambda state: state)" for name in HOSTILE),
        *(f"builder.add_edge(START, {name!r})" for name in HOSTILE),
        f"builder.add_conditional_edges({HOSTILE[0]!r}, lambda state: 1, {{{HOSTILE[1]!r}: {HOSTILE[0]!r}}})",
        "graph = builder.compile()",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def exported(path: Path | str, *options: str, to: Path) -> bytes:
    """What the command writes into a file."""
    assert carry_out(["export", str(path), *options, "--output", str(to)]) == 0
    return to.read_bytes()


def words_of(svg: bytes) -> list[str]:
    """The texts of a picture, titles included."""
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter() if element.text]


def both_mermaids(path: Path) -> tuple[list[str], list[str]]:
    """Each graph of a file as Mermaid: as the command line writes it, and as the page does."""
    read = read_file(path)
    assert read.text is not None
    assert read.model is not None
    drawn = drawing_of(read.text, read.model).graphs
    pages = [pictures.scripted("mermaid", msgspec.to_builtins(graph)) for graph in drawn]
    return [mermaid_of(graph) for graph in read.model.graphs], pages


def size_and_rows(png: bytes) -> tuple[tuple[int, int], set[bytes]]:
    """Width and height of a PNG, and its different rows, filtered as they are."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    rows = zlib.decompress(data)
    stride = len(rows) // height
    return (width, height), {rows[start : start + stride] for start in range(0, len(rows), stride)}


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The sentence that a refused command ends with."""
    assert carry_out(["export", *arguments]) == 2
    return capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", LESSONS)
def test_a_picture_names_every_node(name: str, theme: str, tmp_path: Path) -> None:
    """In well-formed SVG without a script or an address, in either of the page's colours."""
    read = read_file(FILES[name])
    assert read.model is not None
    picture = exported(FILES[name], "--format", "svg", "--theme", theme, to=tmp_path / "graph.svg")

    words = words_of(picture)
    assert [node.name for node in read.model.graphs[0].nodes if node.name not in words] == []
    assert (b"#f5f6f8" in picture, b"#131418" in picture) == (theme == "light", theme == "dark")
    assert b"script" not in picture
    assert b"href" not in picture


@pytest.mark.slow
def test_a_painted_picture_is_as_fine_as_asked(survey: Path, tmp_path: Path) -> None:
    """And something is on it."""
    twice = exported(survey, "--format", "png", to=tmp_path / "twice.png")
    once = exported(survey, "--format", "png", "--scale", "1", to=tmp_path / "once.png")
    svg = ET.fromstring(exported(survey, "--format", "svg", to=tmp_path / "graph.svg"))

    (width, height), rows = size_and_rows(twice)
    units = (int(svg.attrib["width"]), int(svg.attrib["height"]))
    assert ((width, height), size_and_rows(once)[0]) == ((2 * units[0], 2 * units[1]), units)
    assert (svg[0].attrib["width"], svg[0].attrib["height"]) == (svg.attrib["width"], svg.attrib["height"])
    assert len(rows) > 50


@pytest.mark.slow
def test_a_painted_picture_shows_the_names(survey: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two graphs that differ in nothing but a name are two pictures, on a machine without any letters too."""
    without = partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", without)
    first = exported(survey, "--format", "png", to=tmp_path / "first.png")
    survey.write_text(survey.read_text(encoding="utf-8").replace('"tell"', '"talk"'), encoding="utf-8")
    second = exported(survey, "--format", "png", to=tmp_path / "second.png")

    assert size_and_rows(first)[0] == size_and_rows(second)[0]
    assert first != second


@pytest.mark.slow
def test_boxes_stand_where_a_person_put_them(survey: Path, tmp_path: Path) -> None:
    """As on the page; others are placed by the layout."""
    layout = {"version": 1, "graphs": {"graph": {"tell": {"x": 1001, "y": 502}}}}
    (tmp_path / ".stepgraph").mkdir()
    (tmp_path / ".stepgraph" / "survey.py.layout.json").write_text(json.dumps(layout), encoding="utf-8")

    svg = ET.fromstring(exported(survey, "--format", "svg", to=tmp_path / "graph.svg"))

    cards = {
        card.findtext(f"{SVG}title"): (card[1].attrib["x"], card[1].attrib["y"])
        for card in svg.iter(f"{SVG}g")
        if card[1].tag == f"{SVG}rect"
    }
    assert cards["tell"] == ("1001", "502")
    assert cards["ask"] != cards["tell"]


@pytest.mark.slow
def test_a_layout_that_is_not_right_is_told_and_left_alone(
    survey: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An export changes nothing but its own file."""
    sidecar = tmp_path / ".stepgraph" / "survey.py.layout.json"
    sidecar.parent.mkdir()
    sidecar.write_text("{", encoding="utf-8")

    picture = exported(survey, "--format", "svg", to=tmp_path / "graph.svg")

    assert "tell" in words_of(picture)
    assert "survey.py.layout.json is no layout." in capsys.readouterr().err
    assert [path.name for path in sidecar.parent.iterdir()] == [sidecar.name]


@pytest.mark.slow
def test_no_name_breaks_out_of_a_picture(hostile: Path, tmp_path: Path) -> None:
    """Each stands in it as text, without what XML cannot hold."""
    picture = exported(hostile, "--format", "svg", to=tmp_path / "graph.svg")

    words = words_of(picture)
    tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(picture).iter()}
    assert tags == {"svg", "g", "title", "rect", "path", "text"}
    for name in HOSTILE[:6]:
        assert name.replace("\r", "\n") in [word.replace("\r", "\n") for word in words]


@pytest.mark.slow
def test_a_picture_of_hostile_names_can_be_painted(hostile: Path, tmp_path: Path) -> None:
    """Whatever is in them."""
    assert len(size_and_rows(exported(hostile, "--format", "png", to=tmp_path / "graph.png"))[1]) > 50


def test_no_name_breaks_out_of_mermaid(hostile: Path, tmp_path: Path) -> None:
    """Every line is one box or one arrow of ours."""
    text = exported(hostile, "--format", "mermaid", to=tmp_path / "graph.mmd").decode()

    assert text.splitlines()[:4] == [
        "flowchart TD",
        '  start(["START"])',
        '  n0["#34;#93;--#62;x"]',
        '  n1["#60;script#62;alert#40;1#41;#60;#47;script#62;"]',
    ]
    assert len(text.splitlines()) == 1 + 1 + 2 * len(HOSTILE) + 1
    assert '  n0 -.->|"#60;script#62;alert#40;1#41;#60;#47;script#62;"| n0' in text
    assert '  n3["two#10;lines#13;"]' in text
    assert '  n4["猫 #128008; ü"]' in text


@pytest.mark.parametrize("name", sorted(FILES))
def test_mermaid_is_the_same_as_the_pages(name: str) -> None:
    """Every graph that is read gives one text, here and there."""
    ours, pages = both_mermaids(FILES[name])

    assert ours == pages


def test_hostile_names_are_the_same_in_the_pages_mermaid(hostile: Path) -> None:
    """What one escapes, the other does."""
    ours, pages = both_mermaids(hostile)

    assert ours == pages


def test_what_is_text_goes_to_the_output(survey: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """The Python is the file, to the byte; the JSON is the graph that was named, as the page knows it."""
    python = carry_out(["export", str(survey), "--format", "python"])
    file = capsysbinary.readouterr().out
    as_json = carry_out(["export", f"{survey}:second", "--format", "json"])
    graph = json.loads(capsysbinary.readouterr().out)

    assert (python, file) == (0, survey.read_bytes())
    assert (as_json, graph["name"], [node["name"] for node in graph["nodes"]]) == (0, "second", ["alone"])


def test_a_graph_is_named_by_an_option_too(survey: Path, tmp_path: Path) -> None:
    """Which counts before the name behind the file."""
    text = exported(f"{survey}:graph", "--graph", "second", "--format", "mermaid", to=tmp_path / "graph.mmd")

    assert text.decode().splitlines()[1:] == ['  start(["START"])', '  n0["alone"]', "  start --> n0"]


def test_what_code_builds_is_told_to_be_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A drawing that may lack something says so."""
    path = tmp_path / "built.py"
    loop = "import os\nfor name in os.environ:\n    other.add_node(name, ask)\n"
    path.write_text(GRAPHS.replace("second = ", loop + "second = "), encoding="utf-8")

    exported(f"{path}:second", "--format", "mermaid", to=tmp_path / "graph.mmd")

    assert "built.py: nodes or edges may be missing: " in capsys.readouterr().err


def test_an_unknown_graph_is_refused_with_those_there_are(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One of them was meant."""
    assert "has no graph 'third'. It has: graph, second." in refused([f"{survey}:third", "--format", "svg"], capsys)


@pytest.mark.parametrize(("text", "sentence"), [("x = 1\n", "builds no graph."), ("x = (\n", "was never closed")])
def test_a_file_without_a_graph_is_refused(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence that says what is wrong with it."""
    path = tmp_path / "other.py"
    path.write_text(text, encoding="utf-8")

    assert sentence in refused([str(path), "--format", "mermaid"], capsys)


def test_the_graph_file_is_never_overwritten(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever the output is called."""
    sentence = refused([str(survey), "--format", "svg", "-o", str(survey.parent / "." / survey.name)], capsys)

    assert "is the graph file itself" in sentence
    assert survey.read_text(encoding="utf-8") == GRAPHS


def test_an_output_that_cannot_be_written_is_refused(
    survey: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the system's reason."""
    sentence = refused([str(survey), "--format", "json", "-o", str(tmp_path / "no" / "graph.json")], capsys)

    assert "graph.json cannot be written: No such file or directory." in sentence


def test_a_terminal_gets_no_png(
    survey: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would only show noise."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)

    assert "A PNG is not for a terminal." in refused([str(survey), "--format", "png"], capsys)


@pytest.mark.parametrize(("library", "form"), [("py_mini_racer", "svg"), ("resvg_py", "png")])
def test_without_the_extra_one_command_is_named(
    library: str, form: str, survey: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What needs no picture needs no extra."""
    monkeypatch.setitem(sys.modules, library, None)

    sentence = refused([str(survey), "--format", form, "-o", str(survey.parent / "graph")], capsys)

    assert 'pip install "stepgraph[export]"' in sentence
    assert [carry_out(["export", str(survey), "--format", one]) for one in ("mermaid", "json", "python")] == [0, 0, 0]


def test_without_the_built_page_there_are_no_pictures(
    survey: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is the page's own drawing that draws them."""
    monkeypatch.setattr(pictures, "STATIC", tmp_path)

    assert "The page was not built." in refused([str(survey), "--format", "svg"], capsys)


def test_a_graph_that_takes_too_long_is_refused(
    survey: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another form is named, which takes no time."""
    monkeypatch.setattr(pictures, "LONGEST_S", 0.0)

    assert "Export it as Mermaid." in refused([str(survey), "--format", "svg"], capsys)
