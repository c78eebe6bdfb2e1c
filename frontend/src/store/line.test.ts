import { describe, expect, test } from "vitest";
import { lineOf, lineThrough, neighbour } from "./line";
import { stepEntry } from "./testing/entries";

const MAIN = [0, 1, 2, 3].map((key) =>
  stepEntry({ key, lane: 0, checkpoint: `c${key}`, parent: key === 0 ? null : `c${key - 1}` }),
);
const FORK = [
  stepEntry({ key: 4, lane: 1, checkpoint: "f4", parent: "c1" }),
  stepEntry({ key: 5, lane: 1, checkpoint: null, parent: "f4" }),
  stepEntry({ key: 6, lane: 1, checkpoint: "f6", parent: "f4" }),
];
const STEPS = [...MAIN, ...FORK];

function keys(steps: readonly { readonly key: number }[]): readonly number[] {
  return steps.map((step) => step.key);
}

describe("a line", () => {
  test("of a fork begins where history began and leaves the main branch at the fork's origin", () => {
    expect(keys(lineOf(STEPS, 1))).toEqual([0, 1, 4, 5, 6]);
    expect(keys(lineOf(STEPS, 0))).toEqual([0, 1, 2, 3]);
  });

  test("begins with the fork where its origin is not loaded", () => {
    expect(keys(lineOf(FORK, 1))).toEqual([4, 5, 6]);
  });

  test("through a shared superstep is the live one; through the old branch it is the old one", () => {
    const [, shared, old] = MAIN;

    expect(shared && keys(lineThrough(STEPS, shared, 1))).toEqual([0, 1, 4, 5, 6]);
    expect(old && keys(lineThrough(STEPS, old, 1))).toEqual([0, 1, 2, 3]);
  });
});

test("neighbours are those on the line, and there is none beyond its ends", () => {
  const line = lineOf(STEPS, 1);
  const at = (key: number) => line.find((step) => step.key === key) ?? stepEntry({ key });

  expect(neighbour(line, at(4), "back")?.key).toBe(1);
  expect(neighbour(line, at(1), "forward")?.key).toBe(4);
  expect(neighbour(line, at(0), "back")).toBeNull();
  expect(neighbour(line, at(6), "forward")).toBeNull();
  expect(neighbour(line, at(99), "back")).toBeNull();
});
