/** Which rows the table has, in three groups, and which of them are in sight. Pure. */

import type { GraphChannel, GraphCompiled, GraphManaged } from "../protocol/generated";

export type RowGroup = "Internal" | "Managed" | "State";

/** A heading, a channel or a managed value. */
export type TableRow =
  | { readonly kind: "channel"; readonly channel: GraphChannel }
  | { readonly kind: "heading"; readonly group: RowGroup; readonly count: number }
  | { readonly kind: "managed"; readonly managed: GraphManaged };

export const ROW_HEIGHT = 40;
export const HEADING_HEIGHT = 22;

/** The rows of a graph. Groups without rows have no heading. */
export function rowsOf(graph: GraphCompiled, internal: "hidden" | "shown"): readonly TableRow[] {
  const state = graph.channels.filter((channel) => channel.role === "state");
  const inner = graph.channels.filter((channel) => channel.role === "internal");
  return [
    ...group("State", state.map(channelRow)),
    ...group(
      "Managed",
      graph.managed.map((managed) => ({ kind: "managed", managed }) as const),
    ),
    ...(internal === "shown" ? group("Internal", inner.map(channelRow)) : []),
  ];
}

/** A key that stays with its row. */
export function rowKey(row: TableRow): string {
  switch (row.kind) {
    case "heading":
      return `group ${row.group}`;
    case "channel":
      return `channel ${row.channel.name}`;
    case "managed":
      return `managed ${row.managed.name}`;
  }
}

/** The rows from `first` up to `end`, with the empty room before and after them, in pixels. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/** Where each row begins; the last number is the height of all. */
export function rowTops(rows: readonly TableRow[]): readonly number[] {
  const tops = [0];
  for (const row of rows) {
    tops.push((tops.at(-1) ?? 0) + (row.kind === "heading" ? HEADING_HEIGHT : ROW_HEIGHT));
  }
  return tops;
}

/** The rows that touch the view, and some more on both sides so that scrolling shows no gap. */
export function rowWindow(
  tops: readonly number[],
  view: { readonly top: number; readonly height: number },
  spare = 8,
): RowWindow {
  const count = tops.length - 1;
  const first = Math.max(0, lastAtOrAbove(tops, view.top) - spare);
  const end = Math.min(count, lastAtOrAbove(tops, view.top + view.height) + 1 + spare);
  return {
    first,
    end,
    before: tops[first] ?? 0,
    after: (tops[count] ?? 0) - (tops[end] ?? 0),
  };
}

function group(name: RowGroup, rows: readonly TableRow[]): readonly TableRow[] {
  return rows.length === 0 ? [] : [{ kind: "heading", group: name, count: rows.length }, ...rows];
}

function channelRow(channel: GraphChannel): TableRow {
  return { kind: "channel", channel };
}

function lastAtOrAbove(tops: readonly number[], y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
