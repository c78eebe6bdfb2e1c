import { expect, test } from "vitest";
import type { RunView } from "../protocol/generated";
import { EMPTY } from "../store/fold/draft";
import { type RunInput, runInput } from "../store/input";
import { isForNext } from "./next";
import { type Begun, begunAfter } from "./useBegun";

const input: RunInput = { ...runInput.getInitialState(), text: '{"n": 1}' };
const run = { ...EMPTY.run, status: "failed", thread: "t-1", recursionLimit: 25 } as const;

test.each<[string, Partial<RunInput>, string | null, boolean]>([
  ["the same input", {}, '{"n":1}', false],
  ["another input", { text: '{"n": 2}' }, '{"n": 1}', true],
  ["text that is no JSON yet", { text: "{" }, '{"n": 1}', true],
  ["an input where none is known", { text: '{"n": 2}' }, null, false],
  ["the same limit and thread", { recursionLimit: 25, thread: "t-1" }, '{"n": 1}', false],
  ["another limit", { recursionLimit: 3 }, '{"n": 1}', true],
  ["another thread", { thread: "t-2" }, '{"n": 1}', true],
])("beside a run that is not at its end, %s", (_, change, begunWith, expected) => {
  expect(isForNext({ ...input, ...change }, run, begunWith)).toBe(expected);
});

test.each(["none", "finished"] as const)("a run that is %s takes nothing away from the boxes", (status) => {
  expect(isForNext({ ...input, text: "{}" }, { ...run, status }, '{"n": 1}')).toBe(false);
});

const before: Begun = { session: "s-1", run: "r-1", thread: "t-1", text: '{"n": 0}' };

test.each<[string, Partial<Begun>, Partial<RunView>, Partial<RunInput>, string]>([
  ["goes on in its thread", {}, { kind: "input" }, {}, '{"n": 1}'],
  ["is the first", { run: "", thread: null }, { kind: "input" }, {}, '{"n": 1}'],
  ["is on a thread that was named", {}, { kind: "input", thread: "t-2" }, { thread: "t-2" }, '{"n": 1}'],
  ["was restarted", {}, { kind: "input", thread: "t-2" }, {}, '{"n": 0}'],
  ["is a fork", {}, { kind: "fork" }, {}, '{"n": 0}'],
])("what a run began with, when it %s", (_, first, change, typed, expected) => {
  const next = begunAfter({ ...before, ...first }, { ...run, run: "r-2", ...change }, { ...input, ...typed });

  expect(next).toEqual({ session: "s-1", run: "r-2", thread: change.thread ?? "t-1", text: expected });
});
