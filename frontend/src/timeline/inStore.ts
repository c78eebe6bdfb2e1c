/** What the timeline looks for in the page's state. */

import type { Phase, Snapshot } from "../protocol/generated";
import type { PageState } from "../store/state";
import { dueNodes } from "./plan";

/** The live end, as far as the timeline tells of it. */
export interface LiveEnd {
  readonly thread: string | null;
  /** How many supersteps there are, loaded or not. */
  readonly count: number;
  readonly lane: number;
  /** Who is due next; nobody while a superstep is open. */
  readonly next: readonly string[];
  /** The number of the next superstep. */
  readonly step: number;
  /** The phase that the open superstep waits before. */
  readonly phase: Phase | null;
}

const known = new WeakMap<Snapshot, LiveEnd>();

/** The same object for the same picture. */
export function liveIn({ live, session }: PageState): LiveEnd {
  const before = known.get(live);
  if (before !== undefined) {
    return before;
  }
  const last = live.steps.at(-1) ?? null;
  const end: LiveEnd = {
    thread: session?.thread ?? live.run.thread,
    count: live.stepCount,
    lane: live.open?.lane ?? live.lane,
    next: live.open === null ? dueNodes(live.next) : [],
    step: last === null ? -1 : last.status === "aborted" ? last.step : last.step + 1,
    phase: live.run.status === "paused" && live.run.ns === "" ? live.run.phase : null,
  };
  known.set(live, end);
  return end;
}

/** The key of the superstep at the cursor. */
export function shownKeyIn({ shown, fetching }: PageState): number | null {
  return fetching ?? shown.entry?.key ?? null;
}
