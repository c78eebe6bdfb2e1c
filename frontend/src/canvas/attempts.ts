/** What befell a node's tasks on the way to their end: tried again, kept by a cache, taken by a handler; and what they called. Pure. */

import type { AnyEvent, TaskStarted } from "../protocol/generated";
import { rootEvents } from "../store/inside";

/** The tasks of one name that a node's code called. */
export interface Calls {
  readonly name: string;
  readonly count: number;
  readonly ended: number;
  readonly failed: number;
}

export interface Attempts {
  /** How many attempts of its tasks failed and were made again. */
  readonly retried: number;
  /** How many of its tasks were not called: a cache knew what they write. */
  readonly cached: number;
  /** The node that takes its failure. */
  readonly handler: string | null;
  /** The node whose failure it takes. */
  readonly handles: string | null;
  /** In the order of the first call of each name. */
  readonly calls: readonly Calls[];
}

export const NO_ATTEMPTS: Attempts = { retried: 0, cached: 0, handler: null, handles: null, calls: [] };
const NOBODY: ReadonlyMap<string, Attempts> = new Map();
const known = new WeakMap<readonly AnyEvent[], ReadonlyMap<string, Attempts>>();

/** By node, for the events of one superstep; nodes of which there is nothing to tell are not in it. */
export function attemptsIn(events: readonly AnyEvent[]): ReadonlyMap<string, Attempts> {
  const before = known.get(events);
  if (before !== undefined) {
    return before;
  }
  const attempts = events.some(isTold) ? madeOf(rootEvents(events)) : NOBODY;
  known.set(events, attempts);
  return attempts;
}

function madeOf(events: readonly AnyEvent[]): ReadonlyMap<string, Attempts> {
  const told = new Map<string, Attempts>();
  const add = (node: string, change: (before: Attempts) => Partial<Attempts>) => {
    const before = told.get(node) ?? NO_ATTEMPTS;
    told.set(node, { ...before, ...change(before) });
  };
  for (const event of events) {
    if (event.type === "task.retried") {
      add(event.node, ({ retried }) => ({ retried: retried + 1 }));
    } else if (event.type === "task.cached") {
      add(event.node, ({ cached }) => ({ cached: cached + 1 }));
    } else if (event.type === "task.handled") {
      add(event.node, () => ({ handler: event.handler }));
      add(event.handler, () => ({ handles: event.node }));
    }
  }
  for (const [caller, calls] of callsIn(events)) {
    add(caller, () => ({ calls }));
  }
  return told;
}

/** The calls of each node whose code called others. */
function callsIn(events: readonly AnyEvent[]): ReadonlyMap<string, readonly Calls[]> {
  const started = new Map(
    events.flatMap((event) => (event.type === "task.started" ? [[event.task, event] as const] : [])),
  );
  const ends = endsIn(events);
  const calls = new Map<string, Map<string, Calls>>();
  for (const { task, node, calledBy } of started.values()) {
    const caller = started.get(calledBy ?? "")?.node;
    if (caller !== undefined) {
      const ofCaller = calls.get(caller) ?? new Map<string, Calls>();
      calls.set(caller, ofCaller.set(node, withOne(ofCaller.get(node), node, ends.get(task))));
    }
  }
  return new Map([...calls].map(([caller, ofCaller]) => [caller, [...ofCaller.values()]]));
}

/** How each task that is over ended. */
function endsIn(events: readonly AnyEvent[]): ReadonlyMap<string, "ended" | "failed"> {
  const ends = new Map<string, "ended" | "failed">();
  for (const event of events) {
    if (event.type === "task.finished" || event.type === "task.failed") {
      ends.set(event.task, event.type === "task.failed" ? "failed" : "ended");
    }
  }
  return ends;
}

function withOne(before: Calls | undefined, name: string, end: "ended" | "failed" | undefined): Calls {
  const { count, ended, failed } = before ?? { count: 0, ended: 0, failed: 0 };
  return {
    name,
    count: count + 1,
    ended: ended + (end === undefined ? 0 : 1),
    failed: failed + (end === "failed" ? 1 : 0),
  };
}

function isTold(event: AnyEvent): boolean {
  return TOLD.has(event.type) || isCall(event);
}

const TOLD: ReadonlySet<AnyEvent["type"]> = new Set(["task.retried", "task.cached", "task.handled"]);

function isCall(event: AnyEvent): event is TaskStarted {
  return event.type === "task.started" && event.calledBy != null;
}
