/** Graphs inside of nodes, opened in place. */

import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { AnyEvent } from "../../protocol/generated";
import { opened } from "../../store/opened";
import { HOLDING, INTO_DIG, NS } from "../../store/testing/inner";
import { logOf } from "../../store/testing/log";
import { ui } from "../../store/ui";
import { END, START } from "../drawing";
import { card, drawnCanvas, freshCanvas, told } from "../testing/canvas";
import { codeOf, drawingFrame, drawnGraph, drawnNode } from "../testing/drawn";
import { edge } from "../testing/graphs";

beforeEach(() => {
  freshCanvas();
  opened.setState({ open: new Map() });
});

/** The style sheets that let presses through to a card are not read here. */
const PRESSES = { pointerEventsCheck: 0 };
const ROOT_GRAPH = drawnGraph(
  ["dig", "report"],
  [edge(START, "dig"), edge("dig", "report"), edge("report", END)],
);
const open = (name: string) => screen.getByRole("button", { name: `Open ${name}` });
const group = (name: string) => screen.getByRole("group", { name: `Graph inside ${name}` });

test("a node that holds a graph says so, and opens it in place with its own names", async () => {
  const user = userEvent.setup(PRESSES);
  await drawnCanvas(ROOT_GRAPH, logOf(...INTO_DIG.slice(0, 4)));
  expect(card("dig")).toHaveAccessibleDescription(/holds a graph, which is closed/);
  expect(screen.queryByRole("button", { name: "Open report" })).toBeNull();

  await user.click(open("dig"));

  expect(within(group("dig")).getByRole("button", { name: "dig › drill" })).toBeVisible();
  expect(within(group("dig")).getByRole("button", { name: "Open dig › sift" })).toBeVisible();
  expect(ui.getState()).toMatchObject({ selectedNode: "dig", inside: "dig" });
});

test("a graph that a function calls is told as called", async () => {
  const called = HOLDING.inner.map((one) => ({ ...one, called: one.path === "dig" }));
  await drawnCanvas(ROOT_GRAPH, logOf({ ...HOLDING, inner: called }));

  expect(open("dig")).toHaveAttribute("title", "Open the graph that its function calls, in place (O)");
});

test("what is not open is not in the page", async () => {
  await drawnCanvas(ROOT_GRAPH, logOf(HOLDING));

  expect(document.querySelectorAll("[data-node]").length).toBe(2);
});

test("closing gives back the card, which keeps the focus", async () => {
  const user = userEvent.setup(PRESSES);
  await drawnCanvas(ROOT_GRAPH, logOf(HOLDING));
  await user.click(open("dig"));
  const before = card("dig");
  before.focus();

  await user.click(screen.getByRole("button", { name: "Close dig" }));

  expect(screen.queryByRole("group", { name: "Graph inside dig" })).toBeNull();
  expect(card("dig")).toBe(before);
});

test("a run that waits inside opens the graph, with the status of its nodes", async () => {
  await drawnCanvas(ROOT_GRAPH, logOf(...INTO_DIG));

  expect(within(group("dig")).getByRole("button", { name: "dig › drill" })).toHaveAttribute(
    "data-status",
    "planned",
  );
  expect(ui.getState().inside).toBe("dig");
});

test("one card in all frames is in the order of tabs, and arrow keys lead in and out", async () => {
  const user = userEvent.setup(PRESSES);
  await drawnCanvas(ROOT_GRAPH, logOf(HOLDING));
  await user.click(open("dig"));

  act(() => card("dig").focus());
  await user.keyboard("{ArrowDown}");
  expect(card("dig › drill")).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(ui.getState()).toMatchObject({ selectedNode: "dig|drill", inside: "dig" });
  expect(document.querySelectorAll('[data-node][tabindex="0"]').length).toBe(1);
  await user.keyboard("{ArrowUp}");

  expect(card("dig")).toHaveFocus();
});

test("an edge that a run takes inside and that nothing declares is drawn inside", async () => {
  const goto = { channel: "branch:to:sift", value: { kind: "none", text: "None" }, via: "goto" } as const;
  const finished: AnyEvent = {
    run: "run-1",
    ns: NS,
    step: 1,
    type: "task.finished",
    task: "task-drill",
    node: "drill",
    writes: [goto],
    ignored: [],
    durationMs: 1,
  };
  const log = logOf(...INTO_DIG, finished);
  const server = await drawnCanvas(ROOT_GRAPH, log.slice(0, -1));

  await told(server, ...log.slice(-1));

  expect(document.querySelector('[data-edge="dig › drill->sift"]')).toHaveAttribute(
    "data-origin",
    "observed",
  );
});

test("a node inside is found by its name, and its graph opens for it", async () => {
  const user = userEvent.setup(PRESSES);
  await drawnCanvas(ROOT_GRAPH, logOf(HOLDING));

  await user.click(screen.getByRole("button", { name: "Find a node" }));
  await user.keyboard("weigh{Enter}");

  expect(card("dig › sift › weigh")).toHaveFocus();
  expect(ui.getState()).toMatchObject({ selectedNode: "dig|sift|weigh", inside: "dig|sift" });
});

test("a graph of the same file opens before anything is compiled", async () => {
  const user = userEvent.setup(PRESSES);
  const holder = drawnNode("dig", { code: codeOf("pit", { kind: "graph", graph: "pit" }) });
  const root = { ...ROOT_GRAPH, nodes: [holder] };
  const pit = drawnGraph(["drill"], [edge(START, "drill")], {
    name: "pit",
    builder: null,
    compiled: null,
    function: "pit",
  });
  const server = await drawnCanvas(root);
  const { drawing, ...frame } = drawingFrame(root);
  await told(server, { ...frame, drawing: drawing && { ...drawing, graphs: [root, pit] } });

  await user.click(open("dig"));

  expect(within(group("dig")).getByRole("button", { name: "dig › drill" })).toBeVisible();
});
