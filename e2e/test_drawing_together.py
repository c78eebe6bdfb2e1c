"""Two windows on one file: each shows what is done in the other, and nothing of either is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.app_page import LONG_MS
from e2e.drawing import Drawing

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server

HERE, THERE = "drawn at the mill; ", "and at the ford, too"


def test_two_windows_show_each_other_s_gestures_and_typing(
    serve: Callable[[str | None], Server], new_window: Callable[[], AppPage]
) -> None:
    """A gesture in one, typing in the other; Undo takes back what was last, wherever it was done."""
    server = serve("survey")
    one, other = both(server, new_window)

    one.rename("merge", "weigh")
    expect(other.node("weigh")).to_be_visible()
    other.type_line("def weigh(", "def weigh(state: State, *, scale: int = 1) -> State:")
    expect(one.text).to_contain_text("scale: int = 1")
    one.button("Undo").click()
    expect(other.text).not_to_contain_text("scale: int = 1")


def test_typing_in_two_windows_at_once_loses_nothing(
    serve: Callable[[str | None], Server], new_window: Callable[[], AppPage]
) -> None:
    """Keys go to both in turn, faster than either tells the other; both and the file end with all of it."""
    server = serve("survey")
    assert server.document is not None
    before = server.document.read_text(encoding="utf-8")
    one, other = both(server, new_window)
    one.to_end_of("noted(name: str) -> None:")
    other.to_end_of('return {"report"')

    one.page.keyboard.type("  # ")
    other.page.keyboard.type("  # ")
    for here, there in zip(HERE * 3, THERE * 3, strict=False):
        one.page.keyboard.insert_text(here)
        other.page.keyboard.insert_text(there)

    count = min(len(HERE), len(THERE)) * 3
    for window in (one, other):
        expect(window.text).to_contain_text((HERE * 3)[:count], timeout=LONG_MS)
        expect(window.text).to_contain_text((THERE * 3)[:count], timeout=LONG_MS)
        window.saved()
    text = server.document.read_text(encoding="utf-8")
    assert text == before.replace("-> None:", f"-> None:  # {(HERE * 3)[:count]}", 1).replace(
        'findings"}\n', f'findings"}}  # {(THERE * 3)[:count]}\n', 1
    )


def both(server: Server, new_window: Callable[[], AppPage]) -> tuple[Drawing, Drawing]:
    """Two windows on the server's document: the second by the first one's own command."""
    one = Drawing(new_window())
    one.open(server.start())
    with one.page.context.expect_page() as opened:
        one.command("Open another window")
    other = Drawing(type(one.window)(opened.value))
    expect(other.button("Add node")).to_be_enabled(timeout=LONG_MS)
    return one, other
