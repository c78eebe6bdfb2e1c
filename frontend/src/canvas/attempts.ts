/** What befell a node's tasks on the way to their end: tried again, kept by a cache, taken by a handler. Pure. */

import type { AnyEvent } from "../protocol/generated";
import { rootEvents } from "../store/inside";

export interface Attempts {
  /** How many attempts of its tasks failed and were made again. */
  readonly retried: number;
  /** How many of its tasks were not called: a cache knew what they write. */
  readonly cached: number;
  /** The node that takes its failure. */
  readonly handler: string | null;
  /** The node whose failure it takes. */
  readonly handles: string | null;
}

const NOTHING: Attempts = { retried: 0, cached: 0, handler: null, handles: null };
const NOBODY: ReadonlyMap<string, Attempts> = new Map();
const known = new WeakMap<readonly AnyEvent[], ReadonlyMap<string, Attempts>>();

/** By node, for the events of one superstep; nodes of which there is nothing to tell are not in it. */
export function attemptsIn(events: readonly AnyEvent[]): ReadonlyMap<string, Attempts> {
  const before = known.get(events);
  if (before !== undefined) {
    return before;
  }
  const attempts = madeOf(events);
  known.set(events, attempts);
  return attempts;
}

function madeOf(events: readonly AnyEvent[]): ReadonlyMap<string, Attempts> {
  if (!events.some(isTold)) {
    return NOBODY;
  }
  const told = new Map<string, Attempts>();
  const add = (node: string, change: (before: Attempts) => Partial<Attempts>) => {
    const before = told.get(node) ?? NOTHING;
    told.set(node, { ...before, ...change(before) });
  };
  for (const event of rootEvents(events)) {
    if (event.type === "task.retried") {
      add(event.node, ({ retried }) => ({ retried: retried + 1 }));
    } else if (event.type === "task.cached") {
      add(event.node, ({ cached }) => ({ cached: cached + 1 }));
    } else if (event.type === "task.handled") {
      add(event.node, () => ({ handler: event.handler }));
      add(event.handler, () => ({ handles: event.node }));
    }
  }
  return told;
}

function isTold({ type }: AnyEvent): boolean {
  return type === "task.retried" || type === "task.cached" || type === "task.handled";
}
