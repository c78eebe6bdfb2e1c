import { expect, test } from "vitest";
import type { AnyEvent } from "../protocol/generated";
import { askerIn, waitingQuestions } from "./questions";
import { HOLDING } from "./testing/inner";
import { logOf, planned, runStarted } from "./testing/log";
import { TestServer } from "./testing/server";

const QUESTION = (id: string) => ({ id, value: { kind: "str", text: `"${id}"` }, form: null }) as const;

function asks(node: string, task: string, ns = "", place = 0): AnyEvent {
  const questions = [QUESTION(task)];
  return { type: "task.interrupted", run: "run-1", ns, step: 1, task, node, durationMs: 1, questions, place };
}

const WAITS: AnyEvent = {
  ...{ type: "step.aborted", run: "run-1", ns: "", step: 1 },
  ...{ reason: "interrupted", sentence: "", kept: [] },
};

const ENDED: AnyEvent = {
  ...{ type: "run.paused", run: "run-1", ns: "", reason: "question" },
  ...{ step: 1, phase: "plan", channel: null, node: null },
};

/** A graph inside begins, and plans these nodes. */
function begins(ns: string, ...nodes: readonly string[]): readonly AnyEvent[] {
  return [runStarted(), planned(1, ...nodes)].map((event) => ({ ...event, ns }));
}

/** The state of a page that was told these events of a run that then waits for answers. */
function stateAfter(...told: readonly AnyEvent[]) {
  const log = logOf(HOLDING, runStarted(), ...told, WAITS, ENDED);
  return new TestServer(log).welcome().tellLog(1, log.length).page.state.get();
}

test("the tasks of one node stand in the order of the plan, whoever asked first", () => {
  const state = stateAfter(
    planned(1, "dig"),
    asks("dig", "b", "", 2),
    asks("dig", "c", "", 0),
    asks("dig", "a", "", 1),
  );

  expect(waitingQuestions(state).map(({ task }) => task)).toEqual(["c", "a", "b"]);
});

test("who asks is the node of the innermost graph, after the nodes that lead to it", () => {
  const state = stateAfter(
    planned(1, "dig"),
    ...begins("dig:1", "sift"),
    ...begins("dig:1|sift:2", "weigh"),
    asks("weigh", "3", "dig:1|sift:2"),
    asks("sift", "2", "dig:1"),
    asks("dig", "1"),
  );

  expect(askerIn(state, "dig")).toBe("dig › sift › weigh");
  expect(askerIn(state, "report")).toBe("report");
});

test("where several nodes inside ask, the node around them does", () => {
  const state = stateAfter(
    planned(1, "dig"),
    ...begins("dig:1", "drill", "sift"),
    asks("drill", "2", "dig:1"),
    asks("sift", "3", "dig:1"),
    asks("dig", "1"),
  );

  expect(askerIn(state, "dig")).toBe("dig");
});
