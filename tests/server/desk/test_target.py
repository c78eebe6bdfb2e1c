"""A langgraph.json names the file that is edited; what it names outside the served folder is only shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stepgraph.protocol.events import GraphCompiled, RunFinished
from stepgraph.protocol.problems import Problem
from stepgraph.server.desk.target import Target, target_of
from tests.server.desk.following import PLAIN, Follower, following, held
from tests.support.serving import Server, page


def listed(folder: Path, graphs: object) -> Path:
    """A langgraph.json with these graphs."""
    path = folder / "langgraph.json"
    path.write_text(json.dumps({"dependencies": ["."], "graphs": graphs}), encoding="utf-8")
    return path


@pytest.fixture
def config(folder: Path, survey: Path) -> Path:
    """One that names the document."""
    return listed(folder, {"agent": "./survey.py:graph"})


def test_a_document_is_its_own_target(survey: Path, folder: Path) -> None:
    """Wherever it lies: a person named it when starting."""
    assert target_of(survey, "graph", folder=folder / "elsewhere") == Target(survey)


@pytest.mark.parametrize("place", ["./survey.py:graph", {"path": "./survey.py:graph", "description": "A survey."}])
@pytest.mark.parametrize("graph", ["agent", None])
def test_the_file_of_the_graph_is_the_target(survey: Path, folder: Path, place: Any, graph: str | None) -> None:
    """By the graph's name, or the only one."""
    config = listed(folder, {"agent": place})

    assert target_of(config, graph, folder=folder) == Target(survey, named="graph")


@pytest.mark.parametrize(
    "graphs",
    [
        {},
        {"other": "./survey.py:graph"},
        {"agent": "./none.py:graph"},
        {"agent": "../outside.py:graph"},
        {"agent": "./langgraph.json:graph"},
        {"agent": "survey.py"},
        {"agent": "\0:graph"},
        {"agent": 1},
        [],
    ],
)
def test_what_it_does_not_name_is_only_shown(tmp_path: Path, folder: Path, survey: Path, graphs: object) -> None:
    """The list itself is never edited."""
    (tmp_path / "outside.py").write_text(PLAIN, encoding="utf-8")
    config = listed(folder, graphs)

    target = target_of(config, "agent", folder=folder)

    assert (target.path, target.named) == (config, None)
    assert (target.read_only or "").startswith("A langgraph.json names graphs of other files and is not edited here.")


async def test_the_file_is_edited_for_who_opened_the_list(desk_server: Server, config: Path, survey: Path) -> None:
    """The page is told which file it is; who opened the file itself shares it."""
    async with following(desk_server, config, "agent") as one, following(desk_server, survey) as other:
        await one.append("# one\n")
        await other.until(lambda other: other.revision == 1 and other.now.saved)
        await one.saved()

        assert (one.now.path, one.now.target, one.now.graph) == (str(survey), str(survey), "graph")
        assert (other.now.target, other.now.graph) == (None, None)
        assert held(survey) == f"{PLAIN}# one\n" == other.text


async def test_a_list_that_names_nothing_here_is_shown_and_not_edited(desk_server: Server, folder: Path) -> None:
    """With the reason."""
    config = listed(folder, {"agent": "../outside.py:graph"})
    session = await desk_server.open(config, "agent")
    async with page(desk_server, session) as opened:
        one = Follower(opened)
        await one.until(lambda one: one.text is not None)
        answer = await one.append("\n")

        assert one.text == held(config)
        assert isinstance(answer, Problem)
        assert answer.code == "document.read_only"


@pytest.mark.slow
async def test_an_edit_of_the_named_file_runs(real_server: Server, config: Path) -> None:
    """Though the list, which is what was opened, did not change."""
    async with following(real_server, config, "agent") as one:
        await one.page.ask(type="run.start", input={"n": 0})
        first = await one.page.event(RunFinished)
        await one.edit(type="edge.add", source="ask", target="check")
        await one.page.ask(type="run.start", input={"n": 0})
        second = await one.page.event(RunFinished)

    # The second node runs since the edge leads to it, and the picture has the edge.
    assert second.step - first.step == 4
    before, after = one.page.told(GraphCompiled)
    drawn, drawn_after = ({(edge.source, edge.target) for edge in told.edges} for told in (before, after))
    assert drawn_after - drawn == {("ask", "check")}
    assert after.changed
