/** What the picture tells of one graph, the root or one inside of a node, and what a superstep does to it. */

import type { StateRestored, StepPlanned, Writer } from "../../protocol/generated";
import {
  type Called,
  callChannel,
  heldBy,
  putBackCells,
  restCells,
  restoreCells,
  seeTriggers,
} from "./cells";
import { type Board, clearUndo } from "./draft";
import { giveUpNodes, goBack, planNodes, restNodes, viaOf, wakesOf } from "./nodes";

/** A superstep opens: what the one before did to cells is no longer told, and every node is at rest. */
export function beginBoard(board: Board): void {
  restCells(board);
  restNodes(board);
}

/** These tasks are due. The names of their nodes, each once. */
export function planBoard(board: Board, { step, tasks }: StepPlanned): readonly string[] {
  const managed = tasks[0]?.managed;
  board.managed = managed === undefined ? board.managed : { ...board.managed, ...managed };
  return planNodes(board, step, tasks, (channel) => heldBy(board, channel));
}

/** The superstep of these nodes is committed: they saw the versions that woke them. */
export function commitBoard(board: Board, nodes: Iterable<string>): void {
  for (const node of nodes) {
    seeTriggers(board, node, wakesOf(board, node));
  }
  clearUndo(board);
}

/** The superstep of these nodes came to nothing. */
export function putBackBoard(board: Board, nodes: Iterable<string>): void {
  putBackCells(board);
  giveUpNodes(board, nodes);
}

/** The graph stands at another checkpoint now. */
export function restoreBoard(board: Board, { cells, step }: StateRestored): void {
  restoreCells(board, cells);
  goBack(board, step);
}

/** A channel's `update()`, `consume()` or `finish()` was called; by a person's edit, or by what tasks wrote. */
export function callBoard(board: Board, event: Called, by: "edit" | "tasks"): void {
  callChannel(board, event, writersOf(board, event, by));
}

function writersOf(board: Board, event: Called, by: "edit" | "tasks"): readonly Writer[] {
  if (event.type !== "channel.updated") {
    return [];
  }
  const { step, channel } = event;
  const nodes = new Set(event.writes.map(({ node }) => node));
  return [...nodes].map((node) => ({
    node,
    via: by === "edit" ? "edit" : viaOf(board, node, channel),
    step,
  }));
}
