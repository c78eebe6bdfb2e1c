import { expect, test } from "vitest";
import { drawingOf } from "./drawing";
import { layersOf } from "./layers";
import { edge, graphOf, surveyGraph } from "./testing/graphs";

test("each box stands below all that lead to it", () => {
  const { rows } = layersOf(drawingOf(surveyGraph()));

  expect(rows).toEqual([
    ["__start__"],
    ["fan"],
    ["north", "permit"],
    ["south"],
    ["join:north+south:merge"],
    ["merge"],
    ["report"],
    ["__end__"],
  ]);
});

test("only what closes a loop goes up", () => {
  const drawing = drawingOf(surveyGraph());

  const { backward } = layersOf(drawing);

  expect(drawing.wires.filter((wire) => backward.has(wire.id)).map((wire) => wire.name)).toEqual([
    "merge->fan",
  ]);
});

test("the order in which nodes were added does not turn an edge upwards", () => {
  const drawing = drawingOf(graphOf(["last", "first"], [edge("__start__", "first"), edge("first", "last")]));

  const { rows, backward } = layersOf(drawing);

  expect(rows).toEqual([["__start__"], ["first"], ["last"]]);
  expect([...backward]).toEqual([]);
});

test("a node that nothing leads to stands in the first row", () => {
  const { rows } = layersOf(drawingOf(graphOf(["a", "alone"], [edge("__start__", "a")])));

  expect(rows).toEqual([["__start__", "alone"], ["a"]]);
});

test("a chain of two thousand nodes needs no deep stack", () => {
  const names = Array.from({ length: 2000 }, (_, index) => `n${index}`);
  const edges = names.slice(1).map((name, index) => edge(names[index] ?? "", name));

  const { rows } = layersOf(drawingOf(graphOf(names, [edge("__start__", "n0"), ...edges])));

  expect(rows.length).toBe(2001);
});
