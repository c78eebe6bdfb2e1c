import { expect, test } from "vitest";
import type { AnyEvent } from "../protocol/generated";
import { pendingWrites } from "./pending";
import { finished, text, write } from "./testing/cells";

const value = text("x");
const step = { run: "r", ns: "", step: 1 };

const conflicted: AnyEvent = {
  type: "channel.conflicted",
  ...step,
  channel: "plan",
  kind: "LastValue",
  writes: [write("north", value), write("south", value)],
  code: "INVALID_CONCURRENT_GRAPH_UPDATE",
  sentence: "",
  repairs: [],
};

const updated: AnyEvent = {
  type: "channel.updated",
  ...step,
  channel: "plan",
  kind: "LastValue",
  cause: "write",
  writes: [write("north", value)],
  valueBefore: null,
  valueAfter: value,
  returned: true,
  versionBefore: null,
  versionAfter: 1,
  available: true,
};

test("until apply, the writes of ended tasks are pending, in the order of the tasks", () => {
  const pending = pendingWrites([
    finished("north", ["plan", "notes"], value),
    finished("south", ["plan"], value),
  ]);

  expect([...pending]).toEqual([
    ["plan", [write("north", value), write("south", value)]],
    ["notes", [write("north", value)]],
  ]);
});

test("a channel that was updated has nothing pending", () => {
  expect([...pendingWrites([finished("north", ["plan", "notes"], value), updated]).keys()]).toEqual([
    "notes",
  ]);
});

test("what an aborted step keeps is pending, but for the channel that refused", () => {
  const kept = [
    { task: "task-north", node: "north", writes: finished("north", ["plan", "notes"], value).writes },
  ];

  const pending = pendingWrites([
    finished("north", ["plan", "notes"], value),
    conflicted,
    { type: "step.aborted", ...step, reason: "update_failed", sentence: "", kept },
  ]);

  expect([...pending]).toEqual([["notes", [write("north", value)]]]);
});

test("after a commit nothing is pending", () => {
  const committed: AnyEvent = {
    type: "step.committed",
    ...step,
    source: "loop",
    checkpoint: "c",
    parent: null,
    updated: [],
    next: [],
    durations: { plan: 0, execute: 0, apply: 0, commit: 0 },
    unstorable: {},
  };

  expect(pendingWrites([finished("north", ["gone"], value), committed]).size).toBe(0);
});
