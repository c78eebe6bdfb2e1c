/** The line of supersteps that a cursor moves along: a branch of history from its beginning to its end. Pure. */

import type { StepEntry } from "../protocol/generated";

/** The entries of a lane, behind those that it goes on from. As far as they are loaded. */
export function lineOf(steps: readonly StepEntry[], lane: number): readonly StepEntry[] {
  const own = steps.filter((step) => step.lane === lane);
  const parent = own[0]?.parent ?? null;
  const origin = parent === null ? undefined : steps.find((step) => step.checkpoint === parent);
  if (origin === undefined || origin.lane === lane) {
    return own;
  }
  const before = lineOf(steps, origin.lane);
  return [...before.slice(0, before.indexOf(origin) + 1), ...own];
}

/** The line that a shown superstep is on: the live one if it is on that, else its own. */
export function lineThrough(
  steps: readonly StepEntry[],
  shown: StepEntry,
  liveLane: number,
): readonly StepEntry[] {
  const live = lineOf(steps, liveLane);
  return live.some((step) => step.key === shown.key) ? live : lineOf(steps, shown.lane);
}

/** The superstep before or after the shown one; null at the line's end. */
export function neighbour(
  line: readonly StepEntry[],
  shown: StepEntry,
  direction: "back" | "forward",
): StepEntry | null {
  const at = line.findIndex((step) => step.key === shown.key);
  return (at < 0 ? undefined : line[at + (direction === "back" ? -1 : 1)]) ?? null;
}
