"""A graph drawn from an empty folder: what lies on disk runs on LangGraph and gives what the page shows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.drawing import Drawing
from e2e.keys import Keys
from e2e.plain_python import invoked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from e2e.app_page import AppPage
    from e2e.server import Server

NODES = ("north", "south", "weigh", "dig")
BODIES = {
    "north": 'return {"finds": ["clay"]}',
    "south": 'return {"finds": ["sand"]}',
    "weigh": 'return {"verdict": "dig at " + state["finds"][0]}',
    "dig": 'return {"finds": ["water"]}',
}
ROUTE = 'return "dig" if len(state["finds"]) > 1 else "end"'
END_STATE = {"text": "hello", "finds": ["clay", "sand", "water"], "verdict": "dig at clay"}
LINES = (
    "    finds: Annotated[list[str], add]",
    'builder.add_edge(START, "north")',
    'builder.add_edge(START, "south")',
    'builder.add_edge(["north", "south"], "weigh")',
    'builder.add_conditional_edges("weigh", route_weigh, {"end": END, "dig": "dig"})',
    'builder.add_edge("dig", END)',
)


def test_draw_with_the_pointer_run_and_run_the_file_on_langgraph(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Four nodes, a branch, a join and a reducer field; the keyboard only types names and bodies."""
    server = serve(None)
    assert list(server.folder.glob("*.py")) == []
    window.open(server.start())
    drawing = Drawing(window)

    drawing.new_graph("wells")
    drawing.add_field("finds", "list[str]", "Add up")
    drawing.add_field("verdict", "str")
    for name in NODES:
        drawing.add_node(name)
    drawing.tidy_up()
    drawing.delete_edge("START", "END")
    drawing.drag("START", "north")
    drawing.drag("START", "south")
    drawing.drag("dig", "END")
    drawing.join(("north", "south"), "weigh")
    drawing.make_conditional("weigh", {"dig": "dig"})
    for name, body in BODIES.items():
        drawing.type_body(name, body)
    drawing.type_line('return "end"', ROUTE)
    window.press("Run")

    window.run_status("finished")
    shows_what_langgraph_gives(window, server.folder / "wells.py")


def shows_what_langgraph_gives(window: AppPage, file: Path) -> None:
    """The file reads as if it was written by hand, and its end on LangGraph is the one in the table."""
    assert set(LINES) <= set(file.read_text(encoding="utf-8").splitlines())
    assert invoked(file) == END_STATE
    for channel, value in END_STATE.items():
        expect(window.row(channel)).to_contain_text(json.dumps(value))


def test_draw_with_keys_alone_run_and_run_the_file_on_langgraph(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """The same graph without a pointer: by shortcuts, the palette, Tab and arrow keys."""
    server = serve(None)
    window.open(server.start())
    keys = Keys(window)

    keys.new_graph("wells")
    keys.add_field("finds", "list[str]", "Add up")
    keys.add_field("verdict", "str")
    for name in NODES:
        keys.add_node(name)
    keys.delete_start_edge("END")
    keys.connect_start("north")
    keys.connect_start("south")
    keys.connect("dig", "END")
    keys.join("north", "south", "weigh")
    keys.make_conditional("weigh", "dig")
    for name, body in BODIES.items():
        keys.type_line(f"def {name}(", body, below=1)
    keys.type_line('return "end"', ROUTE)
    keys.press("F5")

    window.run_status("finished")
    shows_what_langgraph_gives(window, server.folder / "wells.py")
