import { expect, test } from "vitest";
import type { AnyEvent } from "../protocol/generated";
import { pathOf, ROOT } from "./innerPath";
import { compiledInside, scopedTo } from "./scope";
import { HOLDING, INTO_DIG, NS } from "./testing/inner";
import { committed, logOf, planned, runStarted } from "./testing/log";
import { TestServer } from "./testing/server";

function stateAfter(...events: readonly AnyEvent[]) {
  const server = new TestServer(logOf(...events)).welcome();
  server.tellLog(1, events.length);
  server.draw();
  return server.page.state.get();
}

test("for the root it is the state itself", () => {
  const state = stateAfter(...INTO_DIG);

  expect(scopedTo(state, ROOT)).toBe(state);
});

test("a graph inside has its own channels, nodes, superstep and events, as if it were the root", () => {
  const state = stateAfter(...INTO_DIG);

  const { shown } = scopedTo(state, "dig");

  expect(Object.keys(shown.snapshot.cells)).toEqual(["depth"]);
  expect(shown.snapshot.cells.depth?.value.text).toBe("4");
  expect(shown.snapshot.nodes.drill?.status).toBe("planned");
  expect(shown.snapshot.graph?.nodes.map(({ name }) => name)).toEqual(["drill", "sift"]);
  expect(shown.entry).toMatchObject({ step: 1, status: "open", nodes: ["drill"] });
  expect(shown.events.map(({ type, ns }) => `${type} ${ns}`)).toEqual([
    "step.planned ",
    "channel.updated ",
    "run.paused ",
  ]);
});

test("looked at twice it is the same object, so nothing draws anew", () => {
  const state = stateAfter(...INTO_DIG);

  expect(scopedTo(state, "dig")).toBe(scopedTo(state, "dig"));
  expect(scopedTo({ ...state }, "dig").shown).toBe(scopedTo(state, "dig").shown);
});

test("what its commit makes due is due next", () => {
  const commit: AnyEvent = { ...committed(1, { at: "i1", from: "i0", due: ["sift"] }), ns: NS };

  const { snapshot, entry } = scopedTo(stateAfter(...INTO_DIG, commit), "dig").shown;

  expect(snapshot.next.map(({ node }) => node)).toEqual(["sift"]);
  expect(entry?.status).toBe("committed");
});

test("before it runs its channels hold what they begin with, and there is no superstep", () => {
  const { snapshot, entry, events } = scopedTo(stateAfter(HOLDING), "dig").shown;

  expect(Object.keys(snapshot.cells)).toEqual(["depth"]);
  expect([entry, events.length]).toEqual([null, 0]);
});

test("where nothing is known of a graph there is none, and not the root's", () => {
  const { shown, live } = scopedTo(stateAfter(HOLDING), "report");

  expect([shown.snapshot.graph, live.graph]).toEqual([null, null]);
});

test("graphs further inside go by their way from it", () => {
  expect(compiledInside(HOLDING, "dig")?.inner.map(({ path }) => path)).toEqual(["sift"]);
});

test("the run tells in which graph it waits", () => {
  expect(pathOf(stateAfter(...INTO_DIG).live.run.ns)).toBe("dig");
});

test("what happens further inside is told from each graph around it by the way from there", () => {
  const deeper = { ns: `${NS}|sift:02ab` };
  const state = stateAfter(
    ...INTO_DIG,
    { ...runStarted(), ...deeper },
    { ...planned(1, "weigh"), ...deeper },
  );

  const namespaces = (path: string) => scopedTo(state, path).shown.events.map(({ ns }) => ns);

  expect(namespaces("dig").at(-1)).toBe("sift:02ab");
  expect(namespaces("dig|sift")).toEqual([""]);
});

test("the superstep of a graph has not ended with those of the graphs further inside", () => {
  const deeper = { ns: `${NS}|sift:02ab` };
  const inSift: readonly AnyEvent[] = [
    { ...runStarted(), ...deeper },
    { ...planned(1, "weigh"), ...deeper },
    { ...committed(1, { at: "s1", from: "s0" }), ...deeper },
    { ...planned(2, "weigh"), ...deeper },
    {
      run: "run-1",
      type: "step.aborted",
      step: 2,
      reason: "task_failed",
      sentence: "No.",
      kept: [],
      ...deeper,
    },
  ];
  const commit: AnyEvent = { ...committed(1, { at: "i1", from: "i0" }), ns: NS };

  const open = scopedTo(stateAfter(...INTO_DIG, ...inSift), "dig").shown.entry;
  const after = [...INTO_DIG, ...inSift, commit, committed(1, { at: "c1", from: "c0" })];
  const ended = scopedTo(stateAfter(...after), "dig").shown.entry;

  expect(open).toMatchObject({ status: "open", checkpoint: null, reason: null });
  expect(ended).toMatchObject({ status: "committed", checkpoint: "i1", reason: null });
});

test("of a superstep whose events are not at hand the picture tells which nodes are at work", () => {
  const state = stateAfter(...INTO_DIG);
  const first = state.shown.events.slice(0, 4);

  const { entry, events } = scopedTo({ ...state, shown: { ...state.shown, events: first } }, "dig").shown;

  expect(events).toEqual([]);
  expect(entry).toMatchObject({ step: 1, status: "open", nodes: ["drill"], checkpoint: null });
});
