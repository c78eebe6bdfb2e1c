/** Supersteps and branches of history in the picture. The rules are those of `stepgraph.protocol.fold`. */

import {
  type Lane,
  STEPS_IN_SNAPSHOT,
  type StateEdited,
  type StepAborted,
  type StepCommitted,
  type StepEntry,
} from "../../protocol/generated";
import type { Draft } from "./draft";

/** A superstep opens, as a child of the live end. */
export function beginStep(draft: Draft, run: string, step: number): void {
  draft.open = {
    key: draft.stepCount,
    step,
    lane: laneOf(draft, draft.checkpoint),
    run,
    status: "open",
    source: null,
    reason: null,
    checkpoint: null,
    parent: draft.checkpoint,
    nodes: [],
    failed: [],
    durations: null,
    seqFrom: draft.seq,
    seqTo: draft.seq,
  };
  draft.stepCount += 1;
}

/** The open superstep is a person's edit. */
export function markEdited(draft: Draft, event: StateEdited): void {
  const { parent } = event;
  changeOpen(draft, () => ({ source: "update", parent, lane: laneOf(draft, parent) }));
}

/** These nodes are in the open superstep. */
export function takePart(draft: Draft, nodes: readonly string[]): void {
  changeOpen(draft, () => ({ nodes }));
}

/** This node is in the open superstep, too. */
export function joinStep(draft: Draft, node: string): void {
  changeOpen(draft, ({ nodes }) => ({ nodes: nodes.includes(node) ? nodes : [...nodes, node] }));
}

/** A task of this node raised in the open superstep. */
export function markFailed(draft: Draft, node: string): void {
  changeOpen(draft, ({ failed }) => ({ failed: failed.includes(node) ? failed : [...failed, node] }));
}

/** The open superstep is a checkpoint, and the live end. */
export function commitStep(draft: Draft, event: StepCommitted): void {
  const { source, checkpoint, parent, durations } = event;
  const lane = laneOf(draft, parent);
  extend(draft, lane, { tip: checkpoint, parent });
  draft.lane = lane;
  draft.checkpoint = checkpoint;
  draft.next = event.next;
  close(draft, draft.seq, { status: "committed", source, checkpoint, parent, lane, durations });
}

/** The open superstep came to nothing; without an event, nobody could tell why. */
export function abortStep(draft: Draft, seqTo: number, event: StepAborted | null): void {
  if (draft.open !== null) {
    draft.lane = draft.open.lane;
    extend(draft, draft.lane, { tip: null, parent: draft.open.parent });
  }
  close(draft, seqTo, { status: "aborted", reason: event?.reason ?? null });
}

/** The live end is this checkpoint now. */
export function moveEnd(draft: Draft, checkpoint: string): void {
  draft.checkpoint = checkpoint;
  draft.lane = draft.lanes.find((lane) => lane.tip === checkpoint)?.lane ?? draft.lane;
}

function changeOpen(draft: Draft, change: (open: StepEntry) => Partial<StepEntry>): void {
  if (draft.open !== null) {
    draft.open = { ...draft.open, ...change(draft.open) };
  }
}

function close(draft: Draft, seqTo: number, change: Partial<StepEntry>): void {
  if (draft.open !== null) {
    const entry = { ...draft.open, ...change, seqTo };
    draft.steps = [...draft.steps.slice(-(STEPS_IN_SNAPSHOT - 1)), entry];
    draft.open = null;
  }
}

/** The lane that goes on from this checkpoint; one past the last when that opens a branch. */
function laneOf(draft: Draft, parent: string | null): number {
  const current = draft.lanes[draft.lane];
  if (current !== undefined && goesOn(current, parent)) {
    return draft.lane;
  }
  return draft.lanes.find((lane) => goesOn(lane, parent))?.lane ?? draft.lanes.length;
}

function extend(draft: Draft, number: number, change: Pick<Lane, "parent" | "tip">): void {
  const lane = draft.lanes[number];
  if (lane === undefined) {
    // A branch whose first superstep was aborted has no tip yet.
    draft.lanes = [...draft.lanes, { lane: number, ...change }];
  } else if (change.tip !== null) {
    draft.lanes = draft.lanes.with(number, { ...lane, tip: change.tip });
  }
}

function goesOn(lane: Lane, parent: string | null): boolean {
  return parent === (lane.tip ?? lane.parent);
}
