import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, test } from "vitest";
import { NOTHING_MORE } from "../protocol/asks";
import type { Finding } from "../protocol/generated";
import { codePlace } from "../store/place";
import { documentView, drawnGraph, drawnNode, finding, opened } from "../store/testing/drawn";
import { problemOf, TestServer } from "../store/testing/server";
import { choose, ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import "../ui/testing/modal";
import { ProblemsPanel } from "./ProblemsPanel";

beforeEach(() => choose({ selectedNode: null, selectedChannel: null, sideTab: "problems" }));

const GRAPH = drawnGraph({ nodes: ["fan", "north", "south"].map((name) => drawnNode(name)) });

const MEND = { title: "Let plan keep all writes", changes: [{ start: 0, end: 4, text: "other" }] };

const SHARED = finding("lint.shared_write", {
  sentence: "north and south can share a superstep, and both write plan.",
  line: 43,
  column: 9,
  nodes: ["north", "south"],
  channels: ["plan"],
  paths: [
    ["__start__", "fan", "north"],
    ["__start__", "fan", "south"],
  ],
  mends: [MEND],
});

function problems(...findings: readonly Finding[]): TestServer {
  const server = new TestServer().welcome();
  server.tell(...opened(GRAPH), { frame: "findings", revision: 1, findings });
  server.accepted = { ...NOTHING_MORE, diff: "--- a\n+++ b\n@@ -1 +1 @@\n-text\n+other\n" };
  render(
    <PageStore value={server.page}>
      <ProblemsPanel />
    </PageStore>,
  );
  return server;
}

function items(): readonly HTMLElement[] {
  return [...screen.getByRole("list", { name: "Problems" }).children].filter(
    (one) => one instanceof HTMLElement,
  );
}

test("each problem has its severity in a word, its sentence and its code", () => {
  problems(SHARED, finding("lint.no_entry", { severity: "error", sentence: "graph has no entry." }));

  const [first, second] = items();
  expect(first).toHaveTextContent(/^Errorgraph has no entry\.lint\.no_entry/);
  expect(second).toHaveTextContent(/^Warning43:9north and south can share/);
  expect(screen.getByRole("status")).toHaveTextContent("2 problems, 1 error");
});

test("the place leads to the line, and selects what the problem is about", async () => {
  const user = userEvent.setup();
  problems(SHARED);

  await user.click(screen.getByRole("button", { name: "43:9" }));

  expect(codePlace.getState().line).toBe(43);
  expect(ui.getState()).toMatchObject({
    sideTab: "code",
    selectedNodes: ["north", "south"],
    selectedChannel: "plan",
  });
});

test("two ways are two rows of nodes, from START on", () => {
  problems(SHARED);

  const ways = within(screen.getByRole("list", { name: "Ways that show it" })).getAllByRole("listitem");

  expect(ways.map((way) => way.textContent)).toEqual(["START→fan→north", "START→fan→south"]);
});

test("a mend is made by one click", async () => {
  const user = userEvent.setup();
  const server = problems(SHARED);

  await user.click(screen.getByRole("button", { name: MEND.title }));

  expect(server.asked).toEqual([
    {
      type: "document.edit",
      revision: 1,
      graph: "graph",
      gesture: { type: "text.replace", ...MEND },
      dry: false,
    },
  ]);
});

test("a mend can be looked at before it is made", async () => {
  const user = userEvent.setup();
  const server = problems(SHARED);

  await user.click(screen.getByRole("button", { name: `Preview: ${MEND.title}` }));

  const dialog = await screen.findByRole("dialog", { name: MEND.title });
  expect(await within(dialog).findByText("other")).toBeVisible();
  expect(server.asked.every((command) => command.type === "document.edit" && command.dry)).toBe(true);
  await user.click(within(dialog).getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a mend of an older text waits until the text was checked again", async () => {
  const user = userEvent.setup();
  const server = problems(SHARED);
  act(() =>
    server.tell({
      frame: "document",
      view: documentView({ revision: 2 }),
      text: null,
      base: 1,
      changes: [{ start: 0, end: 0, text: "# " }],
      author: null,
      cause: "typed",
    }),
  );
  const button = screen.getByRole("button", { name: MEND.title });
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button.title).toContain("checked again");

  await user.click(button);

  expect(server.asked).toEqual([]);
});

test("a text that cannot be read is the first problem", () => {
  const server = problems(SHARED);

  act(() =>
    server.tell({
      frame: "drawing",
      revision: 2,
      drawing: null,
      fault: { ...problemOf("A bracket is not closed."), line: 7, column: 2 },
    }),
  );

  expect(items()[0]).toHaveTextContent("A bracket is not closed.");
  expect(screen.getByRole("button", { name: "7:2" })).toBeVisible();
});

test("hostile text in a problem stays text", () => {
  problems(finding("lint.name", { sentence: "<img src=x onerror=alert(1)>", nodes: ["<b>bold</b>"] }));

  expect(document.querySelector("img, b")).toBeNull();
  expect(screen.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
});

test("without problems it says what will stand here", () => {
  problems();

  expect(screen.getByRole("status")).toHaveTextContent("No problems");
  expect(screen.getByText(/checked as you draw and type/)).toBeVisible();
});

test("the list is free of what axe finds", async () => {
  problems(SHARED, finding("lint.no_entry", { severity: "error" }));

  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
