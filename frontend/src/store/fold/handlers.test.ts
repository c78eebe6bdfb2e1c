import { expect, test } from "vitest";
import type { AnyEvent, NodeView } from "../../protocol/generated";
import { reduce } from "../reduce";
import { compiled, logOf, MISSING, planned } from "../testing/log";
import { EMPTY } from "./draft";

const HANDLER = "__error_handler__a";
const AT = { run: "run-1", ns: "", step: 1 };

const FAILED: AnyEvent = {
  ...AT,
  type: "task.failed",
  task: "task-a",
  node: "a",
  error: "ValueError",
  sentence: "a raised ValueError.",
  code: "",
  traceback: [],
  writes: [],
  durationMs: 1,
};
const BEGUN: readonly AnyEvent[] = [compiled(["a"], []), planned(1, "a"), FAILED];

function handled(by: string, step = 1): AnyEvent {
  return { ...AT, step, type: "task.handled", task: "task-a", node: "a", by, handler: HANDLER };
}

function finished(task: string): AnyEvent {
  return { ...AT, type: "task.finished", task, node: HANDLER, writes: [], ignored: [], durationMs: 1 };
}

const STARTED: AnyEvent = {
  ...AT,
  type: "task.started",
  task: "task-h",
  node: HANDLER,
  input: MISSING,
  calledBy: null,
};

function handlerAfter(events: readonly AnyEvent[]): NodeView | undefined {
  return reduce(EMPTY, logOf(...BEGUN, ...events)).nodes[HANDLER];
}

test("a handler takes part in the superstep of the failure", () => {
  const events = [handled("task-h"), STARTED, finished("task-h")];

  const statuses = [1, 2, 3].map((count) => handlerAfter(events.slice(0, count))?.status);
  const picture = reduce(EMPTY, logOf(...BEGUN, ...events));

  expect(statuses).toEqual(["planned", "running", "done"]);
  expect(picture.open?.nodes).toEqual(["a", HANDLER]);
  expect(picture.open?.failed).toEqual(["a"]);
});

test("a handler of several failures is done when all its tasks have ended", () => {
  const early = handlerAfter([handled("task-h"), handled("task-h2"), finished("task-h")]);
  const late = handlerAfter([handled("task-h"), finished("task-h"), handled("task-h2")]);

  for (const view of [early, late]) {
    expect([view?.status, view?.tasks, view?.ended]).toEqual(["running", 2, 1]);
  }
});

test("what a handler did in an earlier superstep is not what it does now", () => {
  const view = handlerAfter([handled("task-h"), finished("task-h"), planned(2, "a"), handled("task-h", 2)]);

  expect([view?.status, view?.step, view?.tasks, view?.ended]).toEqual(["planned", 2, 1, 0]);
});

test("what was tried again, kept or run elsewhere is told by its end", () => {
  const before = reduce(EMPTY, logOf(...BEGUN));
  const cached: AnyEvent = { ...AT, type: "task.cached", task: "task-a", node: "a" };
  const retried: AnyEvent = {
    ...AT,
    type: "task.retried",
    task: "task-a",
    node: "a",
    attempt: 1,
    error: "",
    sentence: "",
    pauseMs: 1,
  };

  const placed: AnyEvent = { ...AT, type: "task.placed", task: "task-a", node: "a", worker: "process 7" };

  const after = reduce(EMPTY, logOf(...BEGUN, cached, retried, placed));

  expect(after.nodes).toEqual(before.nodes);
});
