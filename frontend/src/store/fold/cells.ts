/** Channels in the picture: what each event does to a cell. The rules are those of `stepgraph.protocol.fold`. */

import { own, put } from "../../base/record";
import type {
  Cell,
  ChannelConflicted,
  ChannelConsumed,
  ChannelFinished,
  ChannelUpdated,
  GraphCompiled,
  Preview,
  RestoredCell,
  Wake,
  Writer,
} from "../../protocol/generated";
import { clearUndo, type Draft, putCell, putUndo, setCells } from "./draft";

const MISSING: Preview = { kind: "missing", text: "" };
const JOIN = "NamedBarrierValue";

export type Called = ChannelConsumed | ChannelFinished | ChannelUpdated;

/** The graph's channels. Those that were there before, of the same kind, keep their cells. */
export function compileCells(draft: Draft, event: GraphCompiled): void {
  const kinds = new Map((draft.graph?.channels ?? []).map(({ name, kind }) => [name, kind]));
  const before = draft.cells;
  const undo = Object.values(draft.undo);
  setCells(draft, {});
  for (const { name, kind, initial } of event.channels) {
    const kept = kinds.get(name) === kind ? own(before, name) : undefined;
    putCell(draft, kept ?? { ...blankCell(name), value: initial, available: initial.kind !== "missing" });
  }
  draft.touched = null;
  clearUndo(draft);
  for (const cell of undo.filter(({ name }) => touchedIn(draft).has(name))) {
    putUndo(draft, cell);
  }
}

/** The live end is another checkpoint now. */
export function restoreCells(draft: Draft, cells: readonly RestoredCell[]): void {
  const before = draft.cells;
  setCells(draft, {});
  for (const name of Object.keys(before)) {
    putCell(draft, blankCell(name));
  }
  for (const { channel, value, version, available, seenBy } of cells) {
    const held = own(before, channel);
    // The same version of the same value was written by the same nodes.
    const isSame = held !== undefined && held.version === version && isSameValue(held.value, value);
    const writers = isSame ? held.writers : [];
    putCell(draft, { ...blankCell(channel), value, version, available, seenBy, writers });
  }
  draft.touched = new Set();
  clearUndo(draft);
}

/** Who wrote what the channel holds. */
export function heldBy(draft: Draft, channel: string): readonly Writer[] {
  return cellOf(draft, channel).writers;
}

/** A superstep begins: what the one before did to cells is no longer told. */
export function restCells(draft: Draft): void {
  for (const touched of touchedIn(draft)) {
    const { name, value, version, available, seenBy, writers } = cellOf(draft, touched);
    putCell(draft, { ...blankCell(name), value, version, available, seenBy, writers });
  }
  draft.touched = new Set();
  clearUndo(draft);
}

/** A channel's `update()`, `consume()` or `finish()` was called; `writers` are those of its writes. */
export function callChannel(draft: Draft, event: Called, writers: readonly Writer[]): void {
  const { cell, before } = touch(draft, event.channel);
  putCell(draft, {
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
export function refuseWrites(draft: Draft, event: ChannelConflicted): void {
  const { cell } = touch(draft, event.channel);
  const { code, sentence, repairs } = event;
  putCell(draft, { ...cell, writes: event.writes, conflict: { code, sentence, repairs } });
}

/** The node took part in a committed superstep, with these versions of its triggers. */
export function seeTriggers(draft: Draft, node: string, wakes: readonly Wake[]): void {
  for (const { channel, version } of wakes) {
    const cell = cellOf(draft, channel);
    if (version !== null && own(cell.seenBy, node) !== version) {
      const seenBy = { ...cell.seenBy };
      put(seenBy, node, version);
      putCell(draft, { ...cell, seenBy });
    }
  }
}

/** The superstep came to nothing. What was written, returned and refused stays told. */
export function putBackCells(draft: Draft): void {
  for (const before of Object.values(draft.undo)) {
    const cell = cellOf(draft, before.name);
    const { value, version, available, writers } = before;
    putCell(draft, {
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
  clearUndo(draft);
}

function touch(draft: Draft, name: string): { cell: Cell; before: Cell } {
  const cell = cellOf(draft, name);
  touchedIn(draft).add(name);
  const before = own(draft.undo, name);
  if (before === undefined) {
    putUndo(draft, cell);
  }
  return { cell, before: before ?? cell };
}

function touchedIn(draft: Draft): Set<string> {
  if (draft.touched === null) {
    const touched = Object.values(draft.cells).filter(
      (cell) => cell.returned !== null || cell.conflict !== null,
    );
    draft.touched = new Set(touched.map((cell) => cell.name));
  }
  return draft.touched;
}

function cellOf(draft: Draft, name: string): Cell {
  return own(draft.cells, name) ?? blankCell(name);
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
