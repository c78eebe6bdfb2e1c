/** Whether a channel holds something, and whether anybody can read it yet. Pure. */

import type { Cell } from "../protocol/generated";

/** `stored`: a value that nobody can read before all have arrived, or before the end. */
export type Holding = "nothing" | "something" | "stored";

const KEEPS_BACK = /^NamedBarrierValue|AfterFinish$/;

/** A channel that keeps nothing back and cannot be read is empty, whatever its empty value looks like: a Topic's is []. */
export function holdingOf(kind: string, { value, available }: Pick<Cell, "available" | "value">): Holding {
  if (value.kind === "missing") {
    return "nothing";
  }
  if (available) {
    return "something";
  }
  return value.size === 0 && !KEEPS_BACK.test(kind) ? "nothing" : "stored";
}
