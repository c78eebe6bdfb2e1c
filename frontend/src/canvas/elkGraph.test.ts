import ELK from "elkjs/lib/elk.bundled.js";
import { expect, test } from "vitest";
import { drawingOf } from "./drawing";
import { elkGraphOf, layoutOf } from "./elkGraph";
import type { Layout, Point, Rect } from "./layout";
import { provisionalLayout } from "./provisional";
import { branchEdge, edge, graphOf, surveyGraph } from "./testing/graphs";

/** The wires of a layout whose lines cross a box that is neither their source nor their target. */
function crossing(layout: Layout, ends: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found: string[] = [];
  for (const [wire, route] of layout.routes) {
    for (const [box, rect] of layout.boxes) {
      const own = ends.get(wire)?.includes(box) === true;
      if (!own && route.some((point, index) => index > 0 && cuts(route[index - 1] ?? point, point, rect))) {
        found.push(`${wire} ${box}`);
      }
    }
  }
  return found;
}

function cuts(one: Point, other: Point, box: Rect): boolean {
  return (
    Math.max(one.x, other.x) > box.x &&
    Math.min(one.x, other.x) < box.x + box.width &&
    Math.max(one.y, other.y) > box.y &&
    Math.min(one.y, other.y) < box.y + box.height
  );
}

test("tidy routes cross no box, loops and joins included", async () => {
  const drawing = drawingOf(surveyGraph(), [edge("fan", "south", { kind: "command", origin: "observed" })]);

  const layout = layoutOf(drawing, await new ELK().layout(elkGraphOf(drawing)));

  expect(
    crossing(layout, new Map(drawing.wires.map((wire) => [wire.id, [wire.source, wire.target]]))),
  ).toEqual([]);
  expect([...layout.boxes.keys()].toSorted()).toEqual(drawing.boxes.map((box) => box.id).toSorted());
  expect([...layout.routes.keys()].toSorted()).toEqual(drawing.wires.map((wire) => wire.id).toSorted());
});

test("a loop on one node runs outside its card", async () => {
  const drawing = drawingOf(graphOf(["a"], [edge("a", "a")]));

  const layout = layoutOf(drawing, await new ELK().layout(elkGraphOf(drawing)));

  expect(crossing(layout, new Map())).toEqual([]);
  expect(layout.routes.get("a a static")?.length).toBeGreaterThan(3);
});

test("both layouts start a branch's edges in its diamond, below its card", async () => {
  const drawing = drawingOf(surveyGraph());
  const tidy = layoutOf(drawing, await new ELK().layout(elkGraphOf(drawing)));

  for (const layout of [provisionalLayout(drawing), tidy]) {
    const diamond = layout.diamonds.get("merge enough");
    const card = layout.boxes.get("merge");
    const starts = drawing.wires
      .filter((wire) => wire.branch !== null)
      .map((wire) => layout.routes.get(wire.id)?.[0]);
    expect(starts.map((point) => point?.x)).toEqual([diamond?.x, diamond?.x]);
    expect(diamond?.y).toBe((card?.y ?? 0) + (card?.height ?? 0) + 10);
  }
});

test("beside a branch, a plain edge still begins at its card", async () => {
  const drawing = drawingOf(graphOf(["a", "b"], [branchEdge("a", "a", "again"), edge("a", "b")]));

  const layout = layoutOf(drawing, await new ELK().layout(elkGraphOf(drawing)));

  const card = layout.boxes.get("a");
  expect(layout.routes.get("a b static")?.[0]?.y).toBe((card?.y ?? 0) + (card?.height ?? 0));
});
