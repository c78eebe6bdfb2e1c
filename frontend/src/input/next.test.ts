import { expect, test } from "vitest";
import { EMPTY } from "../store/fold/draft";
import { type RunInput, runInput } from "../store/input";
import { isForNext } from "./next";

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
