"""Drawing on the page without a pointer: shortcuts, the palette of commands, Tab and arrow keys, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.app_page import LONG_MS

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from e2e.app_page import AppPage

MOST_TABS = 100


class Keys:
    """The keyboard of a window. What it looks at it only looks at: the focus goes where keys take it."""

    def __init__(self, window: AppPage) -> None:
        self.window = window
        self.page: Page = window.page
        self.press = window.page.keyboard.press
        self.type = window.page.keyboard.type

    def dialog(self, name: str) -> Locator:
        """A dialog by its name."""
        return self.page.get_by_role("dialog", name=name, exact=True)

    def command(self, title: str) -> None:
        """Run a command from the palette."""
        self.press("Control+k")
        expect(self.page.get_by_role("combobox", name="Command")).to_be_focused()
        self.type(title)
        marked = self.dialog("Commands").get_by_role("option", selected=True)
        expect(marked).to_contain_text(title)
        expect(marked).to_be_enabled()
        self.press("Enter")

    def tab_to(self, place: Locator, key: str = "Tab") -> None:
        """Press Tab until the focus is there."""
        expect(place).to_be_visible()
        for _ in range(MOST_TABS):
            if place.and_(self.page.locator(":focus")).count():
                return
            self.press(key)
        expect(place).to_be_focused()

    def write(self, box: Locator, text: str) -> None:
        """Tab to a box and write over what it holds."""
        self.tab_to(box)
        self.press("Control+a")
        self.type(text)

    def confirm(self, dialog: Locator) -> None:
        """Press Enter, and wait until the dialog has closed: then the change is made."""
        self.press("Enter")
        expect(dialog).not_to_be_attached(timeout=LONG_MS)

    def new_graph(self, file: str) -> None:
        """Make an empty graph and follow it."""
        self.command("New graph")
        dialog = self.dialog("New graph")
        expect(dialog.get_by_role("radio", name="An empty graph")).to_be_checked()
        self.write(dialog.get_by_role("textbox", name="File name"), file)
        self.confirm(dialog)

    def add_field(self, name: str, type_: str, rule: str = "Keep last") -> None:
        """Add a state field by the palette."""
        self.command("Add state field")
        dialog = self.dialog("Add state field")
        self.write(dialog.get_by_role("textbox", name="Name"), name)
        self.write(dialog.get_by_role("combobox", name="Type"), type_)
        self.tab_to(dialog.get_by_role("combobox", name="Merge rule"))
        self.type(rule)
        self.tab_to(dialog.get_by_role("textbox", name="Default"))
        self.confirm(dialog)

    def add_node(self, name: str) -> None:
        """Add a node with its key, which counts on the canvas."""
        self.to_graph()
        self.press("n")
        dialog = self.dialog("Add node")
        self.write(dialog.get_by_role("textbox", name="Name"), name)
        self.confirm(dialog)
        expect(self.window.node(name)).to_be_visible()

    def to_graph(self) -> None:
        """Send the focus into the Graph region."""
        self.command("Go to: Graph")

    def find(self, node: str) -> None:
        """Search a node: it is selected and has the focus."""
        self.press("/")
        expect(self.page.get_by_role("searchbox", name="Find a node")).to_be_focused()
        self.type(node)
        self.press("Enter")
        expect(self.window.node(node)).to_be_focused()

    def use_tool(self, node: str, tool: str) -> None:
        """From a card into its toolbar, and along it with the arrow key."""
        self.find(node)
        tools = self.page.get_by_role("toolbar", name=f"Node {node}", exact=True)
        self.tab_to(tools.get_by_role("button", name="Connect to…"))
        self.tab_to(tools.get_by_role("button", name=tool), key="ArrowRight")
        self.press("Enter")

    def choose(self, dialog: Locator, target: str) -> None:
        """Narrow a list of targets down to one, and confirm."""
        expect(dialog.get_by_role("combobox")).to_be_focused()
        self.type(target)
        expect(dialog.get_by_role("option", selected=True)).to_have_accessible_name(target)
        self.confirm(dialog)

    def type_line(self, near: str, line: str, *, below: int = 0) -> None:
        """Search a text in the Code tab, go so many lines down, and write over that one; its indentation stays."""
        self.press("Alt+1")
        self.command("Go to: Side panel")
        self.tab_to(self.page.get_by_role("region", name="Code").get_by_role("textbox", name="Source"))
        self.press("Control+f")
        self.press("Control+a")
        self.type(near)
        self.press("Enter")
        self.press("Escape")
        # What was found is selected; the arrow keys go on from its end.
        self.press("ArrowRight")
        for _ in range(below):
            self.press("ArrowDown")
        self.press("End")
        self.press("Shift+Home")
        self.type(line)

    def connect_start(self, target: str) -> None:
        """From START, by its handle."""
        self.to_graph()
        self.tab_to(self.page.get_by_role("button", name="Connect START to…"))
        self.press("Enter")
        self.choose(self.dialog("Connect START to…"), target)

    def connect(self, source: str, target: str) -> None:
        """From a card, by the key C."""
        self.find(source)
        self.press("c")
        self.choose(self.dialog(f"Connect {source} to…"), target)

    def join(self, first: str, second: str, target: str) -> None:
        """Let a node wait for two others, from the first one's toolbar."""
        self.use_tool(first, "Join into…")
        members = self.dialog("Join: who comes together")
        self.tab_to(members.get_by_role("checkbox", name=second))
        self.press("Space")
        self.tab_to(members.get_by_role("button", name="Choose the target"))
        self.press("Enter")
        self.choose(self.dialog(f"Join {first} and {second} into…"), target)

    def make_conditional(self, node: str, target: str) -> None:
        """Let a router decide where a node leads: to END, and to this one."""
        self.use_tool(node, "Make conditional…")
        dialog = self.dialog(f"Make {node} conditional")
        self.tab_to(dialog.get_by_role("button", name="Add a way"))
        self.press("Enter")
        self.tab_to(dialog.get_by_role("combobox", name="Target 2"))
        self.type(target)
        expect(dialog.get_by_role("textbox", name="Answer 2")).to_have_value(target)
        self.tab_to(dialog.get_by_role("button", name="Make conditional", exact=True))
        self.confirm(dialog)

    def delete_start_edge(self, target: str) -> None:
        """From START's handle into its toolbar, and by the list of its edges."""
        self.to_graph()
        self.tab_to(self.page.get_by_role("button", name="Connect START to…"))
        tools = self.page.get_by_role("toolbar", name="START", exact=True)
        self.tab_to(tools.get_by_role("button", name="Connect to…"))
        self.tab_to(tools.get_by_role("button", name="Edges…"), key="ArrowRight")
        self.press("Enter")
        edges = self.dialog("Edges of START")
        self.tab_to(edges.get_by_role("button", name=f"Delete START to {target}"))
        self.press("Enter")
        expect(edges.get_by_role("listitem")).to_have_count(0)
        self.press("Escape")
        expect(edges).not_to_be_attached()
