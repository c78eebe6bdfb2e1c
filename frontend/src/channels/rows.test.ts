import { expect, test } from "vitest";
import { rowKey, rowsOf, rowTops, rowWindow } from "./rows";
import { channelOf, graphWith } from "./testing/cells";

const graph = graphWith([channelOf("plan"), channelOf("branch:to:a"), channelOf("notes")], ["left"]);

test("rows stand in the graph's order under State, Managed and Internal", () => {
  expect(rowsOf(graph, "shown").map(rowKey)).toEqual([
    "group State",
    "channel plan",
    "channel notes",
    "group Managed",
    "managed left",
    "group Internal",
    "channel branch:to:a",
  ]);
});

test("internal channels can be left out, with their heading", () => {
  expect(rowsOf(graph, "hidden").map(rowKey).at(-1)).toBe("managed left");
});

test("a group without rows has no heading", () => {
  expect(rowsOf(graphWith([channelOf("__root__")]), "shown").map(rowKey)).toEqual([
    "group State",
    "channel __root__",
  ]);
});

test("of five thousand rows only those in sight are drawn, and the room of the others is kept", () => {
  const many = Array.from({ length: 5000 }, (_, index) => channelOf(`c${index}`));
  const tops = rowTops(rowsOf(graphWith(many), "hidden"));

  const window = rowWindow(tops, { top: 100_000, height: 400 });

  expect(window).toEqual({ first: 2492, end: 2519, before: 99_662, after: 99_280 });
  expect(window.before + window.after + (window.end - window.first) * 40).toBe(22 + 5000 * 40);
});

test("at the top and at the bottom the window ends with the rows", () => {
  const tops = rowTops(rowsOf(graph, "shown"));

  expect(rowWindow(tops, { top: 0, height: 1000 })).toEqual({ first: 0, end: 7, before: 0, after: 0 });
  expect(rowWindow([0], { top: 0, height: 1000 })).toEqual({ first: 0, end: 0, before: 0, after: 0 });
});
