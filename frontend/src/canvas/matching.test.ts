import { expect, test } from "vitest";
import { innerGraph } from "../store/testing/inner";
import { listedNodes, matching } from "./matching";
import { graphOf } from "./testing/graphs";

const { nodes } = graphOf(["dig", "drift"], []);
const LISTED = listedNodes(nodes, [innerGraph("dig", ["drill", "sift"])]);

test("nodes of graphs inside are found by their own names and by the way to them", () => {
  const ids = (words: string) => matching(LISTED, words).found.map(({ id }) => id);

  expect(ids("")).toEqual(["dig", "drift", "dig|drill", "dig|sift"]);
  expect(ids("dr")).toEqual(["drift", "dig|drill"]);
  expect(ids("dig si")).toEqual(["dig|sift"]);
});

test("each has its place in its own graph, which gives it its hue", () => {
  expect(LISTED.map(({ order }) => order)).toEqual([0, 1, 0, 1]);
});

test("of many the first hundred are listed", () => {
  const many = listedNodes(
    graphOf(
      Array.from({ length: 130 }, (_, index) => `n${index}`),
      [],
    ).nodes,
  );

  expect([matching(many, "n").found.length, matching(many, "n").left]).toEqual([100, 30]);
});
