import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, test } from "vitest";
import { NOTHING_MORE } from "../protocol/asks";
import type { DrawnGraph } from "../protocol/generated";
import {
  codePlace,
  documentView,
  drawnField,
  drawnGraph,
  drawnNode,
  drawnSchema,
  opened,
} from "../store/testing/drawn";
import { problemOf, TestServer } from "../store/testing/server";
import { askFor, choose, ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import "../ui/testing/modal";
import "../ui/testing/popover";
import { AddFieldHost } from "./AddFieldHost";
import { FieldsPanel } from "./FieldsPanel";

beforeEach(() => choose({ selectedChannel: null, selectedNode: null, asked: null }));

const GRAPH = drawnGraph({
  schemas: [
    drawnSchema("State", [
      drawnField("question", { line: 10 }),
      drawnField("plan", { line: 12, default: '"none"' }),
      drawnField("left", { kind: "managed", type: "int" }),
    ]),
  ],
  nodes: [
    drawnNode("north", { writes: ["plan"], reads: ["question"] }),
    drawnNode("south", { writes: ["plan"], reads: [] }),
    drawnNode("odd", { writes: null, reads: null }),
  ],
});

function fields(graph: DrawnGraph | null = GRAPH, view = {}): TestServer {
  const server = new TestServer().welcome();
  server.tell(...opened(graph, view));
  server.accepted = { ...NOTHING_MORE, diff: "--- a\n+++ b\n@@ -1 +1 @@\n-text\n+other\n" };
  render(
    <PageStore value={server.page}>
      <FieldsPanel />
      <AddFieldHost />
    </PageStore>,
  );
  return server;
}

function row(field: string): HTMLElement {
  const found = screen.getByRole("rowheader", { name: new RegExp(`^${field}`) }).closest("tr");
  if (found === null) {
    throw new Error(`${field} stands in no row.`);
  }
  return found;
}

/** The gestures that were made; what was only looked at is left out. */
function made(server: TestServer): readonly unknown[] {
  return server.asked.flatMap((command) =>
    command.type === "document.edit" && command.dry !== true ? [command.gesture] : [],
  );
}

test("each field stands in a row with its type, merge rule, default, writers and readers", () => {
  fields();

  const table = screen.getByRole("table", { name: "State fields" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["Field", "Type", "Merge rule", "Default", "Written by", "Read by", "In", "Out", "Actions"]);
  const plan = within(row("plan"))
    .getAllByRole("cell")
    .map((cell) => cell.textContent?.trim());
  expect(plan.slice(0, 3)).toEqual(["str", "Keep last", '"none"']);
  expect(plan[3]).toBe("north south");
  expect(within(row("question")).getAllByRole("cell")[3]).toHaveTextContent("input");
  expect(within(row("left")).getAllByRole("cell")[3]).toHaveTextContent("computed");
  expect(screen.getByText(/cannot be told from the text what they read and write/)).toHaveTextContent("odd");
});

test("a writer's chip selects its node", async () => {
  const user = userEvent.setup();
  fields();

  await user.click(within(row("plan")).getByRole("button", { name: "south" }));

  expect(ui.getState().selectedNode).toBe("south");
});

test("the merge menu is walked by arrow keys, and Enter writes the rule", async () => {
  const user = userEvent.setup();
  const server = fields();
  const button = within(row("plan")).getByRole("button", { name: "Merge rule of plan: Keep last" });

  await user.click(button);
  const menu = screen.getByRole("listbox", { name: "Merge rule of plan" });
  expect(menu).toHaveFocus();
  expect(within(menu).getByRole("option", { selected: true })).toHaveAccessibleName("Keep last");
  await user.keyboard("{ArrowDown}{Enter}");

  expect(made(server)).toEqual([{ type: "field.merge", name: "plan", merge: { kind: "add" } }]);
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(button).toHaveFocus();
});

test("an edited field is the selected one, and the selected nodes stay", async () => {
  const user = userEvent.setup();
  const server = fields();
  choose({ selectedNode: "north" });
  server.accepted = { ...NOTHING_MORE, select: ["plan"] };
  await user.click(within(row("plan")).getByRole("button", { name: /^Merge rule/ }));

  await user.keyboard("{ArrowDown}{Enter}");

  await waitFor(() => expect(row("plan")).toHaveAttribute("data-selected", "true"));
  expect(ui.getState().selectedNodes).toEqual(["north"]);
});

test("a field of another file is read-only, and leads to that file", async () => {
  const user = userEvent.setup();
  const lock = { sentence: "read-only: declared in shared.py; open that file to change it", line: null };
  const server = fields(
    drawnGraph({
      schemas: [drawnSchema("State", [drawnField("plan", { lock })], { path: "/graphs/shared.py" })],
    }),
  );
  expect(screen.getByRole("button", { name: "Delete plan" }).title).toContain(lock.sentence);

  await user.click(screen.getByRole("button", { name: "in shared.py" }));

  expect(server.asked).toEqual([{ type: "document.open", path: "/graphs/shared.py" }]);
});

test("Escape closes the merge menu and changes nothing", async () => {
  const user = userEvent.setup();
  const server = fields();
  const button = within(row("plan")).getByRole("button", { name: /^Merge rule/ });
  await user.click(button);

  await user.keyboard("{ArrowDown}{Escape}");

  expect(screen.queryByRole("listbox")).toBeNull();
  expect(button).toHaveFocus();
  expect(server.asked).toEqual([]);
});

test("Space shows what a rule would change before it is applied", async () => {
  const user = userEvent.setup();
  const server = fields();
  await user.click(within(row("plan")).getByRole("button", { name: /^Merge rule/ }));

  await user.keyboard("{ArrowDown} ");

  const dialog = await screen.findByRole("dialog", { name: "plan: Add up" });
  expect(await within(dialog).findByText("other")).toBeVisible();
  expect(made(server)).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Apply" }));
  expect(made(server)).toEqual([{ type: "field.merge", name: "plan", merge: { kind: "add" } }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an own function asks for its name, and says whether it is new", async () => {
  const user = userEvent.setup();
  const server = fields();
  await user.click(within(row("plan")).getByRole("button", { name: /^Merge rule/ }));

  await user.click(screen.getByRole("option", { name: "Own function…" }));
  const box = await screen.findByRole("combobox", { name: "Function" });
  expect(box).toHaveValue("merge_plan");
  expect(screen.getByText(/merge_plan is new/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Apply" }));

  expect(made(server)).toEqual([
    { type: "field.merge", name: "plan", merge: { kind: "function", function: "merge_plan" } },
  ]);
});

test("a lambda gives way to a function with a name", async () => {
  const user = userEvent.setup();
  const reducer = codePlace("lambda a, b: a + b", { kind: "lambda", name: null });
  const log = drawnField("log", { kind: "BinaryOperatorAggregate", reducer });
  fields(drawnGraph({ schemas: [drawnSchema("State", [log])] }));
  await user.click(screen.getByRole("button", { name: "Merge rule of log: lambda a, b: a + b" }));

  await user.click(screen.getByRole("option", { name: "Own function…" }));

  expect(await screen.findByRole("combobox", { name: "Function" })).toHaveValue("merge_log");
});

test("the context's fields are given: nothing merges or writes them", () => {
  fields(drawnGraph({ schemas: [drawnSchema("Settings", [drawnField("tone")], { roles: ["context"] })] }));

  expect(within(row("tone")).queryByRole("button", { name: /^Merge rule/ })).toBeNull();
  expect(within(row("tone")).getAllByRole("cell")[3]).toHaveTextContent("given");
  expect(screen.getByRole("button", { name: "Delete tone" })).toHaveAttribute("aria-disabled", "true");
});

test("a type is edited where it stands, and a refusal stands there too", async () => {
  const user = userEvent.setup();
  const server = fields();
  server.refusal = "Nothing is called lisst here.";
  await user.click(within(row("plan")).getByRole("button", { name: "Type of plan: str" }));
  const box = screen.getByRole("combobox", { name: "Type of plan" });

  await user.clear(box);
  await user.type(box, "lisst{Enter}");

  expect(await within(row("plan")).findByRole("alert")).toHaveTextContent("Nothing is called lisst here.");
  expect(box).toHaveAttribute("aria-invalid", "true");
  server.refusal = null;
  await user.clear(box);
  await user.type(box, "list[[str]{Enter}");
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Type of plan" })).toBeNull());
  expect(made(server).at(-1)).toEqual({ type: "field.retype", name: "plan", annotation: "list[str]" });
});

test("F2 renames a field in the functions that use it too, and lists them", async () => {
  const user = userEvent.setup();
  const server = fields();
  within(row("plan")).getByRole("button", { name: "plan" }).focus();

  await user.keyboard("{F2}");
  const dialog = await screen.findByRole("dialog", { name: "Rename plan" });
  const users = within(dialog).getByRole("list", { name: "Nodes that use plan" });
  expect(within(users).getAllByRole("listitem")).toHaveLength(2);
  expect(dialog).toHaveTextContent("what odd does with the state");
  await user.clear(within(dialog).getByRole("textbox", { name: "New name" }));
  await user.type(within(dialog).getByRole("textbox", { name: "New name" }), "route{Enter}");

  expect(made(server)).toEqual([{ type: "field.rename", name: "plan", to: "route", nodes: true }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a name that is taken is refused at its field, and asks the server nothing", async () => {
  const user = userEvent.setup();
  const server = fields();
  await user.click(within(row("plan")).getByRole("button", { name: "Rename plan" }));
  const box = await screen.findByRole("textbox", { name: "New name" });

  await user.clear(box);
  await user.type(box, "question{Enter}");

  expect(box).toHaveAccessibleDescription("There is a field question already.");
  expect(server.asked).toEqual([]);
});

test("deleting a field says first who uses it", async () => {
  const user = userEvent.setup();
  const server = fields();
  await user.click(within(row("plan")).getByRole("button", { name: "Delete plan" }));

  const dialog = await screen.findByRole("dialog", { name: "Delete plan" });
  expect(dialog).toHaveTextContent("north writes it");
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));

  expect(made(server)).toEqual([{ type: "field.delete", name: "plan" }]);
});

test("ticking chooses what the input takes, and the last field cannot be ticked off", async () => {
  const user = userEvent.setup();
  const server = fields();

  await user.click(screen.getByRole("checkbox", { name: "plan is input" }));

  expect(made(server)).toEqual([{ type: "schema.set", role: "input", fields: ["question"] }]);
});

test("a new field is asked for from anywhere, and every box is told its own mistake", async () => {
  const user = userEvent.setup();
  const server = fields();
  act(() => askFor("field.add"));
  const dialog = await screen.findByRole("dialog", { name: "Add state field" });
  const name = within(dialog).getByRole("textbox", { name: "Name" });
  const type = within(dialog).getByRole("combobox", { name: "Type" });
  expect(name).toHaveFocus();

  await user.type(name, "class");
  expect(name).toHaveAccessibleDescription(/a word of Python/);
  await user.clear(name);
  await user.type(name, "scores");
  await user.clear(type);
  await user.type(type, "list[[int]");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Merge rule" }), "Add up");
  await user.type(within(dialog).getByRole("textbox", { name: "Default" }), "1");
  await user.click(within(dialog).getByRole("button", { name: "Add" }));

  await waitFor(() =>
    expect(made(server)).toEqual([
      {
        type: "field.add",
        name: "scores",
        annotation: "list[int]",
        merge: { kind: "add" },
        default: "1",
        target: null,
      },
    ]),
  );
});

test("what the server refuses of a new field stands at the box that its code names", async () => {
  const user = userEvent.setup();
  const server = fields();
  server.refusal = { ...problemOf("A TypedDict has no defaults."), code: "edit.default" };
  act(() => askFor("field.add"));
  const dialog = await screen.findByRole("dialog", { name: "Add state field" });

  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "scores");
  await user.type(within(dialog).getByRole("textbox", { name: "Default" }), "1");

  await waitFor(() =>
    expect(within(dialog).getByRole("textbox", { name: "Default" })).toHaveAccessibleDescription(
      "A TypedDict has no defaults.",
    ),
  );
});

test("while the text does not parse, nothing can be edited and the reason is said", () => {
  const server = fields();
  act(() =>
    server.tell({ frame: "drawing", revision: 2, drawing: null, fault: problemOf("Line 3 is not closed.") }),
  );

  const button = within(row("plan")).getByRole("button", { name: "Delete plan" });
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button.title).toContain("does not parse");
  expect(screen.getByText(/fields of the last one that could/)).toBeVisible();
});

test("without a field the panel teaches what one is, and offers to add it", async () => {
  const user = userEvent.setup();
  fields(drawnGraph({ schemas: [drawnSchema("State", [])] }));

  expect(screen.getByText(/a key that nodes read and write/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add state field" }));

  expect(await screen.findByRole("dialog", { name: "Add state field" })).toBeVisible();
});

test("the fields and their open menu are free of what axe finds", async () => {
  const user = userEvent.setup();
  fields(GRAPH, documentView());
  await user.click(within(row("plan")).getByRole("button", { name: /^Merge rule/ }));

  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
