/** A picture while events change it. What no event touches is shared with the picture before. */

import { put } from "../../base/record";
import type { Cell, NodeView, Snapshot } from "../../protocol/generated";

type Records = "cells" | "nodes" | "undo";

/** A snapshot whose fields may be set. Its records are shared until the first write. */
export type Draft = { -readonly [Field in Exclude<keyof Snapshot, Records>]: Snapshot[Field] } & {
  cells: Record<string, Cell>;
  undo: Record<string, Cell>;
  nodes: Record<string, NodeView>;
  /** The records that are this draft's own copies. */
  readonly copied: Set<Records>;
  /** The channels that the newest superstep touched, and the nodes that are not idle; null until they are looked for. */
  touched: Set<string> | null;
  atWork: Set<string> | null;
};

/** The picture before anything happened. */
export const EMPTY: Snapshot = {
  seq: 0,
  graph: null,
  rejected: null,
  run: {
    run: "",
    kind: null,
    status: "none",
    reason: null,
    thread: null,
    step: null,
    phase: null,
    channel: null,
    recursionLimit: null,
    sentence: null,
    output: null,
    ns: "",
  },
  cells: {},
  undo: {},
  nodes: {},
  managed: {},
  next: [],
  checkpoint: null,
  lane: 0,
  lanes: [],
  open: null,
  steps: [],
  stepCount: 0,
  warnings: [],
  questions: [],
  inner: {},
};

export function draftOf(snapshot: Snapshot): Draft {
  return { ...snapshot, copied: new Set(), touched: null, atWork: null };
}

/** The picture now. The draft can go on; what it writes later is not in it. */
export function pictureOf(draft: Draft): Snapshot {
  const { copied, touched: _touched, atWork: _atWork, ...snapshot } = draft;
  copied.clear();
  const open = draft.open === null ? null : { ...draft.open, seqTo: draft.seq };
  return { ...snapshot, open };
}

export function putCell(draft: Draft, cell: Cell): void {
  if (!draft.copied.has("cells")) {
    setCells(draft, { ...draft.cells });
  }
  put(draft.cells, cell.name, cell);
}

/** Replace all cells by a record that is the draft's own. */
export function setCells(draft: Draft, cells: Record<string, Cell>): void {
  draft.cells = cells;
  draft.copied.add("cells");
}

/** How a cell was before the open superstep. */
export function putUndo(draft: Draft, cell: Cell): void {
  if (!draft.copied.has("undo")) {
    draft.undo = { ...draft.undo };
    draft.copied.add("undo");
  }
  put(draft.undo, cell.name, cell);
}

/** Nothing can be put back. */
export function clearUndo(draft: Draft): void {
  draft.undo = {};
  draft.copied.add("undo");
}

export function putNode(draft: Draft, view: NodeView): void {
  if (!draft.copied.has("nodes")) {
    draft.nodes = { ...draft.nodes };
    draft.copied.add("nodes");
  }
  put(draft.nodes, view.name, view);
  if (view.status !== "idle") {
    draft.atWork?.add(view.name);
  }
}
