import { expect, test } from "vitest";
import { drawingOf, START } from "./drawing";
import type { Layout, Rect } from "./layout";
import { neighbour } from "./neighbours";
import { provisionalLayout } from "./provisional";
import { surveyGraph } from "./testing/graphs";
import {
  anchored,
  boxAt,
  centred,
  contains,
  firstView,
  goalOf,
  shownPart,
  tiled,
  unfolded,
  type Viewport,
  welcoming,
  wholeView,
} from "./viewport";

const WINDOW = { width: 400, height: 300 };

function layoutWith(boxes: Record<string, Rect>, bounds: Rect): Layout {
  return {
    quality: "tidy",
    boxes: new Map(Object.entries(boxes)),
    routes: new Map(),
    labels: new Map(),
    diamonds: new Map(),
    bounds,
  };
}

const card = { x: 10, y: 20, width: 160, height: 60 };

test("a small drawing is shown whole and not enlarged; a large one is made small", () => {
  expect(wholeView({ x: 0, y: 0, width: 200, height: 100 }, WINDOW)).toEqual({ zoom: 1, x: 100, y: 100 });
  expect(wholeView({ x: 0, y: 0, width: 800, height: 100 }, WINDOW).zoom).toBe(0.5);
});

test("a drawing too large to be read whole is shown from START on", () => {
  const start = { x: 4000, y: 24, width: 64, height: 20 };
  const layout = layoutWith({ [START]: start }, { x: 0, y: 0, width: 9000, height: 9000 });

  const view = firstView(layout, WINDOW, START);

  const part = shownPart(view, WINDOW);
  expect(view.zoom).toBe(0.9);
  expect(part.x + part.width / 2).toBeCloseTo(4032);
  expect(part.y).toBeLessThan(0);
});

test("a box is brought to the middle", () => {
  const part = shownPart(centred(card, { x: 0, y: 0, zoom: 0.5 }, WINDOW), WINDOW);

  expect([part.x + part.width / 2, part.y + part.height / 2]).toEqual([90, 50]);
});

test("what is in sight changes by whole tiles", () => {
  expect(tiled({ x: 10, y: 10, width: 400, height: 300 })).toEqual(
    tiled({ x: 200, y: 200, width: 300, height: 300 }),
  );
});

test("when a layout changes, the box in the middle keeps its place in the window", () => {
  const before = layoutWith({ a: card, far: { ...card, x: 5000 } }, card);
  const after = layoutWith({ a: { ...card, x: 300, y: 500 }, far: card }, card);

  const view = anchored(before, after, { x: 100, y: 100, zoom: 0.5 }, WINDOW);

  expect(view.x + 300 * 0.5).toBe(100 + 10 * 0.5);
  expect(view.y + 500 * 0.5).toBe(100 + 20 * 0.5);
});

test("a click beside a small box still finds it", () => {
  const layout = layoutWith({ a: card }, card);

  expect(boxAt(layout, { x: 5, y: 25 }, 8)).toBe("a");
  expect(boxAt(layout, { x: 0, y: 0 }, 8)).toBeNull();
});

test("arrow keys follow wires up and down, joins included, and rows to the sides", () => {
  const drawing = drawingOf(surveyGraph());
  const layout = provisionalLayout(drawing);
  const go = (name: string, direction: "down" | "left" | "right" | "up") =>
    neighbour(drawing, layout, name, direction);

  expect(go("fan", "down")).toBe("north");
  expect(go("north", "right")).toBe("permit");
  expect(go("north", "down")).toBe("merge");
  expect(go("merge", "up")).toBe("south");
  expect(go("report", "down")).toBeNull();
  expect(go("nobody", "down")).toBeNull();
});

test("who is due is brought into sight with who led there, if both have room", () => {
  const layout = layoutWith({ a: card, b: { ...card, y: 120 }, far: { ...card, y: 5000 } }, card);
  const part = { x: 0, y: 0, width: 400, height: 300 };

  expect(goalOf(layout, { boxes: ["b"], causes: ["a"] }, part)).toEqual({
    x: 10,
    y: 20,
    width: 160,
    height: 160,
  });
  expect(goalOf(layout, { boxes: ["far"], causes: ["a"] }, part)).toEqual({ ...card, y: 5000 });
  expect(goalOf(layout, { boxes: [], causes: ["a"] }, part)).toEqual(card);
  expect(goalOf(layout, { boxes: [], causes: ["__input__"] }, part)).toBeNull();
});

test("a new box in sight leaves the view as it is; one out of sight is shown with all others if they can be read", () => {
  const view: Viewport = { x: 0, y: 0, zoom: 1 };
  const low = { ...card, y: 310 };
  const bounds = { x: 0, y: 0, width: 380, height: 380 };

  expect(welcoming(card, layoutWith({ a: card }, bounds), view, WINDOW)).toBe(view);
  const all = shownPart(welcoming(low, layoutWith({ a: card, low }, bounds), view, WINDOW), WINDOW);

  expect(contains(all, card) && contains(all, low)).toBe(true);
});

test("in a drawing too large to be read whole, the window goes no further than to the new box", () => {
  const view: Viewport = { x: 0, y: 0, zoom: 1 };
  const low = { ...card, y: 310 };
  const layout = layoutWith({ a: card, low }, { x: 0, y: 0, width: 4000, height: 4000 });

  const after = welcoming(low, layout, view, WINDOW);

  expect(after.zoom).toBe(1);
  expect(contains(shownPart(after, WINDOW), low)).toBe(true);
  expect(after.y).toBeGreaterThan(-310);
});

test("a box that grew past the window is shown from its head on, in the middle across", () => {
  const frame = { x: 1000, y: 500, width: 300, height: 2000 };
  const layout = layoutWith({ frame }, { x: 0, y: 0, width: 5000, height: 5000 });

  const view = unfolded(frame, layout, { x: 0, y: 0, zoom: 1 }, WINDOW);

  const part = shownPart(view, WINDOW);
  expect(part.y).toBeLessThan(frame.y);
  expect(part.y + 60).toBeGreaterThan(frame.y);
  expect(part.x + part.width / 2).toBe(frame.x + frame.width / 2);
});

test("one that grew and has room in the window moves it no further than it must", () => {
  const frame = { x: 1000, y: 500, width: 200, height: 200 };
  const layout = layoutWith({ frame }, { x: 0, y: 0, width: 5000, height: 5000 });

  expect(contains(shownPart(unfolded(frame, layout, { x: 0, y: 0, zoom: 1 }, WINDOW), WINDOW), frame)).toBe(
    true,
  );
});
