/** Which layer each box stands in, and in which order: by cause, back edges left aside. Pure, O(boxes + wires). */

import type { Drawing, Wire } from "./drawing";

/** The layers from the top; `backward` holds the ids of wires that go up, which every loop has one of. */
export interface Layers {
  readonly rows: readonly (readonly string[])[];
  readonly backward: ReadonlySet<string>;
}

/** Put each box below all that lead to it; in a row, near what leads to it. */
export function layersOf(drawing: Drawing): Layers {
  const walk = walkOf(drawing);
  const rank = ranksOf(drawing, walk);
  const rows: string[][] = [];
  for (const id of walk.discovered) {
    const row = rank.get(id) ?? 0;
    while (rows.length <= row) {
      rows.push([]);
    }
    rows[row]?.push(id);
  }
  const filled = rows.filter((row) => row.length > 0);
  untangle(filled, drawing.wires);
  return { rows: filled, backward: walk.backward };
}

interface Walk {
  readonly discovered: readonly string[];
  /** Each box after all that it leads to. */
  readonly finished: readonly string[];
  readonly backward: ReadonlySet<string>;
}

/** A walk under way: which boxes are done, and which are open because a walk from them still goes on. */
interface Walking {
  readonly leaving: ReadonlyMap<string, readonly Wire[]>;
  readonly mark: Map<string, "done" | "open">;
  readonly discovered: string[];
  readonly finished: string[];
  readonly backward: Set<string>;
}

/** Depth first in the document's order, without recursion: a chain may have thousands of boxes. */
function walkOf(drawing: Drawing): Walk {
  const walk: Walking = {
    leaving: wiresBySource(drawing.wires),
    mark: new Map(),
    discovered: [],
    finished: [],
    backward: new Set(),
  };
  for (const root of drawing.boxes) {
    if (!walk.mark.has(root.id)) {
      walkFrom(root.id, walk);
    }
  }
  return walk;
}

function walkFrom(root: string, walk: Walking): void {
  const stack = [enter(root, walk)];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const wire = walk.leaving.get(top.id)?.[top.next];
    top.next += 1;
    if (wire === undefined) {
      walk.mark.set(top.id, "done");
      walk.finished.push(top.id);
      stack.pop();
    } else if (walk.mark.get(wire.target) === "open") {
      // A wire to a box that is still being walked closes a loop.
      walk.backward.add(wire.id);
    } else if (!walk.mark.has(wire.target)) {
      stack.push(enter(wire.target, walk));
    }
  }
}

function enter(id: string, walk: Walking): { readonly id: string; next: number } {
  walk.mark.set(id, "open");
  walk.discovered.push(id);
  return { id, next: 0 };
}

function wiresBySource(wires: readonly Wire[]): ReadonlyMap<string, readonly Wire[]> {
  const bySource = new Map<string, Wire[]>();
  for (const wire of wires) {
    const list = bySource.get(wire.source);
    if (list === undefined) {
      bySource.set(wire.source, [wire]);
    } else {
      list.push(wire);
    }
  }
  return bySource;
}

/** The longest way down to each box. */
function ranksOf(drawing: Drawing, walk: Walk): ReadonlyMap<string, number> {
  const leaving = wiresBySource(drawing.wires);
  const rank = new Map<string, number>();
  for (const id of walk.finished.toReversed()) {
    const from = rank.get(id) ?? 0;
    rank.set(id, from);
    for (const wire of leaving.get(id) ?? []) {
      if (!walk.backward.has(wire.id)) {
        rank.set(wire.target, Math.max(rank.get(wire.target) ?? 0, from + 1));
      }
    }
  }
  return rank;
}

/** Sort each row by the mean place of its neighbours above, then below, then above again. */
function untangle(rows: string[][], wires: readonly Wire[]): void {
  const above = neighbours(wires, "above");
  const below = neighbours(wires, "below");
  const place = new Map<string, number>();
  for (const row of rows) {
    number(row, place);
  }
  for (const [order, near] of [
    [rows, above],
    [rows.toReversed(), below],
    [rows, above],
  ] as const) {
    for (const row of order) {
      const wanted = new Map(row.map((id) => [id, mean(near.get(id), place) ?? place.get(id) ?? 0]));
      row.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
      number(row, place);
    }
  }
}

function neighbours(wires: readonly Wire[], side: "above" | "below"): ReadonlyMap<string, readonly string[]> {
  const near = new Map<string, string[]>();
  for (const wire of wires) {
    const [of, other] = side === "above" ? [wire.target, wire.source] : [wire.source, wire.target];
    const list = near.get(of) ?? [];
    list.push(other);
    near.set(of, list);
  }
  return near;
}

/** A box's place in its row runs from -1 to 1, so that rows of unequal length compare. */
function number(row: readonly string[], place: Map<string, number>): void {
  row.forEach((id, index) => {
    place.set(id, (2 * (index + 0.5)) / row.length - 1);
  });
}

function mean(ids: readonly string[] | undefined, place: ReadonlyMap<string, number>): number | null {
  if (ids === undefined || ids.length === 0) {
    return null;
  }
  return ids.reduce((sum, id) => sum + (place.get(id) ?? 0), 0) / ids.length;
}
