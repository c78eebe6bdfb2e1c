import { expect, test } from "vitest";
import { drawingOf } from "./drawing";
import { type Rect, touches } from "./layout";
import { provisionalLayout } from "./provisional";
import { edge, graphOf, surveyGraph } from "./testing/graphs";

test("no two boxes touch, and every wire has a route from its source to its target", () => {
  const drawing = drawingOf(surveyGraph());

  const { boxes, routes } = provisionalLayout(drawing);

  const rects = [...boxes.values()];
  expect(rects.filter((box, index) => rects.slice(index + 1).some((other) => touches(box, other)))).toEqual(
    [],
  );
  for (const wire of drawing.wires) {
    const route = routes.get(wire.id);
    expect(under(route?.[0]?.y, boxes.get(wire.source))).toBe(true);
    expect(route?.at(-1)?.y).toBe(boxes.get(wire.target)?.y);
  }
});

test("a wire that goes up takes a way outside all boxes", () => {
  const drawing = drawingOf(graphOf(["a", "b"], [edge("__start__", "a"), edge("a", "b"), edge("b", "a")]));

  const { boxes, routes } = provisionalLayout(drawing);

  const left = Math.min(...[...boxes.values()].map((box) => box.x));
  expect(Math.min(...(routes.get("b a static") ?? []).map((point) => point.x))).toBeLessThan(left);
});

test("an empty drawing has an empty layout", () => {
  const { bounds } = provisionalLayout({ boxes: [], wires: [], bars: new Map(), diamonds: [], nodes: [] });

  expect(bounds).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});

function under(y: number | undefined, box: Rect | undefined): boolean {
  return y !== undefined && box !== undefined && y >= box.y + box.height;
}
