/** Timeline entries with everything that a test does not care about filled in. */

import type { StepEntry } from "../../protocol/generated";

export function stepEntry(told: Partial<StepEntry>): StepEntry {
  return {
    key: 0,
    step: told.key ?? 0,
    lane: 0,
    run: "run-1",
    status: "committed",
    source: "loop",
    reason: null,
    checkpoint: null,
    parent: null,
    nodes: [],
    failed: [],
    durations: null,
    seqFrom: 0,
    seqTo: 0,
    ...told,
  };
}
