import { expect, test } from "vitest";
import { laneNote, laneTitle, type Move, moved, planOf, stepRemark } from "./plan";
import { forkedHistory, stepOf } from "./testing/steps";

const plan = planOf(forkedHistory());

test("a fork begins below the step after the one that it left from", () => {
  expect(plan.rows.map((row) => row.steps.map((step) => [step.entry.key, step.column]))).toEqual([
    [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    [
      [4, 2],
      [5, 3],
    ],
  ]);
  expect(plan.columns).toBe(4);
});

test("lanes say what they are and where they come from", () => {
  expect(plan.rows.map((row) => `${laneTitle(row)}, ${laneNote(row)}`)).toEqual([
    "main, 4 steps",
    "fork 1, from step 0",
  ]);
  expect(planOf([stepOf(7), stepOf(8)]).rows.map(laneNote)).toEqual(["newest 2"]);
});

test("what is not simply committed has a remark behind its number", () => {
  expect(forkedHistory().map(stepRemark)).toEqual([null, null, null, null, "edit", "aborted"]);
  expect(stepRemark(stepOf(1, { source: "fork" }))).toBe("fork");
  expect(stepRemark(stepOf(1, { status: "aborted", reason: "interrupted" }))).toBe("waits");
  expect(stepRemark(stepOf(1, { status: "open" }))).toBeNull();
});

test("a superstep that is tried again stands to the right of the aborted one", () => {
  const steps = [stepOf(0), stepOf(1, { status: "aborted", checkpoint: null }), stepOf(2, { step: 0 })];

  expect(planOf(steps).rows[0]?.steps.map((step) => step.column)).toEqual([0, 1, 2]);
});

test("keys move along a lane and between lanes", () => {
  const walk = (key: number, move: Move) => {
    const from = plan.byKey.get(key);
    return from === undefined ? undefined : moved(plan, from, move)?.entry.key;
  };

  expect(walk(2, "left")).toBe(1);
  expect(walk(4, "left")).toBe(1);
  expect(walk(3, "right")).toBeUndefined();
  expect(walk(3, "first")).toBe(0);
  expect(walk(4, "last")).toBe(5);
  expect(walk(3, "down")).toBe(5);
  expect(walk(0, "down")).toBe(4);
  expect(walk(5, "up")).toBe(3);
});

test("a step that did not move keeps its identity, so its option does not draw again", () => {
  const history = forkedHistory();
  const before = planOf(history);

  const after = planOf([...history, stepOf(6, { step: 3, lane: 1 })]);

  expect(after.byKey.get(3)).toBe(before.byKey.get(3));
  expect(after.byKey.get(6)?.column).toBe(4);
});
