/** Every superstep of a log with all that an explanation is made of, and logs with one thing changed. */

import type { AnyEvent } from "../../protocol/generated";
import { EMPTY } from "../../store/fold/draft";
import { follow } from "../../store/follow";
import type { Numbered } from "../../store/reduce";
import type { Explained } from "../facts";
import { type Explanation, explain } from "../sentences";

/** The supersteps of a log, in their order; the open one last, as far as it came. */
export function supersteps(log: readonly Numbered[]): readonly Explained[] {
  const steps: Explained[] = [];
  let state = follow(EMPTY, [], []);
  for (const frame of log) {
    state = follow(state.live, state.open, [frame]);
    for (const { entry, frames, snapshot } of state.ended) {
      steps.push({ entry, events: frames.map(({ event }) => event), snapshot: snapshot ?? state.live });
    }
  }
  const { open } = state.live;
  return open === null
    ? steps
    : [...steps, { entry: open, events: state.open.map(({ event }) => event), snapshot: state.live }];
}

/** All explanations of a log. */
export function explanations(log: readonly Numbered[]): readonly Explanation[] {
  return supersteps(log).map((step) => explain(step, null));
}

/** The log with the event at a place put in another's stead. */
export function withEvent(log: readonly Numbered[], at: number, event: AnyEvent): readonly Numbered[] {
  return log.map((frame, index) => (index === at ? { ...frame, event } : frame));
}
