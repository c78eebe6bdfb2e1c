/** The four regions of the window: which are open, and how they share the room. */

import type { GridLayout, GridTrackProps } from "react-resizable-panels";
import { createStore } from "zustand/vanilla";
import { isRecord } from "../base/record";
import { REGIONS, type RegionName } from "../commands/command";
import { recall, remember } from "./remembered";

export type OpenRegions = Readonly<Record<RegionName, boolean>>;

/** Where a region stands in the grid. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** A line between regions that can be dragged. `name` is what it changes. */
export type Line = { readonly name: string } & (
  | { readonly type: "column"; readonly column: number; readonly row: number; readonly rowSpan: number }
  | { readonly type: "row"; readonly row: number; readonly column: number; readonly columnSpan: number }
);

/** The whole grid for the regions that are open. `key` names this arrangement, to keep its sizes under. */
export interface GridPlan {
  readonly key: string;
  readonly columns: readonly GridTrackProps[];
  readonly rows: readonly GridTrackProps[];
  readonly cells: Readonly<Partial<Record<RegionName, Cell>>>;
  readonly lines: readonly Line[];
}

const COLUMNS: Readonly<Record<"graph" | "channels" | "side", GridTrackProps>> = {
  // Shares, so that a large window gives room to the drawing and the code, not to empty table cells.
  graph: { id: "graph", defaultSize: "30%", minSize: 200 },
  channels: { id: "channels", minSize: 240 },
  side: { id: "side", defaultSize: "26.5%", minSize: 220, groupResizeBehavior: "preserve-pixel-size" },
};
const ROWS: Readonly<Record<"top" | "timeline", GridTrackProps>> = {
  top: { id: "top", minSize: 120 },
  timeline: { id: "timeline", defaultSize: 158, minSize: 92, groupResizeBehavior: "preserve-pixel-size" },
};

/** Graph and channels over the timeline, the side panel at full height; what is closed gives its room away. */
export function planGrid(open: OpenRegions): GridPlan {
  const top = (["graph", "channels"] as const).filter((region) => open[region]);
  const left = top.length === 0 && open.timeline ? 1 : top.length;
  const rows = [...(top.length > 0 ? [ROWS.top] : []), ...(open.timeline ? [ROWS.timeline] : [])];
  const columns = [...tracksOf(top, left), ...(open.side ? [COLUMNS.side] : [])];
  const height = Math.max(rows.length, 1);
  const cells: Partial<Record<RegionName, Cell>> = {};
  top.forEach((region, column) => {
    cells[region] = { row: 0, column, rowSpan: 1, columnSpan: 1 };
  });
  if (open.timeline) {
    cells.timeline = { row: rows.length - 1, column: 0, rowSpan: 1, columnSpan: left };
  }
  if (open.side) {
    cells.side = { row: 0, column: left, rowSpan: height, columnSpan: 1 };
  }
  return {
    key: REGIONS.filter((region) => open[region]).join("+"),
    columns: columns.length === 0 ? [{ id: "none" }] : columns,
    rows: rows.length === 0 ? [{ id: "all" }] : rows,
    cells,
    lines: linesOf({ top: top.length, left, rows: height, side: open.side }),
  };
}

function tracksOf(top: readonly ("graph" | "channels")[], left: number): readonly GridTrackProps[] {
  const [only, second] = top;
  if (only === undefined) {
    return left === 1 ? [{ id: "left", minSize: 240 }] : [];
  }
  // A region alone in its row takes the room that is there; beside another the graph keeps its own width.
  return second === undefined ? [{ id: only, minSize: 240 }] : [COLUMNS.graph, COLUMNS.channels];
}

function linesOf(size: { top: number; left: number; rows: number; side: boolean }): readonly Line[] {
  const lines: Line[] = [];
  if (size.top === 2) {
    lines.push({ name: "Width of Graph", type: "column", column: 1, row: 0, rowSpan: 1 });
  }
  if (size.side && size.left > 0) {
    lines.push({
      name: "Width of Side panel",
      type: "column",
      column: size.left,
      row: 0,
      rowSpan: size.rows,
    });
  }
  if (size.rows === 2) {
    lines.push({ name: "Height of Timeline", type: "row", row: 1, column: 0, columnSpan: size.left });
  }
  return lines;
}

interface Layout {
  readonly open: OpenRegions;
  /** The sizes that a person dragged, by the plan's key. */
  readonly sizes: Readonly<Record<string, GridLayout>>;
}

const ALL_OPEN: OpenRegions = { graph: true, channels: true, timeline: true, side: true };

/** The layout of this page. */
export const layout = createStore<Layout>(() => recall("layout", isLayout) ?? { open: ALL_OPEN, sizes: {} });

layout.subscribe((now) => remember("layout", now));

/** Open or close one region. */
export function setRegion(region: RegionName, open: boolean): void {
  layout.setState((now) => ({ open: { ...now.open, [region]: open } }));
}

/** Keep the sizes of an arrangement. */
export function setSizes(key: string, sizes: GridLayout): void {
  layout.setState((now) => ({ sizes: { ...now.sizes, [key]: sizes } }));
}

/** All regions open, at their first sizes. */
export function resetLayout(): void {
  layout.setState({ open: ALL_OPEN, sizes: {} });
}

function isLayout(value: unknown): value is Layout {
  if (!isRecord(value) || !isRecord(value.open) || !isRecord(value.sizes)) {
    return false;
  }
  const { open, sizes } = value;
  return (
    REGIONS.every((region) => typeof open[region] === "boolean") && Object.values(sizes).every(isGridLayout)
  );
}

function isGridLayout(value: unknown): value is GridLayout {
  return isRecord(value) && isPercentages(value.columns) && isPercentages(value.rows);
}

function isPercentages(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((share) => typeof share === "number");
}
