import { expect, test } from "vitest";
import type { Problem, TaskFailed } from "../protocol/generated";
import { lineWords, troubles, within } from "./lines";

const frame = { path: "graph.py", line: 12, function: "south", text: "1 / 0", inDocument: true };

const failure: TaskFailed = {
  type: "task.failed",
  run: "r",
  ns: "",
  step: 1,
  task: "t",
  node: "south",
  error: "ZeroDivisionError",
  sentence: "south raised ZeroDivisionError.",
  code: "task.raised",
  traceback: [frame, { ...frame, line: 42 }, { ...frame, path: "library.py", line: 7, inDocument: false }],
  writes: [],
  durationMs: 1,
};

const problem: Problem = {
  code: "document.syntax",
  sentence: "A bracket is not closed.",
  path: "graph.py",
  line: 3,
  column: 1,
  severity: "error",
  traceback: [],
};

test("lines are told in words", () => {
  expect([lineWords({ from: 40, to: 45 }), lineWords({ from: 3, to: 3 })]).toEqual(["lines 40–45", "line 3"]);
});

test("a failure marks the innermost line of the user's own file", () => {
  expect(troubles([failure], [problem, { ...problem, line: null }])).toEqual([
    { line: 42, sentence: "south raised ZeroDivisionError." },
    { line: 3, sentence: "A bracket is not closed." },
  ]);
});

test("lines that the text no longer has are not marked", () => {
  expect(within({ from: 40, to: 45 }, 42)).toEqual({ from: 40, to: 42 });
  expect(within({ from: 40, to: 45 }, 30)).toBeNull();
  expect(within(null, 30)).toBeNull();
});
