"""What drawing does to the file's text: all that it has to, nothing else, and back again byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.app_page import LONG_MS
from e2e.drawing import Drawing
from e2e.plain_python import invoked

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server

NAMED_IN = (
    '    return [Send("inspect", {"orders": [order]}) for order in state["orders"]]',
    'def doubt(state: State) -> Command[Literal["inspect", "pack"]]:',
    '    return Command(goto="inspect" if len(state["notes"]) < 3 else "pack")',
    'graph.add_edge("inspect", "doubt")  # "check" is named in this comment, too',
    'graph.add_edge(["inspect", "doubt"], "pack")',
    'graph.add_conditional_edges("pack", size, {"many": "inspect", "few": END})',
)
MANY = 50


def test_a_renamed_node_is_renamed_wherever_it_is_named_and_undo_gives_the_same_bytes(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Edge, join list, path map, Literal, goto and Send; LangGraph runs the file as before."""
    server = serve("orders")
    file = server.document
    assert file is not None
    before, ended = file.read_bytes(), invoked(file)
    drawing = Drawing(window)
    drawing.open(server.start())

    drawing.rename("check", "inspect")
    drawing.saved()
    lines = file.read_text(encoding="utf-8").splitlines()
    assert set(NAMED_IN) <= set(lines)
    assert invoked(file) == ended

    drawing.button("Undo").click()
    expect(drawing.node("check")).to_be_visible()
    drawing.saved()
    assert file.read_bytes() == before


def test_fifty_steps_are_undone_and_made_again_to_the_same_bytes(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """The bytes of the beginning, and those of the end."""
    server = serve("survey")
    file = server.document
    assert file is not None
    before = file.read_bytes()
    drawing = Drawing(window)
    drawing.open(server.start())
    for count in range(MANY):
        drawing.rename("plan" if count == 0 else f"plan_{count}", f"plan_{count + 1}")
    drawing.saved()
    after = file.read_bytes()

    undo, redo = drawing.button("Undo"), drawing.button("Redo")
    for _ in range(MANY):
        undo.click()
    expect(undo).to_be_disabled(timeout=LONG_MS)
    expect(drawing.node("plan")).to_be_visible()
    drawing.saved()
    assert file.read_bytes() == before

    for _ in range(MANY):
        redo.click()
    expect(redo).to_be_disabled(timeout=LONG_MS)
    expect(drawing.node(f"plan_{MANY}")).to_be_visible()
    drawing.saved()
    assert file.read_bytes() == after


def test_while_the_text_does_not_parse_the_last_drawing_stays_and_says_so(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Nothing can be drawn on it and the file keeps the last good text; repaired, it is live again."""
    server = serve("survey")
    file = server.document
    assert file is not None
    before = file.read_text(encoding="utf-8")
    drawing = Drawing(window)
    drawing.open(server.start())

    drawing.type_line("def merge(", "def merge(state: State -> State:")
    fault = drawing.region.get_by_role("status").filter(has_text="line 41")
    expect(fault).to_be_visible(timeout=LONG_MS)
    for name in ("plan", "north", "south", "merge"):
        expect(drawing.node(name)).to_be_visible()
    expect(drawing.button("Add node")).to_be_disabled()
    expect(drawing.file).to_have_text("not saved: it does not parse")
    assert file.read_text(encoding="utf-8") == before
    expect(drawing.problems.get_by_role("listitem").first).to_contain_text("Error")

    drawing.type_line("def merge(", "def merge(state: State) -> State:  # mended")
    expect(fault).not_to_be_attached()
    drawing.rename("merge", "weigh")
    drawing.saved()
    now = file.read_text(encoding="utf-8")
    assert now == (
        before.replace("def merge(state: State) -> State:", "def weigh(state: State) -> State:  # mended")
        .replace("add_node(merge)", "add_node(weigh)")
        .replace('"south"], "merge")', '"south"], "weigh")')
        .replace('edges("merge"', 'edges("weigh"')
    )
