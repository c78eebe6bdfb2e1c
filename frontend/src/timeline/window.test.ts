import { expect, test } from "vitest";
import { planOf } from "./plan";
import { forkedHistory, stepOf } from "./testing/steps";
import { columnsInSight, scrollTo, stepsInSight } from "./window";

test("a short history is drawn whole", () => {
  const [main, fork] = planOf(forkedHistory()).rows;
  const columns = columnsInSight({ left: 0, width: 300 }, 6);

  expect(main === undefined ? 0 : stepsInSight(main, columns).length).toBe(4);
  expect(fork === undefined ? 0 : stepsInSight(fork, columns).length).toBe(2);
});

test("of a hundred thousand supersteps only those in sight are drawn", () => {
  const steps = Array.from({ length: 100_000 }, (_, key) => stepOf(key));
  const row = planOf(steps).rows[0];

  const seen =
    row === undefined ? [] : stepsInSight(row, columnsInSight({ left: 1_520_084, width: 912 }, 100_000));

  expect(seen[0]?.column).toBe(9994);
  expect(seen.length).toBe(18);
});

test("a fork that begins to the right of the view has nothing in sight", () => {
  const [, fork] = planOf(forkedHistory()).rows;

  expect(fork === undefined ? null : stepsInSight(fork, { first: 0, end: 1 })).toEqual([]);
});

test("the view follows the cursor only where it must", () => {
  expect(scrollTo(1, { left: 0, width: 900 })).toBeNull();
  expect(scrollTo(10, { left: 0, width: 900 })).toBe(84 + 12 * 152 - 900);
  expect(scrollTo(2, { left: 1000, width: 900 })).toBe(2 * 152 - 76);
});
