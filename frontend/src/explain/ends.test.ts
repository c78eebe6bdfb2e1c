/** Why a graph comes to its end: which branch chose no node, and what it saw of the runs before. */

import { expect, test } from "vitest";
import type { AnyEvent, ChannelUpdated, GraphEdge, Write } from "../protocol/generated";
import { committed, compiled, logOf, MISSING, planned, runStarted, updated } from "../store/testing/log";
import { textOf } from "./parts";
import { explain } from "./sentences";
import { supersteps } from "./testing/told";

const EDGE: GraphEdge = {
  source: "__start__",
  target: "a",
  kind: "branch",
  origin: "declared",
  label: null,
  join: null,
  branch: "route",
};
const GRAPH = {
  ...compiled(["a"], ["total", "log"]),
  edges: [EDGE, { ...EDGE, target: "__end__" }, { ...EDGE, source: "a", target: "a", branch: "again" }],
};

function finished(step: number, node: string, ...vias: readonly string[]): AnyEvent {
  const writes = vias.map((via): Write => ({ channel: "branch:to:a", value: MISSING, via }));
  const place = { run: "run-1", ns: "", step, task: `task-${node}`, node };
  return { ...place, type: "task.finished", writes, ignored: [], durationMs: 1 };
}

function byInput(event: ChannelUpdated): ChannelUpdated {
  return { ...event, writes: event.writes.map((write) => ({ ...write, node: "__start__" })) };
}

/** What is said to be next after the last superstep of a log. */
function next(...events: readonly AnyEvent[]): readonly string[] {
  const [last] = supersteps(logOf(GRAPH, runStarted(), ...events)).slice(-1);
  const said = last === undefined ? [] : explain(last, null).sentences;
  return said.filter(({ section }) => section === "What is next").map(({ parts }) => textOf(parts));
}

const FIRST_RUN = [
  planned(1, "a"),
  updated(1, "total", 3),
  committed(1, { at: "c1", from: null }),
  committed(2, { at: "c2", from: "c1" }),
] as const;
const NOTHING = "Nothing is due: the graph has come to its end.";

test("a second run that ends at START says which branch chose END, and what the runs before left there", () => {
  const told = next(
    ...FIRST_RUN,
    planned(3, "__start__"),
    byInput(updated(3, "log", 4)),
    finished(3, "__start__"),
    committed(3, { at: "c3", from: "c2" }),
  );

  expect(told).toEqual([
    NOTHING,
    "The branch route after START chose END, or nothing.",
    "The runs before this one on the thread left a value in total: the input wrote nothing there, so the branch " +
      "still saw it. Restart begins on a thread without it.",
  ]);
});

test("what the input wrote is not left by a run before", () => {
  const told = next(
    ...FIRST_RUN,
    planned(3, "__start__"),
    byInput(updated(3, "total", 4)),
    finished(3, "__start__"),
    committed(3, { at: "c3", from: "c2" }),
  );

  expect(told).toEqual([NOTHING, "The branch route after START chose END, or nothing."]);
});

test("a branch that cannot choose END chose no node; what it saw in its own run is no surprise", () => {
  const told = next(
    planned(1, "a"),
    updated(1, "total", 3),
    finished(1, "a"),
    committed(1, { at: "c1", from: null }),
  );

  expect(told).toEqual([NOTHING, "The branch again after a chose no node."]);
});

test.each(["branch:again", "send"])("a branch that wrote by %s led somewhere", (via) => {
  const told = next(planned(1, "a"), finished(1, "a", via), committed(1, { at: "c1", from: null }));

  expect(told).toEqual([NOTHING]);
});
