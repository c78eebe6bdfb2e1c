/** A picture while events change it. What no event touches is shared with the picture before. */

import { put } from "../../base/record";
import type { Cell, InnerView, NodeView, Preview, Snapshot } from "../../protocol/generated";

type Records = "cells" | "nodes" | "undo";

/** What is told of one graph, the root or one inside of a node. Its records are shared until the first write. */
export interface Board {
  cells: Record<string, Cell>;
  undo: Record<string, Cell>;
  nodes: Record<string, NodeView>;
  managed: { readonly [key: string]: Preview };
  /** The records that are this board's own copies. */
  readonly copied: Set<Records>;
  /** The channels that the newest superstep touched, and the nodes that are not idle; null until they are looked for. */
  touched: Set<string> | null;
  atWork: Set<string> | null;
}

type Writable<Shape> = { -readonly [Field in Exclude<keyof Shape, keyof Board>]: Shape[Field] };

/** A snapshot whose fields may be set. */
export type Draft = Writable<Snapshot> &
  Board & {
    /** The graphs inside that changed, by path; the others are in `inner` as they were. */
    readonly inside: Map<string, InnerDraft>;
  };

/** The newest run of a graph inside, whose fields may be set. */
export type InnerDraft = Writable<InnerView> & Board;

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
  return { ...boardOf(snapshot), inside: new Map() };
}

/** What is told of one graph, ready to be changed. */
export function boardOf<Told extends Pick<Board, "cells" | "managed" | "nodes" | "undo">>(
  told: Told,
): Told & Board {
  return { ...told, copied: new Set(), touched: null, atWork: null };
}

/** The picture now. The draft can go on; what it writes later is not in it. */
export function pictureOf(draft: Draft): Snapshot {
  const { inside, ...changed } = draft;
  if (inside.size > 0) {
    draft.inner = {
      ...draft.inner,
      ...Object.fromEntries([...inside].map(([path, run]) => [path, toldOf(run)])),
    };
    inside.clear();
  }
  const open = draft.open === null ? null : { ...draft.open, seqTo: draft.seq };
  return { ...toldOf(changed), inner: draft.inner, open };
}

/** What a board tells now. The board can go on. */
function toldOf<Told extends Board>(board: Told): Omit<Told, "atWork" | "copied" | "touched"> {
  const { copied, touched: _touched, atWork: _atWork, ...told } = board;
  copied.clear();
  return told;
}

export function putCell(board: Board, cell: Cell): void {
  if (!board.copied.has("cells")) {
    setCells(board, { ...board.cells });
  }
  put(board.cells, cell.name, cell);
}

/** Replace all cells by a record that is the board's own. */
export function setCells(board: Board, cells: Record<string, Cell>): void {
  board.cells = cells;
  board.copied.add("cells");
}

/** How a cell was before the open superstep. */
export function putUndo(board: Board, cell: Cell): void {
  if (!board.copied.has("undo")) {
    board.undo = { ...board.undo };
    board.copied.add("undo");
  }
  put(board.undo, cell.name, cell);
}

/** Nothing can be put back. */
export function clearUndo(board: Board): void {
  board.undo = {};
  board.copied.add("undo");
}

export function putNode(board: Board, view: NodeView): void {
  if (!board.copied.has("nodes")) {
    board.nodes = { ...board.nodes };
    board.copied.add("nodes");
  }
  put(board.nodes, view.name, view);
  if (view.status !== "idle") {
    board.atWork?.add(view.name);
  }
}
