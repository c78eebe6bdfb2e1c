import { expect, test } from "vitest";
import type { AnyEvent } from "../protocol/generated";
import { attemptsIn } from "./attempts";

const AT = { run: "run-1", ns: "", step: 1 };
const RETRIED: AnyEvent = {
  ...AT,
  type: "task.retried",
  task: "task-a",
  node: "a",
  attempt: 1,
  error: "ConnectionError: no",
  sentence: "",
  pauseMs: 1,
};
const CACHED: AnyEvent = { ...AT, type: "task.cached", task: "task-b", node: "b" };
const HANDLED: AnyEvent = {
  ...AT,
  type: "task.handled",
  task: "task-a",
  node: "a",
  by: "task-h",
  handler: "mend",
};

test("attempts, caches and handlers are told of their nodes", () => {
  const told = attemptsIn([RETRIED, CACHED, { ...RETRIED, attempt: 2 }, HANDLED]);

  expect(Object.fromEntries(told)).toEqual({
    a: { retried: 2, cached: 0, handler: "mend", handles: null, calls: [] },
    b: { retried: 0, cached: 1, handler: null, handles: null, calls: [] },
    mend: { retried: 0, cached: 0, handler: null, handles: "a", calls: [] },
  });
});

test("what a graph inside tried again is not told of a node of the same name", () => {
  expect(attemptsIn([{ ...RETRIED, ns: "dig:9f2f" }]).size).toBe(0);
});

test("the same events give the same map, so that no card draws anew", () => {
  const events = [RETRIED];

  expect(attemptsIn(events)).toBe(attemptsIn(events));
});

test("what a node's code called is told of the node, by name", () => {
  const started = (task: string, node: string, calledBy: string | null): AnyEvent => ({
    ...AT,
    type: "task.started",
    task,
    node,
    input: { kind: "missing", text: "" },
    calledBy,
  });
  const ended: AnyEvent = {
    ...AT,
    type: "task.finished",
    task: "s1",
    node: "square",
    writes: [],
    ignored: [],
    durationMs: 1,
  };

  const told = attemptsIn([
    started("t", "survey", null),
    started("s1", "square", "t"),
    started("s2", "square", "t"),
    ended,
  ]);

  expect(told.get("survey")?.calls).toEqual([{ name: "square", count: 2, ended: 1, failed: 0 }]);
});
