import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { choose, ui } from "../store/ui";
import { END, START } from "./drawing";
import { rename } from "./open";
import { renaming } from "./renaming";
import { card, drawnCanvas, freshCanvas, told } from "./testing/canvas";
import { documentFrame, drawingFrame, drawnGraph } from "./testing/drawn";
import { edge } from "./testing/graphs";

beforeEach(freshCanvas);

const CHAIN = drawnGraph(["a", "b", "c"], [edge(START, "a"), edge("a", "b"), edge("b", "c"), edge("c", END)]);
const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test("one node that went and one that came are one that was renamed; more of either are not", () => {
  expect(renaming(named("a", "b"), named("a", "c"))).toEqual({ from: "b", to: "c" });
  expect(renaming(named("a", "b"), named("c", "d"))).toBeNull();
  expect(renaming(named("a", "b"), named("a"))).toBeNull();
  expect(renaming(named("a"), named("a", "b"))).toBeNull();
});

test("a node that is renamed elsewhere stays selected, and keeps the focus", async () => {
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["a", "b"] }));
  card("b").focus();

  const graph = drawnGraph(["a", "bee", "c"], [edge(START, "a"), edge("a", "bee"), edge("bee", "c")]);
  await told(server, documentFrame({ revision: 1 }), drawingFrame(graph, 1));

  expect(ui.getState().selectedNodes).toEqual(["a", "bee"]);
  expect(card("bee")).toHaveFocus();
});

test("when the card that has the focus is deleted, keys still go to the canvas", async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const server = await drawnCanvas(CHAIN);
  card("b").focus();

  await told(server, documentFrame({ revision: 1 }), drawingFrame(drawnGraph(["a", "c"], []), 1));
  expect(screen.getByRole("region", { name: "Graph" })).toContainElement(
    document.activeElement as HTMLElement | null,
  );
  await user.tab();

  expect(document.activeElement).not.toBe(document.body);
});

test("what has the focus elsewhere keeps it when a card is deleted", async () => {
  const server = await drawnCanvas(CHAIN);
  screen.getByRole("button", { name: "Add node" }).focus();

  await told(server, documentFrame({ revision: 1 }), drawingFrame(drawnGraph(["a", "c"], []), 1));

  expect(screen.getByRole("button", { name: "Add node" })).toHaveFocus();
});

test("what has the focus elsewhere keeps it when the selected node is renamed there", async () => {
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["b"] }));
  screen.getByRole("button", { name: "Add node" }).focus();

  await told(server, documentFrame({ revision: 1 }), drawingFrame(drawnGraph(["a", "bee", "c"], []), 1));

  expect(ui.getState().selectedNodes).toEqual(["bee"]);
  expect(screen.getByRole("button", { name: "Add node" })).toHaveFocus();
});

test("a node that was renamed on its card has the focus when the box its name was written in is gone", async () => {
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["b"] }));
  act(() => rename("b"));
  expect(screen.getByRole("textbox", { name: "New name of b" })).toHaveFocus();

  await told(server, documentFrame({ revision: 1 }), drawingFrame(drawnGraph(["a", "bee", "c"], []), 1));

  expect(card("bee")).toHaveFocus();
});

test("Escape selects nothing, and keys stay on the canvas when the tools they were on are gone", async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["a", "b"] }));
  screen.getByRole("button", { name: "Join into…" }).focus();

  await user.keyboard("{Escape}");

  expect(ui.getState().selectedNodes).toEqual([]);
  expect(document.querySelector(".react-flow")?.parentElement).toHaveFocus();
});
