"""Drawing, with the real editor: a gesture becomes text, the text is saved, and every page shows both."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.protocol.events import RunFinished
from stepgraph.protocol.frames import Accepted
from stepgraph.protocol.problems import Problem
from tests.server.desk.following import PLAIN, Follower, following, held
from tests.support.serving import Server, page

pytestmark = pytest.mark.slow

EDGE = 'builder.add_edge("ask", "check")\n'


def drawn(text: str) -> str:
    """The text with the edge that these tests draw."""
    return text.replace('builder.add_edge("check", END)\n', f'builder.add_edge("check", END)\n{EDGE}')


async def test_a_document_is_shown_with_its_drawing(real_server: Server, survey: Path) -> None:
    """A page that opens a session gets the text whole, how it stands, and its graphs."""
    async with following(real_server, survey) as one:
        assert one.good is not None
        names = [node.name for graph in one.good.graphs for node in graph.nodes]

        assert (one.text, one.frames[0].cause) == (PLAIN, "opened")
        assert (one.now.saved, one.now.revision, one.now.read_only, one.now.undo) == (True, 0, None, None)
        assert (names, one.good.functions) == (["ask", "check"], ("ask", "check"))


async def test_a_gesture_is_drawn_written_and_answered(real_server: Server, survey: Path) -> None:
    """The answer comes when the file holds it; it says what was done."""
    async with following(real_server, survey) as one:
        answer = await one.edit(type="edge.add", source="ask", target="check")
        on_disk = held(survey)
        await one.until(lambda one: one.drawn_revision == 1 and one.now.saved)

        assert isinstance(answer, Accepted)
        assert answer.revision == 1
        assert f"+{EDGE}" in (answer.diff or "")
        assert on_disk == one.text == drawn(PLAIN)
        assert [frame.cause for frame in one.frames] == ["opened", "drawn", "saved"]
        assert one.now.undo == answer.title
        assert one.good is not None
        assert ("ask", "check") in {(edge.source, edge.target) for edge in one.good.graphs[0].edges}


async def test_a_preview_changes_nothing(real_server: Server, survey: Path) -> None:
    """The same diff, and no revision."""
    async with following(real_server, survey) as one:
        answer = await one.edit(dry=True, type="edge.add", source="ask", target="check")

        assert isinstance(answer, Accepted)
        assert f"+{EDGE}" in (answer.diff or "")
        assert (answer.revision, held(survey)) == (0, PLAIN)


async def test_a_gesture_that_cannot_be_is_refused_with_its_sentence(real_server: Server, survey: Path) -> None:
    """Nothing changes."""
    async with following(real_server, survey) as one:
        answer = await one.edit(type="edge.add", source="ask", target="nobody")

        assert isinstance(answer, Problem)
        assert (answer.code, held(survey)) == ("edit.unknown_node", PLAIN)


async def test_undo_gives_the_same_bytes_and_redo_the_edit(real_server: Server, survey: Path) -> None:
    """On the disk too."""
    async with following(real_server, survey) as one:
        await one.edit(type="edge.add", source="ask", target="check")
        await one.at(1)
        await one.page.ask(type="document.undo", revision=1)
        await one.until(lambda one: one.revision == 2 and one.now.saved)
        undone = held(survey)
        await one.page.ask(type="document.redo", revision=2)
        await one.until(lambda one: one.revision == 3 and one.now.saved)

        assert (undone, held(survey)) == (PLAIN, drawn(PLAIN))


async def test_a_text_that_does_not_parse_keeps_the_last_drawing_and_the_file(
    real_server: Server, survey: Path
) -> None:
    """The fault has its line; the file gets the text when it is right again."""
    async with following(real_server, survey) as one:
        await one.append("x = (\n")
        await one.at(1)
        fault = one.drawing.fault if one.drawing is not None else None
        kept, is_saved = held(survey), one.now.saved
        await one.append(")\n", joins=True)
        await one.until(lambda one: one.revision == 2 and one.now.saved)

        assert fault is not None
        assert (fault.code, fault.line) == ("document.syntax", PLAIN.count("\n") + 1)
        assert (kept, is_saved) == (PLAIN, False)
        assert held(survey) == f"{PLAIN}x = (\n)\n"


async def test_what_was_drawn_is_what_runs(real_server: Server, survey: Path) -> None:
    """With saving by itself switched off, a run writes the edits first; a trusted document stays trusted."""
    async with following(real_server, survey) as one:
        await one.page.ask(type="document.autosave", on=False)
        await one.edit(type="edge.add", source="ask", target="check")
        before = held(survey)
        answer = await one.page.ask(type="run.start", input={"n": 0})
        await one.page.event(RunFinished)

        assert isinstance(answer, Accepted)
        assert (before, held(survey)) == (PLAIN, drawn(PLAIN))


async def test_a_document_that_nobody_trusts_is_edited_all_the_same(real_server: Server, survey: Path) -> None:
    """Drawing runs nothing, and trusts nothing."""
    session = (await real_server.services.sessions.open_file(survey, None)).session
    async with page(real_server, session.row.id) as opened:
        one = await Follower(opened).opened()
        answer = await one.edit(type="edge.add", source="ask", target="check")
        refused = await one.page.ask(type="run.start", input={"n": 0})

    assert isinstance(answer, Accepted)
    assert isinstance(refused, Problem)
    assert (refused.code, session.state) == ("document.untrusted", "untrusted")


async def test_what_code_builds_is_drawn_when_the_graph_was_compiled(real_server: Server, folder: Path) -> None:
    """Nothing has to be run for it but the document itself, which is trusted."""
    loop = 'for name in ["b", "c"]:\n    builder.add_node(name, ask)\n    builder.add_edge("ask", name)\n'
    path = folder / "loop.py"
    path.write_text(PLAIN.replace("graph = builder", f"{loop}graph = builder"), encoding="utf-8")

    def is_whole(one: Follower) -> bool:
        return one.good is not None and {"b", "c"} <= {node.name for node in one.good.graphs[0].nodes}

    async with following(real_server, path) as one:
        await one.until(is_whole)

        assert one.good is not None
        locks = {node.name: node.lock for node in one.good.graphs[0].nodes}
        line = loop_line(held(path))
        assert locks["ask"] is None
        assert locks["b"] is not None
        assert (locks["b"], locks["c"].line if locks["c"] else None) == (locks["c"], line)


async def test_findings_follow_each_text(real_server: Server, survey: Path) -> None:
    """What is wrong with it, by the rules."""
    async with following(real_server, survey) as one:
        await one.until(lambda one: one.findings is not None and one.findings.revision == 0)
        before = codes(one)
        await one.edit(type="edge.add", source="ask", target="check")
        await one.until(lambda one: one.findings is not None and one.findings.revision == 1)

        assert "lint.unreachable" in before
        assert "lint.unreachable" not in codes(one)


def loop_line(text: str) -> int:
    """The line in which a loop adds nodes."""
    return text[: text.index("    builder.add_node(name")].count("\n") + 1


def codes(one: Follower) -> set[str]:
    """The rules that found something."""
    return set() if one.findings is None else {finding.code for finding in one.findings.findings}
