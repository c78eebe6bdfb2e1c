/** What the shown superstep did to a wire: it carried a write, it lies on the way to a conflict, or neither. Pure. */

import { own } from "../base/record";
import type { Cell, NodeView, Snapshot, StepEntry } from "../protocol/generated";
import type { Wire } from "./drawing";

/** Walked: it carried a write. Path: it led to a conflict. Off: there is a conflict, and it has no part in it. */
export interface WireState {
  readonly look: "idle" | "off" | "path" | "walked";
  /** Whose hue it has; null for none. */
  readonly node: string | null;
}

const IDLE: WireState = { look: "idle", node: null };
const OFF: WireState = { look: "off", node: null };
const COMPLETE: WireState = { look: "walked", node: null };

/** A channel that refused its writes in the shown superstep. */
export interface Clash {
  readonly channel: string;
  readonly count: number;
  readonly writers: readonly string[];
}

/** The superstep on show: the open one, else the newest. */
export function shownEntry(snapshot: Snapshot): StepEntry | null {
  return snapshot.open ?? snapshot.steps.at(-1) ?? null;
}

/** The conflict of the shown superstep, if it has one. */
export function clashOf(snapshot: Snapshot): Clash | null {
  const entry = shownEntry(snapshot);
  if (entry === null || entry.status === "committed") {
    return null;
  }
  const cell = Object.values(snapshot.cells).find((one) => one.conflict !== null);
  if (cell === undefined) {
    return null;
  }
  return {
    channel: cell.name,
    count: cell.writes.length,
    writers: [...new Set(cell.writes.map((write) => write.node))],
  };
}

/** The state of one wire, from the cell of its channel and the view of its target. */
export function wireState(wire: Wire, { cell, target, clash, isApplied }: WireFacts): WireState {
  if (clash !== null) {
    return leadsTo(wire, clash, target) ? { look: "path", node: wire.target } : OFF;
  }
  if (wire.kind === "handler") {
    return handed(wire, target);
  }
  return cell === null || !isApplied ? IDLE : carried(wire, cell);
}

function carried(wire: Wire, cell: Cell): WireState {
  if (wire.writers.length > 1) {
    return cell.available && cell.writes.length > 0 ? COMPLETE : IDLE;
  }
  const write = cell.writes.find((one) => wire.writers.includes(one.node));
  return write === undefined ? IDLE : { look: "walked", node: write.node };
}

/** A failure that the target takes is no write: that the target is at work shows that it came. */
function handed({ source }: Wire, target: NodeView | null): WireState {
  return target === null || target.status === "idle" ? IDLE : { look: "walked", node: source };
}

export interface WireFacts {
  readonly cell: Cell | null;
  readonly target: NodeView | null;
  readonly clash: Clash | null;
  /** Whether the shown superstep's writes hold: an aborted one's do not. */
  readonly isApplied: boolean;
}

/** Whether a write that woke one of the conflict's writers came on this wire. */
function leadsTo(wire: Wire, clash: Clash, target: NodeView | null): boolean {
  if (target === null || wire.channel === null || !clash.writers.includes(wire.target)) {
    return false;
  }
  const woken = own(target.wokenBy, wire.channel) ?? [];
  return woken.some((writer) => wire.writers.includes(writer.node));
}
