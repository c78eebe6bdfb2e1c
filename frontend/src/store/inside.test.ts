import { expect, test } from "vitest";
import { insideRuns, rootEvents } from "./inside";
import { committed, planned, runStarted } from "./testing/log";

const SUB = { ns: "sub:9f2f" };
const DEEPER = { ns: "sub:9f2f|deeper:02ab" };
const EVENTS = [
  runStarted(),
  planned(1, "sub"),
  { ...planned(0, "__start__"), ...SUB },
  { ...committed(0, { at: "c-1", from: null }), ...SUB },
  { ...planned(1, "deeper", "other"), ...SUB },
  { ...planned(1, "a"), ...DEEPER },
  { ...committed(1, { at: "c-1", from: null }), ...DEEPER },
];

test("what is told of graphs inside is apart from what is told of the root", () => {
  expect(rootEvents(EVENTS)).toEqual(EVENTS.slice(0, 2));
  expect(rootEvents(EVENTS.slice(0, 2))).toEqual(EVENTS.slice(0, 2));
});

test("each graph inside has its path and its supersteps, in the order in which they began", () => {
  const told = insideRuns(EVENTS).map(({ path, steps }) => ({
    path,
    steps: steps.map(({ step, nodes, status }) => `${step} ${nodes} ${status}`),
  }));

  expect(told).toEqual([
    { path: ["sub"], steps: ["0 __start__ committed", "1 deeper,other open"] },
    { path: ["sub", "deeper"], steps: ["1 a committed"] },
  ]);
});
