import { expect, test } from "vitest";
import { drawingOf, END, START } from "../drawing";
import type { Rect } from "../layout";
import { touches } from "../layout";
import { provisionalLayout } from "../provisional";
import { edge, graphOf, joinEdge, surveyGraph } from "../testing/graphs";
import { grown, withRoom } from "./room";

const CHAIN = drawingOf(
  graphOf(
    ["plan", "dig", "map", "report"],
    [
      edge(START, "plan"),
      edge("plan", "dig"),
      edge("plan", "map"),
      joinEdge("dig", "report", ["dig", "map"]),
      joinEdge("map", "report", ["dig", "map"]),
      edge("report", END),
    ],
  ),
);
const BEFORE = provisionalLayout(CHAIN);
const SIZE = { width: 400, height: 500 };

function opened(...names: readonly string[]) {
  const sizes = new Map(names.map((name) => [name, SIZE]));
  return withRoom(grown(CHAIN, sizes), BEFORE, sizes);
}

function boxOf(layout: typeof BEFORE, name: string): Rect {
  const box = layout.boxes.get(name);
  if (box === undefined) {
    throw new Error(`No box ${name}.`);
  }
  return box;
}

test("the box grows about its middle, from its upper edge down", () => {
  const [before, after] = [boxOf(BEFORE, "dig"), boxOf(opened("dig"), "dig")];

  expect(after).toMatchObject({ ...SIZE, y: before.y });
  expect(after.x + after.width / 2).toBe(before.x + before.width / 2);
});

test("what stands above stays, what stands below goes down by as much as it grew", () => {
  const after = opened("dig");

  expect(boxOf(after, "plan")).toEqual(boxOf(BEFORE, "plan"));
  expect(boxOf(after, "report").y - boxOf(BEFORE, "report").y).toBe(SIZE.height - 60);
});

test("two side by side make room for the taller once", () => {
  const after = opened("dig", "map");

  expect(boxOf(after, "report").y - boxOf(BEFORE, "report").y).toBe(SIZE.height - 60);
});

test.each([[["dig"]], [["map"]], [["dig", "map"]], [["plan", "report"]], [["plan", "dig", "map", "report"]]])(
  "with %s open no box lies on another",
  (names) => {
    const boxes = [...opened(...names).boxes.values()];

    const lying = boxes.filter((one, index) => boxes.some((other, at) => at > index && touches(one, other)));
    expect(lying).toEqual([]);
  },
);

test("a loop's lines go round what is open", () => {
  const drawing = drawingOf(surveyGraph());
  const sizes = new Map([["permit", SIZE]]);
  const after = withRoom(grown(drawing, sizes), provisionalLayout(drawing), sizes);

  expect([...after.routes.keys()].toSorted()).toEqual(drawing.wires.map(({ id }) => id).toSorted());
});

test.each([[["dig"]], [["map"]], [["plan"]], [["dig", "map", "report"]]])(
  "with %s open every line is square, and begins and ends at its boxes",
  (names) => {
    const { boxes, routes } = opened(...names);

    for (const { id, source, target } of CHAIN.wires) {
      const route = routes.get(id) ?? [];
      const [from, to] = [boxes.get(source), boxes.get(target)];
      expect(route[0]?.y).toBe((from?.y ?? 0) + (from?.height ?? 0));
      expect(route.at(-1)?.y).toBe(to?.y);
      expect(route.slice(1).every(({ x, y }, index) => x === route[index]?.x || y === route[index]?.y)).toBe(
        true,
      );
    }
  },
);

test("a line that led past stays beside what is open", () => {
  const graph = graphOf(["a", "b", "c"], [edge("a", "b"), edge("b", "c"), edge("a", "c")]);
  const drawing = drawingOf(graph);
  const sizes = new Map([["b", SIZE]]);

  const { boxes, routes } = withRoom(grown(drawing, sizes), provisionalLayout(drawing), sizes);

  const box = boxes.get("b") ?? { x: 0, y: 0, width: 0, height: 0 };
  const past = routes.get("a c static") ?? [];
  expect(past.length).toBeGreaterThan(1);
  expect(
    past.every(({ x, y }) => x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height),
  ).toBe(true);
});
