/** What the canvas looks for in the page's state, each made once for the objects that it comes from. */

import { own } from "../base/record";
import type { AnyEvent, Due, NodeStatus, Snapshot } from "../protocol/generated";
import { idIn, pathOf, ROOT } from "../store/innerPath";
import type { PageState } from "../store/state";
import { type Clash, clashOf } from "./wireState";

const clashes = new WeakMap<Snapshot, Clash | null>();
const dues = new WeakMap<readonly Due[], ReadonlyMap<string, Due>>();

/** The conflict on show. The same object for the same picture. */
export function clashIn({ shown }: PageState): Clash | null {
  const before = clashes.get(shown.snapshot);
  if (before !== undefined) {
    return before;
  }
  const clash = clashOf(shown.snapshot);
  clashes.set(shown.snapshot, clash);
  return clash;
}

/** The nodes that are due after the shown superstep. */
export function dueIn({ shown }: PageState): ReadonlyMap<string, Due> {
  const { next, open } = shown.snapshot;
  // While a superstep is open, those who were due are in it.
  if (open !== null) {
    return NOBODY;
  }
  const before = dues.get(next);
  if (before !== undefined) {
    return before;
  }
  const due = new Map(next.map((one) => [one.node, one]));
  dues.set(next, due);
  return due;
}

const NOBODY: ReadonlyMap<string, Due> = new Map();

/** Whether the writes of the shown superstep hold: an aborted one's do not. */
export function isAppliedIn({ shown }: PageState): boolean {
  return shown.entry?.status !== "aborted";
}

export function shownStepIn({ shown }: PageState): number | null {
  return shown.entry?.step ?? null;
}

/** A node's status as its card shows it. */
export function statusIn(state: PageState, name: string): NodeStatus {
  const status = own(state.shown.snapshot.nodes, name)?.status ?? "idle";
  return status === "idle" && dueIn(state).has(name) ? "planned" : status;
}

export function eventsIn({ shown }: PageState): readonly AnyEvent[] {
  return shown.events;
}

/** Whether the shown superstep is not over: no commit, and no abort. */
export function isOpenIn({ shown }: PageState): boolean {
  return shown.snapshot.open !== null;
}

/** Which superstep is shown, and how far it is: another text when the view should follow. */
export function shownPlaceIn({ shown, live }: PageState): string {
  const inside = shown.isLive && live.run.ns !== "" ? `${live.run.ns} ${live.run.step}` : "";
  return `${shown.entry?.key ?? ""} ${shown.entry?.status ?? ""} ${inside}`;
}

/** The nodes at work in the graph inside that the run waits in, by their ids; none while it waits in the root. */
export function workingInsideIn({ shown, live }: PageState): readonly string[] {
  const path = shown.isLive ? pathOf(live.run.ns) : ROOT;
  const nodes = Object.values(own(shown.snapshot.inner, path)?.nodes ?? {});
  return nodes.filter(({ status }) => status !== "idle").map(({ name }) => idIn(path, name));
}
