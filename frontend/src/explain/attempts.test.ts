/** Retries, handlers and caches are said in the explanation of their superstep. */

import { expect, test } from "vitest";
import type { AnyEvent, PlannedTask } from "../protocol/generated";
import type { Numbered } from "../store/reduce";
import { committed, compiled, logOf, planned, runStarted, task } from "../store/testing/log";
import { textOf } from "./parts";
import { explain } from "./sentences";
import { finished, HANDLER, MENDED, PLACED, RETRIED, started } from "./testing/attempts";
import { supersteps } from "./testing/told";

/** Who ran in the last superstep, and why. */
function ranIn(log: readonly Numbered[]): readonly string[] {
  const [step] = supersteps(log).slice(-1);
  const said = step === undefined ? [] : explain(step, null).sentences;
  return said.filter(({ section }) => section === "Who ran, and why").map(({ parts }) => textOf(parts));
}

function ran(...events: readonly AnyEvent[]): readonly string[] {
  const due = committed(0, { at: "c0", from: null, due: ["a"] });
  const end = committed(1, { at: "c1", from: "c0", due: [] });
  return ranIn(logOf(compiled(["a"], []), runStarted(), due, ...events, end));
}

test("each attempt that failed is told with its pause", () => {
  const [said] = ran(planned(1, "a"), started("a", "task-a"), RETRIED, finished("a", "task-a"));

  expect(said).toContain(
    'Attempt 1 at "a" failed in line 3: ConnectionError: no. It was tried again after 1,500 ms.',
  );
});

test("a function that ran elsewhere says where", () => {
  const here = ran(planned(1, "a"), started("a", "task-a"), finished("a", "task-a"));
  const there = ran(planned(1, "a"), started("a", "task-a"), PLACED, finished("a", "task-a"));

  expect(here[0]).not.toContain("Its function ran on");
  expect(there[0]).toBe(`${here[0]} Its function ran on process 7 on north.`);
});

test("a failure names who takes it, the handler whose it is, and a cache whom it spared", () => {
  expect(ranIn(MENDED)).toEqual([
    expect.stringMatching(
      /^a ran and failed.*Its function ran on process 7 on north\..*__error_handler__a takes the failure; the edges of a are not followed\.$/,
    ),
    expect.stringMatching(/^b was not called: a cache knew what it writes for this input/),
    "__error_handler__a ran: it takes the failure of a, so that the superstep goes on.",
  ]);
});

test.each<[string, PlannedTask["path"], string]>([
  ["of a node", ["__pregel_pull", "a", "node_error_handler", 0], "it takes the failure of a, "],
  ["of a packet", ["__pregel_push", 0, 0, "node_error_handler", 0], "it takes a failure, "],
])("a handler that was planned says what it takes: the failure %s", (_, path, expected) => {
  const plan: AnyEvent = {
    run: "run-1",
    ns: "",
    step: 1,
    type: "step.planned",
    tasks: [task(HANDLER, { id: "task-h", path })],
  };

  const [said] = ran(plan, started(HANDLER, "task-h"), finished(HANDLER, "task-h"));

  expect(said).toBe(`__error_handler__a ran: ${expected}so that the superstep goes on.`);
});

test("an error that ends with a full stop gets no other", () => {
  const failed = (error: string): AnyEvent => ({
    ...{ type: "task.failed", run: "run-1", ns: "", step: 1, task: "task-a", node: "a", error },
    ...{ sentence: "", code: "node.raised", traceback: [], writes: [], durationMs: 1 },
  });
  const said = ["It took too long.", "no"].map((error) => {
    const aborted: AnyEvent = {
      ...{ type: "step.aborted", run: "run-1", ns: "", step: 1 },
      ...{ reason: "task_failed", sentence: "", kept: [] },
    };
    const due = committed(0, { at: "c0", from: null, due: ["a"] });
    const log = logOf(compiled(["a"], []), runStarted(), due, planned(1, "a"), failed(error), aborted);
    const [step] = supersteps(log).slice(-1);
    const [first] = step === undefined ? [] : explain(step, null).sentences;
    return textOf(first?.parts ?? []);
  });

  expect(said).toEqual(["a raised It took too long. Code: node.raised.", "a raised no. Code: node.raised."]);
});
