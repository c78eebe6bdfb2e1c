import { expect, test } from "vitest";
import type { AnyEvent } from "../protocol/generated";
import { committed, planned, updated } from "../store/testing/log";
import { insideStories } from "./inside";
import { textOf } from "./parts";

const SUB = { ns: "sub:9f2f" };
const AT = { run: "run-1", ...SUB, step: 1, task: "task-a", node: "a", durationMs: 1 };
const QUESTION: AnyEvent = {
  ...AT,
  type: "task.interrupted",
  questions: [{ id: "q", value: { kind: "str", text: '"sure?"' }, form: null }],
  place: 0,
};

/** What is said of a graph inside that told these events. */
function told(...events: readonly AnyEvent[]): readonly string[] {
  const [story] = insideStories(events.map((event) => ({ ...event, ...SUB })));
  return story?.sentences.map(({ icon, parts }) => `${icon} | ${textOf(parts)}`) ?? [];
}

const done = (step: number) => committed(step, { at: `c-${step}`, from: null });

test("each superstep inside is told with what it changed", () => {
  expect(
    told(
      planned(-1, "__input__"),
      done(-1),
      planned(0, "__start__"),
      updated(0, "branch:to:a", 1),
      done(0),
      planned(1, "a", "b"),
      updated(1, "total", 3),
      done(1),
      planned(2, "c"),
    ),
  ).toEqual([
    "ran | -1: the input came in.",
    "ran | 0: START ran; no value changed.",
    "ran | 1: a and b ran; total changed.",
    "next | 2: c is at work.",
  ]);
});

test("a question inside is told with who asks it", () => {
  expect(told(planned(1, "a"), QUESTION)).toEqual([
    'waits | 1: a asks "sure?". Nothing is applied before it is answered.',
  ]);
});

test("a command to the graph around is no failure of the graph inside", () => {
  const left: AnyEvent = {
    ...{ type: "step.aborted", run: "run-1", ...SUB, step: 1 },
    ...{ reason: "left", sentence: "Superstep 1 is this graph's last.", kept: [] },
  };
  expect(told(planned(1, "a"), left)).toEqual([
    "ran | 1: a ran, and handed the run to the graph around; nothing is applied here.",
  ]);
});

test("a long run tells its last supersteps, and how many there were before", () => {
  const log = Array.from({ length: 30 }, (_, step) => [planned(step, "a"), done(step)]).flat();
  const [story] = insideStories(log.map((event) => ({ ...event, ...SUB })));

  expect([story?.title, story?.earlier, story?.sentences.length]).toEqual(["Inside sub", 10, 20]);
});

test("runs of the same graph are told apart by their order", () => {
  const log = ["sub:1", "sub:2", "other:3"].map((ns): AnyEvent => ({ ...planned(1, "a"), ns }));

  expect(insideStories(log).map(({ title }) => title)).toEqual([
    "Inside sub, 1 of 2",
    "Inside sub, 2 of 2",
    "Inside other",
  ]);
});

test("a superstep of the root alone tells of nothing inside", () => {
  expect(insideStories([planned(1, "a"), done(1)])).toEqual([]);
});
