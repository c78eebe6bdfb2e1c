/** A log of what befell tasks on the way to their end, and ways in which it could have been told otherwise. */

import type { AnyEvent, TaskCached, TaskHandled, TaskPlaced, TaskRetried } from "../../protocol/generated";
import type { Numbered } from "../../store/reduce";
import { committed, compiled, logOf, MISSING, planned, runStarted } from "../../store/testing/log";

const AT = { run: "run-1", ns: "", step: 1 };
export const HANDLER = "__error_handler__a";

export function started(node: string, task: string): AnyEvent {
  return { ...AT, type: "task.started", task, node, input: MISSING, calledBy: null };
}

export function finished(node: string, task: string): AnyEvent {
  return { ...AT, type: "task.finished", task, node, writes: [], ignored: [], durationMs: 1 };
}

export const FAILED: AnyEvent = {
  ...AT,
  type: "task.failed",
  task: "task-a",
  node: "a",
  error: "ValueError: no",
  sentence: 'The node "a" failed: ValueError: no',
  code: "node.raised",
  traceback: [],
  writes: [],
  durationMs: 1,
};

export const RETRIED: TaskRetried = {
  ...AT,
  type: "task.retried",
  task: "task-a",
  node: "a",
  attempt: 1,
  error: "ConnectionError: no",
  sentence: 'Attempt 1 at "a" failed in line 3: ConnectionError: no',
  pauseMs: 1500,
};

export const HANDLED: TaskHandled = {
  ...AT,
  type: "task.handled",
  task: "task-a",
  node: "a",
  by: "task-h",
  handler: HANDLER,
};

export const CACHED: TaskCached = { ...AT, type: "task.cached", task: "task-b", node: "b" };

export const PLACED: TaskPlaced = {
  ...AT,
  type: "task.placed",
  task: "task-a",
  node: "a",
  worker: "process 7 on north",
};

/** Superstep 1: a is tried twice, and its failure is handled; a cache knows what b writes. */
export const MENDED: readonly Numbered[] = logOf(
  compiled(["a", "b"], []),
  runStarted(),
  committed(0, { at: "c0", from: null, due: ["a", "b"] }),
  planned(1, "a", "b"),
  CACHED,
  finished("b", "task-b"),
  started("a", "task-a"),
  RETRIED,
  PLACED,
  FAILED,
  HANDLED,
  started(HANDLER, "task-h"),
  finished(HANDLER, "task-h"),
  committed(1, { at: "c1", from: "c0", due: [] }),
);

/** What befell a task, as it could have been. */
export function attemptChanges(
  event: TaskCached | TaskHandled | TaskPlaced | TaskRetried,
): readonly (readonly [what: string, changed: AnyEvent])[] {
  switch (event.type) {
    case "task.retried":
      return [
        ["the fault", { ...event, sentence: "Attempt 1 came to nothing" }],
        ["the pause", { ...event, pauseMs: 77 }],
      ];
    case "task.placed":
      return [["the worker", { ...event, worker: "process 8 on south" }]];
    case "task.handled":
      return [
        ["the handler", { ...event, handler: "nobody" }],
        ["the node that failed", { ...event, node: "nobody" }],
      ];
    default:
      return [["the task", { ...event, task: "elsewhere" }]];
  }
}
