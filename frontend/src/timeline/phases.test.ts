import { expect, test } from "vitest";
import { barOf, durationText, totalMs } from "./phases";
import { stepOf } from "./testing/steps";

test("execute is shared between the nodes that ran, in proportion to the time of the phases", () => {
  const entry = stepOf(1, {
    nodes: ["north", "south"],
    durations: { plan: 10, execute: 60, apply: 20, commit: 10 },
  });

  expect(barOf(entry)).toEqual([
    { phase: "plan", node: null, share: 0.1, look: "done" },
    { phase: "execute", node: "north", share: 0.3, look: "done" },
    { phase: "execute", node: "south", share: 0.3, look: "done" },
    { phase: "apply", node: null, share: 0.2, look: "done" },
    { phase: "commit", node: null, share: 0.1, look: "done" },
  ]);
  expect(totalMs(entry)).toBe(100);
});

test("a short phase can still be seen", () => {
  const entry = stepOf(1, { durations: { plan: 0, execute: 1000, apply: 0, commit: 0 } });

  expect(barOf(entry).map((piece) => piece.share)).toEqual([0.08, 1, 0.08, 0.08]);
});

test("a refused superstep stopped in apply, and never committed", () => {
  const entry = stepOf(1, { status: "aborted", reason: "update_failed", nodes: ["north"] });

  expect(barOf(entry).map((piece) => `${piece.phase} ${piece.look}`)).toEqual([
    "plan done",
    "execute done",
    "apply stopped",
    "commit due",
  ]);
});

test("beside a node that failed, its siblings ran", () => {
  const entry = stepOf(1, { status: "aborted", reason: "task_failed", nodes: ["a", "b"], failed: ["b"] });

  expect(barOf(entry).map((piece) => `${piece.node ?? piece.phase} ${piece.look}`)).toEqual([
    "plan done",
    "a done",
    "b stopped",
    "apply due",
    "commit due",
  ]);
});

test("an open superstep has done the phases before the one that begins", () => {
  const looks = barOf(stepOf(1, { status: "open" }), "channel").map((piece) => piece.look);

  expect(looks).toEqual(["done", "done", "due", "due"]);
});

test("durations are told in few figures", () => {
  expect([0.04, 2.34, 12.4, 1234, 12_345, 90_000].map(durationText)).toEqual([
    "40 µs",
    "2.3 ms",
    "12 ms",
    "1.2 s",
    "12 s",
    "1.5 min",
  ]);
});
