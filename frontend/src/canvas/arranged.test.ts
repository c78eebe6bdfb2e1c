import { expect, test } from "vitest";
import { arrangedLayout } from "./arranged";
import { arranger, type Places, type Wanted } from "./arranger";
import { type Depicted, drawingOf } from "./drawing";
import { type Layout, type Point, type Rect, touches } from "./layout";
import { provisionalLayout } from "./provisional";
import { branchEdge, edge, graphOf, surveyGraph } from "./testing/graphs";

const NOWHERE: Places = new Map();

function withNode(graph: Depicted, name: string, ...edges: Depicted["edges"]): Depicted {
  const [node] = graphOf([name], []).nodes;
  return {
    nodes: [...graph.nodes, ...(node === undefined ? [] : [node])],
    edges: [...graph.edges, ...edges],
  };
}

function placesOf(layout: Layout, names: readonly string[]): readonly (Point | undefined)[] {
  return names.map((name) => {
    const box = layout.boxes.get(name);
    return box && { x: box.x, y: box.y };
  });
}

function overlaps(layout: Layout): readonly string[] {
  const boxes = [...layout.boxes];
  return boxes.flatMap(([one, box], index) =>
    boxes.slice(index + 1).flatMap(([other, rect]) => (touches(box, rect) ? [`${one} ${other}`] : [])),
  );
}

function cuts(one: Point, other: Point, box: Rect): boolean {
  return (
    Math.max(one.x, other.x) > box.x &&
    Math.min(one.x, other.x) < box.x + box.width &&
    Math.max(one.y, other.y) > box.y &&
    Math.min(one.y, other.y) < box.y + box.height
  );
}

const NAMES = ["fan", "north", "permit", "south", "merge", "report"];

test("a node that is added moves no other, and covers none", () => {
  const before = provisionalLayout(drawingOf(surveyGraph()));
  const after = arrangedLayout(
    drawingOf(withNode(surveyGraph(), "check", edge("north", "check"))),
    { places: NOWHERE, near: NOWHERE },
    before,
  );

  expect(placesOf(after, NAMES)).toEqual(placesOf(before, NAMES));
  expect(overlaps(after)).toEqual([]);
  const [north, check] = [after.boxes.get("north"), after.boxes.get("check")];
  expect(Math.abs((north?.x ?? 0) - (check?.x ?? 9999))).toBeLessThan(400);
  expect(check?.y).toBeGreaterThan(north?.y ?? 0);
});

test("a node that is deleted leaves the others where they were, and their routes the same objects", () => {
  const graph = surveyGraph();
  const before = provisionalLayout(drawingOf(graph));
  const fewer = {
    nodes: graph.nodes.filter(({ name }) => name !== "permit"),
    edges: graph.edges.filter(({ source, target }) => source !== "permit" && target !== "permit"),
  };

  const after = arrangedLayout(drawingOf(fewer), { places: NOWHERE, near: NOWHERE }, before);

  expect(after.boxes.has("permit")).toBe(false);
  expect(after.boxes.get("report")).toEqual(before.boxes.get("report"));
  expect(after.routes.get("report __end__ static")).toBe(before.routes.get("report __end__ static"));
});

test("a moved box takes its edges along; the routes of others stay", () => {
  const drawing = drawingOf(graphOf(["a", "b", "c"], [edge("a", "b"), edge("a", "c")]));
  const before = provisionalLayout(drawing);

  const after = arrangedLayout(
    drawing,
    { places: new Map([["b", { x: -600, y: 400 }]]), near: NOWHERE },
    before,
  );

  expect(after.boxes.get("b")).toMatchObject({ x: -600, y: 400 });
  expect(after.routes.get("a b static")?.at(-1)?.y).toBe(400);
  expect(after.routes.get("a c static")).toBe(before.routes.get("a c static"));
});

test("a route goes round a card that was put in its way", () => {
  const drawing = drawingOf(graphOf(["a", "b", "c"], [edge("a", "b")]));
  const places = new Map([
    ["a", { x: 0, y: 0 }],
    ["c", { x: 0, y: 160 }],
    ["b", { x: 0, y: 320 }],
  ]);

  const { routes, boxes } = arrangedLayout(drawing, { places, near: NOWHERE }, provisionalLayout(drawing));

  const route = routes.get("a b static") ?? [];
  const card = boxes.get("c") ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(route.some((point, index) => index > 0 && cuts(route[index - 1] ?? point, point, card))).toBe(false);
  expect(route[0]).toMatchObject({ y: 60 });
  expect(route.at(-1)).toMatchObject({ y: 320 });
});

