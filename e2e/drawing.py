"""Drawing on the page as a person does it: with the pointer, or with keys. By roles and names, never by classes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.app_page import LONG_MS

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from e2e.app_page import AppPage

Point = tuple[float, float]
STILL_FRAMES = 20


class Drawing:
    """The Graph region of a window, and what belongs to drawing beside it."""

    def __init__(self, window: AppPage) -> None:
        self.window = window
        self.page: Page = window.page

    def open(self, address: str) -> None:
        """Follow a launch address, and wait until the file is read and can be drawn on."""
        self.window.open(address)
        expect(self.button("Add node")).to_be_enabled(timeout=LONG_MS)

    @property
    def region(self) -> Locator:
        """The Graph region."""
        return self.page.get_by_role("region", name="Graph")

    def button(self, name: str) -> Locator:
        """A button of the Graph region's head or of the canvas."""
        return self.region.get_by_role("button", name=name, exact=True)

    def dialog(self, name: str) -> Locator:
        """A dialog by its name."""
        return self.page.get_by_role("dialog", name=name, exact=True)

    def answer(self, dialog: Locator, action: str) -> None:
        """Press a dialog's button, and wait until it has closed: then the change is made."""
        dialog.get_by_role("button", name=action, exact=True).click()
        expect(dialog).not_to_be_attached(timeout=LONG_MS)

    def node(self, name: str) -> Locator:
        """A card."""
        return self.window.node(name)

    def edge(self, source: str, target: str) -> Locator:
        """The line from one box to another, START and END by these names."""
        return self.page.locator(f"[data-edge={json.dumps(f'{source}->{target}')}]")

    def tools(self, node: str) -> Locator:
        """The toolbar of a card that is selected or has the focus."""
        return self.page.get_by_role("toolbar", name=f"Node {node}", exact=True)

    @property
    def file(self) -> Locator:
        """What the bar says of the file: saved, not saved, read-only."""
        return self.page.get_by_role("status", name="File")

    def save_by_hand(self) -> None:
        """Switch automatic saving off by the palette."""
        self.command("Save edits automatically")

    def command(self, title: str) -> None:
        """Run a command from the palette, with a click."""
        self.window.page.get_by_role("button", name="All commands").click()
        self.page.get_by_role("combobox", name="Command").fill(title)
        self.dialog("Commands").get_by_role("option", name=title).click()

    def saved(self) -> None:
        """Wait until what the page shows is in the file; look at the page for the change first."""
        expect(self.file).to_have_text(re.compile(r"^(edited, )?saved"), timeout=LONG_MS)

    def new_graph(self, file: str, template: str = "An empty graph") -> None:
        """Make a file from a template and follow it."""
        self.page.get_by_role("button", name="New graph", exact=True).click()
        dialog = self.dialog("New graph")
        name = dialog.get_by_role("textbox", name="File name")
        # The box begins with a free name once the folder was read.
        expect(dialog.get_by_role("radio", name=template)).to_be_visible()
        name.fill(file)
        dialog.get_by_role("radio", name=template).check()
        self.answer(dialog, "Create")
        expect(self.button("Add node")).to_be_enabled(timeout=LONG_MS)

    def add_node(self, name: str) -> None:
        """Add a node with the button and its dialog."""
        self.button("Add node").click()
        dialog = self.dialog("Add node")
        dialog.get_by_role("textbox", name="Name").fill(name)
        self.answer(dialog, "Add")
        expect(self.node(name)).to_be_visible()

    def add_field(self, name: str, type_: str, rule: str = "Keep last") -> None:
        """Add a state field with the button and its dialog."""
        self.button("Add state field").click()
        dialog = self.dialog("Add state field")
        dialog.get_by_role("textbox", name="Name").fill(name)
        dialog.get_by_role("combobox", name="Type").fill(type_)
        dialog.get_by_role("combobox", name="Merge rule").select_option(rule)
        self.answer(dialog, "Add")
        expect(self.field(name)).to_be_visible()

    def field(self, name: str) -> Locator:
        """The row of a state field."""
        table = self.page.get_by_role("table", name="State fields")
        return table.get_by_role("row").filter(has=self.page.get_by_role("rowheader", name=name, exact=True))

    def drop(self, name: str, text: str) -> None:
        """Drop a file on the page, as it comes from the desktop."""
        data = self.page.evaluate_handle(
            "([name, text]) => { const data = new DataTransfer();"
            " data.items.add(new File([text], name, { type: 'text/x-python' })); return data; }",
            [name, text],
        )
        for event in ("dragover", "drop"):
            self.page.dispatch_event("body", event, {"dataTransfer": data})

    def show_fields(self) -> None:
        """Let the Channels region show the state's fields."""
        self.page.get_by_role("radio", name="Fields").check()

    def choose_rule(self, field: str, rule: str) -> None:
        """Choose how a field merges, from the menu in its row."""
        self.field(field).get_by_role("button", name=f"Merge rule of {field}").click()
        menu = self.page.get_by_role("listbox", name=f"Merge rule of {field}")
        menu.get_by_role("option", name=rule, exact=True).click()
        expect(self.field(field).get_by_role("button", name=f"Merge rule of {field}: {rule}")).to_be_visible()

    def drag(self, source: str, target: str) -> None:
        """Draw a line with the pointer: from a box's lower handle into another box."""
        mouse = self.page.mouse
        self._still()
        foot, goal = self._foot_of(source), _middle_of(self._box(target))
        mouse.move(*foot)
        mouse.down()
        mouse.move((foot[0] + goal[0]) / 2, (foot[1] + goal[1]) / 2, steps=4)
        mouse.move(*goal, steps=4)
        mouse.up()
        expect(self.edge(source, target)).to_be_attached()

    def move(self, node: str, by: Point) -> None:
        """Drag a card by so many pixels."""
        x, y = _middle_of(self.node(node))
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + by[0], y + by[1], steps=5)
        mouse.up()

    def join(self, sources: tuple[str, ...], target: str) -> None:
        """Select cards with Shift and the pointer, and let one node wait for all of them."""
        first, *others = sources
        self.node(first).click()
        for name in others:
            self.node(name).click(modifiers=["Shift"])
        tools = self.page.get_by_role("toolbar", name=f"{len(sources)} nodes", exact=True)
        tools.get_by_role("button", name="Join into…").click()
        dialog = self.dialog(f"Join {' and '.join(sources)} into…")
        dialog.get_by_role("option", name=target, exact=True).click()
        self.answer(dialog, "Join")
        expect(self.edge("+".join(sources), target)).to_be_attached()

    def make_conditional(self, node: str, answers: dict[str, str]) -> None:
        """Let a router decide where a node leads: to END, and to each of these with this answer."""
        self.node(node).click()
        self.tools(node).get_by_role("button", name="Make conditional…").click()
        dialog = self.dialog(f"Make {node} conditional")
        for count, (name, label) in enumerate(answers.items(), start=2):
            dialog.get_by_role("button", name="Add a way").click()
            dialog.get_by_role("combobox", name=f"Target {count}").select_option(name)
            dialog.get_by_role("textbox", name=f"Answer {count}").fill(label)
        self.answer(dialog, "Make conditional")
        for name in ("END", *answers):
            expect(self.edge(node, name)).to_have_attribute("data-kind", "branch")

    def rename(self, node: str, to: str) -> None:
        """Double-click a card and write another name over its own."""
        self.node(node).dblclick()
        name = self.page.get_by_role("textbox", name=f"New name of {node}", exact=True)
        name.fill(to)
        name.press("Enter")
        expect(self.node(to)).to_be_visible()
        expect(self.node(node)).not_to_be_attached()

    @property
    def problems(self) -> Locator:
        """The list of problems, brought up with a click on its tab."""
        self.page.get_by_role("tab", name="Problems").click()
        return self.page.get_by_role("list", name="Problems", exact=True)

    def tidy_up(self) -> None:
        """Lay everything out anew, and bring all of it into sight."""
        self.button("Tidy up").click()
        self._still()
        self.button("Fit the graph").click()
        self._still()

    def _still(self) -> None:
        """Wait until no card has moved for some frames: a layout is made beside the page, and comes when it is done."""
        before, frames = None, 0
        while frames < STILL_FRAMES:
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")
            now = [card.bounding_box() for card in self.page.locator("[data-node]").all()]
            frames = frames + 1 if now == before else 0
            before = now

    @property
    def code(self) -> Locator:
        """The Code tab's region, brought up with a click on the tab."""
        tab = self.page.get_by_role("tab", name="Code")
        if tab.get_attribute("aria-selected") != "true":
            tab.click()
        return self.page.get_by_role("region", name="Code")

    @property
    def text(self) -> Locator:
        """The box that the file's text is typed in; lines out of sight are not in it."""
        return self.code.get_by_role("textbox")

    def type_body(self, node: str, body: str, *, below: int = 1) -> None:
        """Write over the line that lies so many below a function's first; its indentation stays."""
        self.node(node).click()
        self.type_line(f"def {node}(", body, below=below)

    def to_end_of(self, near: str, *, below: int = 0) -> None:
        """Click behind the line that lies so many below one with this text."""
        place = self.text.get_by_text(near)
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] * (below + 0.5))
        self.page.keyboard.press("End")

    def type_line(self, near: str, line: str, *, below: int = 0) -> None:
        """Write over the line that lies so many below one with this text; its indentation stays."""
        self.to_end_of(near, below=below)
        self.page.keyboard.press("Shift+Home")
        self.page.keyboard.type(line)

    def delete_edge(self, source: str, target: str) -> None:
        """Click a line and press Delete in its toolbar."""
        self.click_edge(source, target)
        self.page.get_by_role("toolbar", name="Edge").get_by_role("button", name="Delete edge").click()
        expect(self.edge(source, target)).not_to_be_attached()

    def click_edge(self, source: str, target: str) -> None:
        """Click the middle of a line."""
        self.page.mouse.click(*_middle_of(self.edge(source, target)))

    def _box(self, name: str) -> Locator:
        if name in {"START", "END"}:
            return self.region.get_by_text(name, exact=True)
        return self.node(name)

    def _foot_of(self, name: str) -> Point:
        box = self._box(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"]


def _middle_of(place: Locator) -> Point:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
