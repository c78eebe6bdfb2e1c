/** The bar of a superstep: how its time was shared between phases, and between the nodes that ran. Pure. */

import type { Phase, StepEntry } from "../protocol/generated";

/** One piece of a bar. `share` is relative; a piece of execute belongs to a node. */
export interface BarPiece {
  readonly phase: "apply" | "commit" | "execute" | "plan";
  readonly node: string | null;
  readonly share: number;
  readonly look: "done" | "due" | "stopped";
}

const PHASES = ["plan", "execute", "apply", "commit"] as const;

/** How much of the bar each phase has when nothing was measured. */
const USUAL = { plan: 1, execute: 6, apply: 2, commit: 1 } as const;

/** No phase gets thinner than this share of the whole, so that each can be seen. */
const LEAST = 0.08;

/** In which phase each reason leaves a superstep. */
const STOPPED_IN: Readonly<Record<string, (typeof PHASES)[number]>> = {
  plan_failed: "plan",
  task_failed: "execute",
  interrupted: "execute",
  stopped: "execute",
  worker_lost: "execute",
  left: "execute",
  update_failed: "apply",
};

/** The pieces of a step's bar, in the order of the phases. `begins` is the phase that an open step waits before. */
export function barOf(entry: StepEntry, begins: Phase | null = null): readonly BarPiece[] {
  const shares = sharesOf(entry);
  return PHASES.flatMap((phase, index): readonly BarPiece[] => {
    const look = lookOf(entry, index, begins);
    const share = shares[phase];
    if (phase !== "execute" || entry.nodes.length === 0) {
      return [{ phase, node: null, share, look }];
    }
    return entry.nodes.map((node) => ({
      phase,
      node,
      share: share / entry.nodes.length,
      // Beside a node that failed, the others of its superstep ran to their end.
      look: look === "stopped" && entry.failed.length > 0 && !entry.failed.includes(node) ? "done" : look,
    }));
  });
}

function lookOf(entry: StepEntry, index: number, begins: Phase | null): BarPiece["look"] {
  if (entry.status === "committed") {
    return "done";
  }
  if (entry.status === "open") {
    return index < reached(begins) ? "done" : "due";
  }
  const stopped = PHASES.indexOf(STOPPED_IN[entry.reason ?? ""] ?? "apply");
  return index < stopped ? "done" : index === stopped ? "stopped" : "due";
}

function reached(begins: Phase | null): number {
  return begins === null ? 1 : PHASES.indexOf(begins === "channel" ? "apply" : begins);
}

/** The bar of a superstep that is due: nothing of it has happened. */
export function dueBar(): readonly BarPiece[] {
  return PHASES.map((phase) => ({ phase, node: null, share: USUAL[phase], look: "due" }));
}

/** The time of all phases, in milliseconds; null when it was not measured. */
export function totalMs(entry: StepEntry): number | null {
  return entry.durations === null
    ? null
    : PHASES.reduce((sum, phase) => sum + (entry.durations?.[phase] ?? 0), 0);
}

/** Milliseconds as a person reads them: three figures at most. */
export function durationText(durationMs: number): string {
  if (durationMs >= 60_000) {
    return `${(durationMs / 60_000).toFixed(1)} min`;
  }
  if (durationMs >= 1000) {
    return `${(durationMs / 1000).toFixed(durationMs >= 10_000 ? 0 : 1)} s`;
  }
  if (durationMs < 0.1) {
    return `${Math.round(durationMs * 1000)} µs`;
  }
  return durationMs >= 10 ? `${Math.round(durationMs)} ms` : `${durationMs.toFixed(1)} ms`;
}

function sharesOf(entry: StepEntry): Readonly<Record<(typeof PHASES)[number], number>> {
  const total = totalMs(entry) ?? 0;
  const durations = entry.durations;
  if (durations === null || total <= 0) {
    return USUAL;
  }
  const share = (phase: (typeof PHASES)[number]) => Math.max(LEAST, durations[phase] / total);
  return { plan: share("plan"), execute: share("execute"), apply: share("apply"), commit: share("commit") };
}