test("a loop on itself runs outside its card", () => {
  const before = provisionalLayout(drawingOf(graphOf(["a"], [])));
  const { routes, boxes } = arrangedLayout(
    drawingOf(graphOf(["a"], [edge("a", "a")])),
    { places: NOWHERE, near: NOWHERE },
    before,
  );

  const route = routes.get("a a static") ?? [];
  const card = boxes.get("a") ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(route.length).toBeGreaterThan(3);
  expect(route.some((point, index) => index > 0 && cuts(route[index - 1] ?? point, point, card))).toBe(false);
});

test("labels cover no card, wherever cards were put", () => {
  const graph = graphOf(["a", "b", "c"], [branchEdge("a", "b", "route"), branchEdge("a", "c", "route")]);
  const drawing = drawingOf(graph);
  const places = new Map([
    ["a", { x: 0, y: 0 }],
    ["b", { x: 0, y: 96 }],
    ["c", { x: 180, y: 96 }],
  ]);

  const { labels, boxes } = arrangedLayout(drawing, { places, near: NOWHERE }, provisionalLayout(drawing));

  for (const label of labels.values()) {
    const rect = { x: label.x - 6, y: label.y - 8, width: 12, height: 16 };
    expect([...boxes.values()].filter((box) => touches(box, rect))).toEqual([]);
  }
});

function wanted(graph: Depicted, revision: number, places = NOWHERE): Wanted {
  return { id: "graph.py graph", revision, drawing: drawingOf(graph), places };
}

test("once tidied, an edit of the text shuffles nothing, and what is undone finds its place again", () => {
  const mine = arranger();
  const first = wanted(surveyGraph(), 0);
  mine.layout(first);
  mine.tidied(first, provisionalLayout(first.drawing));
  const added = wanted(withNode(surveyGraph(), "check", edge("north", "check")), 1);
  const withCheck = mine.layout(added);

  expect(mine.isUntidy(added)).toBe(false);
  mine.layout(wanted(surveyGraph(), 2));
  const again = mine.layout(wanted(withNode(surveyGraph(), "check", edge("north", "check")), 3));
  expect(placesOf(again, [...NAMES, "check"])).toEqual(placesOf(withCheck, [...NAMES, "check"]));
});

test("a renamed node stays where it was", () => {
  const mine = arranger();
  const first = wanted(graphOf(["a", "b"], [edge("a", "b")]), 0);
  const before = mine.layout(first);
  mine.tidied(first, before);

  const after = mine.layout(wanted(graphOf(["a", "better"], [edge("a", "better")]), 1));

  expect(placesOf(after, ["better"])).toEqual(placesOf(before, ["b"]));
});

test("places of a person come first, and only tidying up forgets the layout", () => {
  const mine = arranger();
  const first = wanted(surveyGraph(), 0);
  mine.layout(first);
  mine.tidied(first, provisionalLayout(first.drawing));

  const put = { ...first, places: new Map([["fan", { x: 800, y: 0 }]]) };
  expect(mine.layout(put).boxes.get("fan")).toMatchObject({ x: 800, y: 0 });
  expect(mine.isUntidy(put)).toBe(false);
  mine.forget(put.id);
  expect(mine.isUntidy(put)).toBe(true);
});

test("what a run shows more is no edit: ELK lays it out as before", () => {
  const mine = arranger();
  const first = wanted(surveyGraph(), 0);
  mine.layout(first);
  mine.tidied(first, provisionalLayout(first.drawing));
  const seen = {
    ...first,
    drawing: drawingOf(surveyGraph(), [edge("fan", "south", { kind: "command", origin: "observed" })]),
  };

  mine.layout(seen);

  expect(mine.isUntidy(seen)).toBe(true);
});

test("an edit before ELK has answered shuffles nothing either", () => {
  const mine = arranger();
  const before = mine.layout(wanted(surveyGraph(), 0));

  const added = wanted(withNode(surveyGraph(), "check", edge("north", "check")), 1);

  expect(placesOf(mine.layout(added), NAMES)).toEqual(placesOf(before, NAMES));
  expect(mine.isUntidy(added)).toBe(false);
});

test("a copy comes beside its original", () => {
  const mine = arranger();
  const before = mine.layout(wanted(surveyGraph(), 0));

  const after = mine.layout(wanted(withNode(surveyGraph(), "report_2"), 1));

  expect(after.boxes.get("report_2")?.y).toBe(before.boxes.get("report")?.y);
});
