/** Who saw a channel as a trigger, and who is due because of it. Pure. */

import type { Cell, Due } from "../protocol/generated";

/** A node at a channel: the version that it saw last, or the superstep in which it is due. */
export interface Reader {
  readonly node: string;
  readonly kind: "due" | "saw";
  readonly version: number;
}

/** The nodes that are due because of each channel. */
export function dueByChannel(next: readonly Due[]): ReadonlyMap<string, readonly string[]> {
  const due = new Map<string, string[]>();
  for (const { node, wakes } of next) {
    for (const wake of wakes) {
      if (wake.fired) {
        due.set(wake.channel, [...(due.get(wake.channel) ?? []), node]);
      }
    }
  }
  return due;
}

/** The readers of a cell: first those who are due, then those who saw it, the latest first. */
export function readersOf(cell: Cell, due: readonly string[]): readonly Reader[] {
  const saw = Object.entries(cell.seenBy)
    .filter(([node]) => !due.includes(node))
    .map(([node, version]): Reader => ({ node, kind: "saw", version }))
    .toSorted((one, other) => other.version - one.version);
  return [...due.map((node): Reader => ({ node, kind: "due", version: cell.version ?? 0 })), ...saw];
}
