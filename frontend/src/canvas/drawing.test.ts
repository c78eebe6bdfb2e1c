import { expect, test } from "vitest";
import { drawingOf } from "./drawing";
import { branchEdge, edge, graphOf, joinEdge, surveyGraph } from "./testing/graphs";

test("every node has a card in the graph's order, between START and END", () => {
  const drawing = drawingOf(surveyGraph());

  expect(drawing.boxes.map((box) => `${box.kind} ${box.id}`)).toEqual([
    "pill __start__",
    "card fan",
    "card north",
    "card permit",
    "card south",
    "card merge",
    "card report",
    "bar join:north+south:merge",
    "pill __end__",
  ]);
});

test("the members of a join end in its bar, and one line goes on from there", () => {
  const graph = graphOf(["a", "b", "c"], [joinEdge("a", "c", ["a", "b"]), joinEdge("b", "c", ["a", "b"])]);

  const { wires, bars } = drawingOf(graph);

  expect(bars.get("join:a+b:c")).toEqual({ id: "join:a+b:c", target: "c", members: ["a", "b"] });
  expect(wires.map((wire) => [wire.name, wire.source, wire.target, wire.head])).toEqual([
    ["a->c", "a", "join:a+b:c", false],
    ["b->c", "b", "join:a+b:c", false],
    ["a+b->c", "join:a+b:c", "c", true],
  ]);
});

test("the edges of a branch start in one diamond, and its card keeps room for it", () => {
  const graph = graphOf(["a", "b"], [branchEdge("a", "a", "again"), branchEdge("a", "b", "again")]);

  const { diamonds, boxes } = drawingOf(graph);

  expect(diamonds).toEqual([{ id: "a again", source: "a", branch: "again" }]);
  expect(boxes.filter((box) => box.tail > 0).map((box) => box.id)).toEqual(["a"]);
});

test("an edge whose target nobody knows has an open end, never END", () => {
  const { wires, boxes } = drawingOf(graphOf(["a"], [edge("a", null, { kind: "branch", branch: "route" })]));

  expect(wires.map((wire) => [wire.name, wire.head])).toEqual([["a->?", false]]);
  expect(boxes.map((box) => box.kind)).toEqual(["pill", "card", "open"]);
});

test("an edge that was seen and is also declared is drawn once, as declared", () => {
  const graph = graphOf(["a", "b"], [edge("a", "b", { kind: "command" })]);

  const { wires } = drawingOf(graph, [edge("a", "b", { kind: "command", origin: "observed" })]);

  expect(wires.map((wire) => wire.origin)).toEqual(["declared"]);
});

test("writes travel on the channel that wakes the target; END has none", () => {
  const { wires } = drawingOf(graphOf(["a", "b"], [edge("a", "b"), edge("b", "__end__")]));

  expect(wires.map((wire) => [wire.name, wire.channel])).toEqual([
    ["a->b", "branch:to:b"],
    ["b->END", null],
  ]);
});
