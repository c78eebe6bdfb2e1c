import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { TestServer } from "../store/testing/server";
import { choose, ui } from "../store/ui";
import { END, START } from "./drawing";
import { card, drawnCanvas, freshCanvas, placeOf, told } from "./testing/canvas";
import { arrangementFrame, drawnGraph } from "./testing/drawn";
import { edge } from "./testing/graphs";
import { drag, lift, middleOf, numbersIn } from "./testing/pressing";

beforeEach(freshCanvas);

const CHAIN = drawnGraph(["a", "b"], [edge(START, "a"), edge("a", "b"), edge("b", END)]);

function handle(name: string): Element {
  return document.querySelector(`[data-connect="${name}"]`) ?? document.body;
}

function gestures(server: TestServer): readonly object[] {
  return server.asked.flatMap((command) => (command.type === "document.edit" ? [command.gesture] : []));
}

test("a line that is dragged to a card connects them", async () => {
  const server = await drawnCanvas(CHAIN);

  drag(handle("b"), middleOf("b"), middleOf("a"));
  expect(document.querySelector("[data-drag=connect]")).toHaveTextContent("b → a");
  await lift();

  expect(gestures(server)).toEqual([{ type: "edge.add", source: "b", target: "a" }]);
  expect(document.querySelector("[data-drag]")).toBeNull();
});

test("dropped on its own card it is a loop", async () => {
  const server = await drawnCanvas(CHAIN);

  drag(handle("a"), middleOf("a"), middleOf("a"));
  await lift();

  expect(gestures(server)).toEqual([{ type: "edge.add", source: "a", target: "a" }]);
});

test("over a target that refuses, the line says why, and nothing is asked", async () => {
  const server = await drawnCanvas(CHAIN);

  drag(handle("b"), middleOf("b"), middleOf(START));
  expect(document.querySelector("[data-drag=connect]")).toHaveTextContent("Nothing leads to START");
  await lift();

  expect(gestures(server)).toEqual([]);
  expect(server.page.state.get().refusal).toMatch(/Nothing leads to START/);
});

test("dropped beside everything it offers a new node there, led to from where it began", async () => {
  await drawnCanvas(CHAIN);

  drag(handle("b"), middleOf("b"), { clientX: 3900, clientY: 3900 });
  expect(document.querySelector("[data-drag=connect]")).toHaveTextContent("new node here");
  await lift();

  expect(screen.getByRole("dialog", { name: "Add node" })).toHaveTextContent("b will lead to it");
});

test("Escape calls a line off", async () => {
  const server = await drawnCanvas(CHAIN);

  drag(handle("b"), middleOf("b"), middleOf("a"));
  fireEvent.keyDown(window, { key: "Escape" });
  await lift();

  expect(gestures(server)).toEqual([]);
});

test("a dragged card stays where it was dropped, and its place is kept beside the file", async () => {
  const server = await drawnCanvas(CHAIN);
  const [x = 0, y = 0] = numbersIn(placeOf("a"));
  const start = middleOf("a");

  drag(card("a"), start, { clientX: start.clientX + 160, clientY: start.clientY + 80 });
  expect(numbersIn(placeOf("a"))).toEqual([x + 160, y + 80]);
  await lift();

  expect(numbersIn(placeOf("a"))).toEqual([x + 160, y + 80]);
  expect(server.asked).toContainEqual({
    type: "document.arrange",
    graph: "graph",
    boxes: [{ name: "a", x: x + 160, y: y + 80 }],
  });
});

test("the click that ends a drag selects nothing", async () => {
  await drawnCanvas(CHAIN);
  const start = middleOf("a");

  drag(card("a"), start, { clientX: start.clientX + 160, clientY: start.clientY });
  await lift();
  fireEvent.click(card("a"));

  expect(ui.getState().selectedNodes).toEqual([]);
});

test("selected cards move together", async () => {
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["a", "b"] }));
  const start = middleOf("b");

  drag(card("b"), start, { clientX: start.clientX + 80, clientY: start.clientY });
  await lift();

  expect(server.asked.at(-1)).toMatchObject({ boxes: [{ name: "a" }, { name: "b" }] });
});

test("with Alt, arrow keys move the selected cards by eight", async () => {
  const server = await drawnCanvas(CHAIN);
  const [x = 0, y = 0] = numbersIn(placeOf("a"));

  await act(async () => void fireEvent.keyDown(card("a"), { key: "ArrowRight", altKey: true }));

  expect(server.asked.at(-1)).toMatchObject({ boxes: [{ name: "a", x: x + 8, y }] });
});

test("a rubber band with Shift selects what it touches", async () => {
  await drawnCanvas(CHAIN);
  const pane = document.querySelector(".react-flow__pane") ?? document.body;
  const [a, b] = [middleOf("a"), middleOf("b")];

  fireEvent.pointerDown(pane, { button: 0, shiftKey: true, clientX: 5, clientY: 5 });
  fireEvent.pointerMove(window, { clientX: a.clientX, clientY: a.clientY });
  await lift();
  expect(ui.getState().selectedNodes).toEqual(["a"]);

  fireEvent.pointerDown(pane, { button: 0, shiftKey: true, clientX: 5, clientY: 5 });
  fireEvent.pointerMove(window, { clientX: b.clientX, clientY: b.clientY });
  await lift();
  expect(ui.getState().selectedNodes).toEqual(["a", "b"]);
});

test("places from another window move the cards, and nothing else", async () => {
  const server = await drawnCanvas(CHAIN);
  const before = placeOf("b");

  await told(server, arrangementFrame({ a: { x: 640, y: 320 } }));

  expect(numbersIn(placeOf("a"))).toEqual([640, 320]);
  expect(placeOf("b")).toBe(before);
});
