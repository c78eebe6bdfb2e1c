"""Where the boxes stand: kept beside the file, for every page and for the next time."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from stepgraph.protocol.commands import DocumentArrange
from stepgraph.protocol.document import Arrangement, Position
from stepgraph.protocol.frames import Accepted
from stepgraph.protocol.problems import Problem
from stepgraph.server.desk import places as places_module
from stepgraph.server.desk.layout import Layout
from tests.server.desk.following import following
from tests.support.serving import Server, code_of


def arranged(*boxes: dict[str, Any], reset: bool = False) -> DocumentArrange:
    """The command."""
    return DocumentArrange.model_validate(
        {"type": "document.arrange", "graph": "graph", "boxes": boxes, "reset": reset}
    )


def box(name: str, x: float | None = 1.0, y: float | None = 2.0) -> dict[str, Any]:
    """A box at a place."""
    return {"name": name, "x": x, "y": y}


def sidecar(document: Path) -> Path:
    """The file beside a document."""
    return document.parent / ".stepgraph" / f"{document.name}.layout.json"


def test_places_are_kept_for_the_next_time(survey: Path) -> None:
    """In a file that a person can read and compare."""
    layout = Layout(survey)
    layout.arrange(arranged(box("ask"), box("check", 3.5, -4.0)))
    layout.save()
    again = Layout(survey)
    again.read()

    assert again.told() == (Arrangement("graph", {"ask": Position(1.0, 2.0), "check": Position(3.5, -4.0)}),)
    assert json.loads(sidecar(survey).read_bytes()) == {
        "version": 1,
        "graphs": {"graph": {"ask": {"x": 1.0, "y": 2.0}, "check": {"x": 3.5, "y": -4.0}}},
    }


def test_a_layout_that_is_no_file_is_not_waited_for(survey: Path) -> None:
    """A pipe in its place would keep the document from opening until somebody writes to it."""
    sidecar(survey).parent.mkdir()
    os.mkfifo(sidecar(survey))
    layout = Layout(survey)
    layout.read()

    assert layout.told() == ()


def test_a_box_without_a_place_is_placed_by_the_layout(survey: Path) -> None:
    """And a reset forgets all others."""
    layout = Layout(survey)
    layout.arrange(arranged(box("ask"), box("check"), box("tell")))
    layout.arrange(arranged(box("ask", None, None)))
    one_gone = layout.told()
    layout.arrange(arranged(box("tell", 5, 6), reset=True))
    reset = layout.told()
    layout.arrange(arranged(reset=True))

    assert one_gone == (Arrangement("graph", {"check": Position(1.0, 2.0), "tell": Position(1.0, 2.0)}),)
    assert (reset, layout.told()) == ((Arrangement("graph", {"tell": Position(5, 6)}),), ())


def test_a_renamed_node_stays_where_it_stood(survey: Path) -> None:
    """And does so when the renaming is taken back."""
    layout = Layout(survey)
    layout.arrange(arranged(box("ask")))

    assert layout.rename("graph", "ask", "question")
    assert not layout.rename("graph", "nobody", "somebody")
    assert layout.told() == (Arrangement("graph", {"ask": Position(1.0, 2.0), "question": Position(1.0, 2.0)}),)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"version": 2, "graphs": {}}',
        b'{"version": 1, "graphs": {"graph": {"ask": {"x": 1e9, "y": 0}}}}',
        b'{"version": 1, "graphs": {"graph": {"ask": {"x": "1", "y": 0}}}}',
        b'{"version": 1, "graphs": {}, "more": 1}',
        b"\xff",
    ],
)
def test_a_file_that_is_not_right_is_put_aside(survey: Path, content: bytes) -> None:
    """The boxes are placed by the layout, and nothing is thrown away."""
    sidecar(survey).parent.mkdir()
    sidecar(survey).write_bytes(content)
    layout = Layout(survey)
    layout.read()

    assert layout.told() == ()
    assert [(path.name, path.read_bytes()) for path in sidecar(survey).parent.iterdir()] == [
        ("survey.py.layout.json.bad", content)
    ]


def test_a_file_that_is_too_long_is_put_aside(survey: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read to its end."""
    monkeypatch.setattr(places_module, "MAX_BYTES", 10)
    layout = Layout(survey)
    layout.arrange(arranged(box("ask")))
    layout.save()
    again = Layout(survey)
    again.read()

    assert again.told() == ()


async def test_every_page_sees_where_a_box_was_put(desk_server: Server, survey: Path) -> None:
    """The document itself does not change."""
    async with following(desk_server, survey) as one, following(desk_server, survey) as other:
        answer = await one.page.ask(type="document.arrange", graph="graph", boxes=[box("ask")])
        await other.until(lambda other: other.arrangement is not None and other.arrangement.graphs != ())

        assert isinstance(answer, Accepted)
        assert other.arrangement is not None
        assert other.arrangement.graphs == (Arrangement("graph", {"ask": Position(1.0, 2.0)}),)
        assert (other.revision, await asyncio.to_thread(sidecar(survey).exists)) == (0, True)


@pytest.mark.slow
async def test_renaming_a_node_takes_its_place_along(real_server: Server, survey: Path) -> None:
    """Which is kept by name."""
    async with following(real_server, survey) as one:
        await one.page.ask(type="document.arrange", graph="graph", boxes=[box("ask")])
        await one.edit(type="node.rename", name="ask", to="question", function=True)
        await one.until(lambda one: one.arrangement is not None and len(one.arrangement.graphs[0].positions) == 2)

        assert one.arrangement is not None
        assert one.arrangement.graphs[0].positions["question"] == Position(1.0, 2.0)


async def test_places_that_cannot_be_kept_are_told_once(desk_server: Server, survey: Path) -> None:
    """They hold as long as the server runs."""
    await asyncio.to_thread((survey.parent / ".stepgraph").write_text, "no folder")
    async with following(desk_server, survey) as one:
        first = await one.page.ask(type="document.arrange", graph="graph", boxes=[box("ask")])
        second = await one.page.ask(type="document.arrange", graph="graph", boxes=[box("check")])
        await one.until(lambda one: one.arrangement is not None and one.arrangement.graphs != ())

        assert isinstance(first, Problem)
        assert (code_of(first), code_of(second)) == ("document.layout", "")
