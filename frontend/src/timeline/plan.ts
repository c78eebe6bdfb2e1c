/** The tree of supersteps as rows and columns: one row a lane, forks below the step they left from. Pure. */

import type { Due, StepEntry } from "../protocol/generated";

/** One superstep with its place. */
export interface PlacedStep {
  readonly entry: StepEntry;
  readonly row: number;
  readonly column: number;
}

/** One branch of history. */
export interface LaneRow {
  readonly lane: number;
  readonly row: number;
  readonly steps: readonly PlacedStep[];
  /** The step that this lane went on from; null for a lane that begins with an input, or whose origin is not loaded. */
  readonly origin: PlacedStep | null;
}

export interface TimelinePlan {
  readonly rows: readonly LaneRow[];
  readonly columns: number;
  readonly byKey: ReadonlyMap<number, PlacedStep>;
}

/** Place each step to the right of the one it follows. */
export function planOf(steps: readonly StepEntry[]): TimelinePlan {
  const building: Building = { rows: [], byLane: new Map(), byKey: new Map(), byCheckpoint: new Map() };
  let columns = 0;
  for (const entry of steps) {
    columns = Math.max(columns, place(entry, building).column + 1);
  }
  return { rows: building.rows, columns, byKey: building.byKey };
}

interface BuildingRow extends LaneRow {
  readonly steps: PlacedStep[];
}

interface Building {
  readonly rows: BuildingRow[];
  readonly byLane: Map<number, BuildingRow>;
  readonly byKey: Map<number, PlacedStep>;
  readonly byCheckpoint: Map<string, PlacedStep>;
}

function place(entry: StepEntry, building: Building): PlacedStep {
  const row = building.byLane.get(entry.lane) ?? newRow(entry, building);
  const before = row.steps.at(-1) ?? row.origin;
  const placed = placedAt(entry, row.row, before === null ? 0 : before.column + 1);
  row.steps.push(placed);
  building.byKey.set(entry.key, placed);
  if (entry.checkpoint !== null) {
    building.byCheckpoint.set(entry.checkpoint, placed);
  }
  return placed;
}

const known = new WeakMap<StepEntry, PlacedStep>();

/** The same object as before for an entry that did not move, so that its option need not draw again. */
function placedAt(entry: StepEntry, row: number, column: number): PlacedStep {
  const before = known.get(entry);
  if (before !== undefined && before.row === row && before.column === column) {
    return before;
  }
  const placed = { entry, row, column };
  known.set(entry, placed);
  return placed;
}

function newRow(entry: StepEntry, building: Building): BuildingRow {
  const origin = entry.parent === null ? null : (building.byCheckpoint.get(entry.parent) ?? null);
  const row = { lane: entry.lane, row: building.rows.length, steps: [], origin };
  building.rows.push(row);
  building.byLane.set(entry.lane, row);
  return row;
}

/** The name of a lane. */
export function laneTitle(row: LaneRow): string {
  return row.row === 0 ? "main" : `fork ${row.row}`;
}

/** Where a lane comes from, in words; for the first, how long it is. */
export function laneNote(row: LaneRow): string {
  if (row.origin !== null) {
    return `from step ${row.origin.entry.step}`;
  }
  if (row.row > 0) {
    return "from earlier";
  }
  const count = row.steps.length;
  const isWhole = row.steps[0]?.entry.key === 0;
  return isWhole ? `${count} step${count === 1 ? "" : "s"}` : `newest ${count}`;
}

/** What stands behind the number of a superstep in its name; null for one that was simply committed, or is open. */
export function stepRemark({
  status,
  source,
  reason,
}: StepEntry): "aborted" | "edit" | "fork" | "waits" | null {
  if (status === "aborted") {
    return reason === "interrupted" ? "waits" : "aborted";
  }
  if (source === "update") {
    return "edit";
  }
  return source === "fork" ? "fork" : null;
}

export type Move = "down" | "first" | "last" | "left" | "right" | "up";

export const MOVE_OF_KEY: Readonly<Record<string, Move>> = {
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  End: "last",
  Home: "first",
};

/** Where a key takes the cursor: along a lane, or to the nearest step of the next lane. Null where there is nothing. */
export function moved(plan: TimelinePlan, from: PlacedStep, move: Move): PlacedStep | null {
  const row = plan.rows[from.row];
  const index = row?.steps.indexOf(from) ?? -1;
  switch (move) {
    case "left":
      return row?.steps[index - 1] ?? row?.origin ?? null;
    case "right":
      return row?.steps[index + 1] ?? null;
    case "first":
      return row?.steps[0] ?? null;
    case "last":
      return row?.steps.at(-1) ?? null;
    case "up":
      return nearest(plan.rows[from.row - 1], from.column);
    case "down":
      return nearest(plan.rows[from.row + 1], from.column);
  }
}

/** What comes after the end of a lane: the nodes that are due, in their order, each once. */
export function dueNodes(next: readonly Due[]): readonly string[] {
  return [...new Set(next.map((due) => due.node))];
}

function nearest(row: LaneRow | undefined, column: number): PlacedStep | null {
  const first = row?.steps[0];
  if (row === undefined || first === undefined) {
    return null;
  }
  const index = Math.min(row.steps.length - 1, Math.max(0, column - first.column));
  return row.steps[index] ?? null;
}
