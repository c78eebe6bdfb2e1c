/** Supersteps for tests of the timeline. */

import type { StepEntry } from "../../protocol/generated";

/** A committed superstep; its checkpoint is named after its key. */
export function stepOf(key: number, more: Partial<StepEntry> = {}): StepEntry {
  return {
    key,
    step: key - 1,
    lane: 0,
    run: "r",
    status: "committed",
    source: "loop",
    reason: null,
    checkpoint: `c${key}`,
    parent: key === 0 ? null : `c${key - 1}`,
    nodes: [],
    failed: [],
    durations: null,
    seqFrom: key * 10,
    seqTo: key * 10 + 9,
    ...more,
  };
}

/** Input, start and two steps on the first lane; from step 0 a fork with an edit and an aborted step. */
export function forkedHistory(): readonly StepEntry[] {
  return [
    stepOf(0, { source: "input" }),
    stepOf(1),
    stepOf(2),
    stepOf(3),
    stepOf(4, { step: 1, lane: 1, parent: "c1", source: "update" }),
    stepOf(5, {
      step: 2,
      lane: 1,
      status: "aborted",
      checkpoint: null,
      parent: null,
      reason: "update_failed",
    }),
  ];
}
