/** Channels in the picture: what each event does to a cell. The rules are those of `stepgraph.protocol.fold`. */

import { own, put } from "../../base/record";
import type {
  Cell,
  ChannelConflicted,
  ChannelConsumed,
  ChannelFinished,
  ChannelUpdated,
  GraphChannel,
  Preview,
  RestoredCell,
  Wake,
  Writer,
} from "../../protocol/generated";
import { type Board, clearUndo, putCell, putUndo, setCells } from "./draft";

const MISSING: Preview = { kind: "missing", text: "" };
const JOIN = "NamedBarrierValue";

export type Called = ChannelConsumed | ChannelFinished | ChannelUpdated;

/** The graph's channels. Those that were there before, of the same kind, keep their cells. */
export function compileCells(
  board: Board,
  channels: readonly GraphChannel[],
  channelsBefore: readonly GraphChannel[] = [],
): void {
  const kinds = new Map(channelsBefore.map(({ name, kind }) => [name, kind]));
  const before = board.cells;
  const undo = Object.values(board.undo);
  setCells(board, {});
  for (const channel of channels) {
    const kept = kinds.get(channel.name) === channel.kind ? own(before, channel.name) : undefined;
    putCell(board, kept ?? unwrittenCell(channel));
  }
  board.touched = null;
  clearUndo(board);
  for (const cell of undo.filter(({ name }) => touchedIn(board).has(name))) {
    putUndo(board, cell);
  }
}

/** The live end is another checkpoint now. */
export function restoreCells(board: Board, cells: readonly RestoredCell[]): void {
  const before = board.cells;
  setCells(board, {});
  for (const name of Object.keys(before)) {
    putCell(board, blankCell(name));
  }
  for (const { channel, value, version, available, seenBy } of cells) {
    const held = own(before, channel);
    // The same version of the same value was written by the same nodes.
    const isSame = held !== undefined && held.version === version && isSameValue(held.value, value);
    const writers = isSame ? held.writers : [];
    putCell(board, { ...blankCell(channel), value, version, available, seenBy, writers });
  }
  board.touched = new Set();
  clearUndo(board);
}

/** Who wrote what the channel holds. */
export function heldBy(board: Board, channel: string): readonly Writer[] {
  return cellOf(board, channel).writers;
}

/** A superstep begins: what the one before did to cells is no longer told. */
export function restCells(board: Board): void {
  for (const touched of touchedIn(board)) {
    const { name, value, version, available, seenBy, writers } = cellOf(board, touched);
    putCell(board, { ...blankCell(name), value, version, available, seenBy, writers });
  }
  board.touched = new Set();
  clearUndo(board);
}

/** A channel's `update()`, `consume()` or `finish()` was called; `writers` are those of its writes. */
export function callChannel(board: Board, event: Called, writers: readonly Writer[]): void {
  const { cell, before } = touch(board, event.channel);
  putCell(board, {
    ...cell,
    value: valueAfter(cell, event),
    previous: before.value,
    version: event.versionAfter,
    versionBefore: before.version,
    available: event.available,
    changed: cell.changed || event.returned,
    cause: causeOf(event),
    returned: event.returned,
    writes: event.type === "channel.updated" ? event.writes : cell.writes,
    writers: writersAfter(cell, event, writers),
  });
}

/** `update()` refused the writes; the value stays as it is. */
export function refuseWrites(board: Board, event: ChannelConflicted): void {
  const { cell } = touch(board, event.channel);
  const { code, sentence, repairs } = event;
  putCell(board, { ...cell, writes: event.writes, conflict: { code, sentence, repairs } });
}

/** The node took part in a committed superstep, with these versions of its triggers. */
export function seeTriggers(board: Board, node: string, wakes: readonly Wake[]): void {
  for (const { channel, version } of wakes) {
    const cell = cellOf(board, channel);
    if (version !== null && own(cell.seenBy, node) !== version) {
      const seenBy = { ...cell.seenBy };
      put(seenBy, node, version);
      putCell(board, { ...cell, seenBy });
    }
  }
}

/** The superstep came to nothing. What was written, returned and refused stays told. */
export function putBackCells(board: Board): void {
  for (const before of Object.values(board.undo)) {
    const cell = cellOf(board, before.name);
    const { value, version, available, writers } = before;
    putCell(board, {
      ...cell,
      value,
      version,
      available,
      writers,
      previous: MISSING,
      versionBefore: null,
      changed: false,
    });
  }
  clearUndo(board);
}

function touch(board: Board, name: string): { cell: Cell; before: Cell } {
  const cell = cellOf(board, name);
  touchedIn(board).add(name);
  const before = own(board.undo, name);
  if (before === undefined) {
    putUndo(board, cell);
  }
  return { cell, before: before ?? cell };
}

function touchedIn(board: Board): Set<string> {
  if (board.touched === null) {
    const touched = Object.values(board.cells).filter(
      (cell) => cell.returned !== null || cell.conflict !== null,
    );
    board.touched = new Set(touched.map((cell) => cell.name));
  }
  return board.touched;
}

function cellOf(board: Board, name: string): Cell {
  return own(board.cells, name) ?? blankCell(name);
}

/** A channel before any write. */
export function unwrittenCell({ name, initial }: GraphChannel): Cell {
  return { ...blankCell(name), value: initial, available: initial.kind !== "missing" };
}

/** A channel that nothing was told of. */
export function blankCell(name: string): Cell {
  return {
    name,
    value: MISSING,
    previous: MISSING,
    version: null,
    versionBefore: null,
    available: false,
    changed: false,
    cause: null,
    returned: null,
    writes: [],
    seenBy: {},
    writers: [],
    conflict: null,
  };
}

function valueAfter(cell: Cell, event: Called): Preview {
  if (event.type !== "channel.consumed") {
    return event.valueAfter;
  }
  // The event tells no value; a trigger that reacts to being consumed and is gone by it holds nothing.
  return event.returned && !event.available ? MISSING : cell.value;
}

function writersAfter(cell: Cell, event: Called, writers: readonly Writer[]): readonly Writer[] {
  if (event.type === "channel.updated" && event.writes.length > 0) {
    const isArriving = event.kind.startsWith(JOIN) && !cell.available;
    return event.returned ? [...(isArriving ? cell.writers : []), ...writers] : cell.writers;
  }
  return event.available || !event.returned ? cell.writers : [];
}

const PREVIEW_FIELDS = ["kind", "text", "type", "size", "truncated", "ref", "json", "loss"] as const;

function isSameValue(left: Preview, right: Preview): boolean {
  return left === right || PREVIEW_FIELDS.every((field) => left[field] === right[field]);
}

function causeOf(event: Called): "consume" | "empty" | "finish" | "write" {
  switch (event.type) {
    case "channel.updated":
      return event.cause;
    case "channel.consumed":
      return "consume";
    case "channel.finished":
      return "finish";
  }
}
