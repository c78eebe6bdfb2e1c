/** Small logs made by hand, with everything that a test does not care about filled in. */

import type {
  AnyEvent,
  ChannelUpdated,
  Due,
  EventFrame,
  GraphCompiled,
  PlannedTask,
  Preview,
  StepCommitted,
} from "../../protocol/generated";

const AT = { run: "run-1", ns: "" };
export const MISSING: Preview = { kind: "missing", text: "" };

/** Number events from 1. */
export function logOf(...events: readonly AnyEvent[]): readonly EventFrame[] {
  return events.map((event, index) => ({ frame: "event", epoch: "epoch-1", seq: index + 1, event }));
}

export function compiled(nodes: readonly string[], channels: readonly string[]): GraphCompiled {
  return {
    ...AT,
    run: "",
    type: "graph.compiled",
    document: "graph.py",
    graph: "graph",
    sourceHash: "0",
    changed: false,
    nodes: nodes.map((name) => ({
      name,
      triggers: [`branch:to:${name}`],
      defer: false,
      function: name,
      line: null,
      endLine: null,
      doc: null,
    })),
    channels: channels.map((name) => ({
      name,
      kind: "LastValue",
      type: "int",
      argument: null,
      role: name.includes(":") ? "internal" : "state",
      io: "none",
      initial: { kind: "missing", text: "" },
    })),
    managed: [],
    edges: [],
    inputKeys: [],
    outputKeys: [],
    inputSchema: null,
    contextSchema: null,
    prefill: null,
    interruptBefore: [],
    interruptAfter: [],
    checkpointerReplaced: false,
    inner: [],
  };
}

export function runStarted(): AnyEvent {
  return {
    ...AT,
    type: "run.started",
    kind: "input",
    thread: "t-1",
    checkpoint: null,
    step: -1,
    recursionLimit: 25,
    input: MISSING,
    context: MISSING,
  };
}

export function runPaused(step: number): AnyEvent {
  return { ...AT, type: "run.paused", reason: "step", step, phase: "plan", channel: null, node: null };
}

export function runFinished(step: number): AnyEvent {
  return { ...AT, type: "run.finished", step, output: MISSING };
}

export function task(node: string, more: Partial<PlannedTask> = {}): PlannedTask {
  return { id: `task-${node}`, node, path: ["pull", node], wakes: [], managed: {}, restored: false, ...more };
}

export function planned(step: number, ...nodes: readonly string[]): AnyEvent {
  return { ...AT, type: "step.planned", step, tasks: nodes.map((node) => task(node)) };
}

export function committed(
  step: number,
  place: { at: string; from: string | null; due?: readonly string[] },
): StepCommitted {
  const next: readonly Due[] = (place.due ?? []).map((node) => ({ node, wakes: [] }));
  return {
    ...AT,
    type: "step.committed",
    step,
    source: step < 0 ? "input" : "loop",
    checkpoint: place.at,
    parent: place.from,
    updated: [],
    next,
    durations: { plan: 0, execute: 0, apply: 0, commit: 0 },
    unstorable: {},
  };
}

export function updated(step: number, channel: string, value: number): ChannelUpdated {
  return {
    ...AT,
    type: "channel.updated",
    step,
    channel,
    kind: "LastValue",
    cause: "write",
    writes: [{ task: "task-a", node: "a", value: { kind: "int", text: String(value) } }],
    valueBefore: null,
    valueAfter: { kind: "int", text: String(value) },
    returned: true,
    versionBefore: null,
    versionAfter: value,
    available: true,
  };
}

/** A run of so many supersteps of node `a`, each of four events: planned, updated, committed, and a pause. */
export function steppedRun(steps: number): readonly EventFrame[] {
  const events: AnyEvent[] = [compiled(["a"], ["total"]), runStarted()];
  for (let key = 0; key < steps; key += 1) {
    const step = key - 1;
    events.push(
      planned(step, "a"),
      updated(step, "total", key),
      committed(step, { at: `c${key}`, from: key === 0 ? null : `c${key - 1}`, due: ["a"] }),
      runPaused(step + 1),
    );
  }
  return logOf(...events);
}
