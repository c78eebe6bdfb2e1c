import { expect, test } from "vitest";
import { planOf } from "./plan";
import { forkedHistory, stepOf } from "./testing/steps";
import { columnsInSight, scrollTo, stepsInSight, treeWidth } from "./window";

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
  expect(scrollTo(1, 20, { left: 0, width: 900 })).toBeNull();
  expect(scrollTo(10, 20, { left: 0, width: 900 })).toBe(7 * 152);
  expect(scrollTo(2, 20, { left: 1000, width: 900 })).toBe(152);
  expect(scrollTo(3, 20, { left: 0, width: 200 })).toBe(3 * 152);
});

test("the tree is wide enough to be scrolled to where the cursor asks for", () => {
  const ends = [300, 912, 999].map((width) => ({
    asked: (scrollTo(19, 20, { left: 0, width }) ?? 0) + width,
    end: treeWidth(20, width),
  }));

  expect(ends.filter(({ asked, end }) => asked > end)).toEqual([]);
  expect(treeWidth(3, 912)).toBe(84 + 4 * 152);
});

test("nothing is cut off at the left while all supersteps have room", () => {
  const width = 84 + 5 * 152 + 40;

  expect(scrollTo(4, 5, { left: 0, width })).toBeNull();
  expect(scrollTo(4, 5, { left: 76, width })).toBe(0);
  expect(scrollTo(5, 6, { left: 0, width })).toBe(2 * 152);
});
