/** Which columns of the timeline are drawn. Pure. */

import type { LaneRow, PlacedStep } from "./plan";

export const COLUMN_WIDTH = 152;
export const LANE_HEIGHT = 58;
export const LABEL_WIDTH = 84;

/** Up to so many supersteps are all drawn: then each can be found by who looks at the page without its eyes. */
const ALL = 240;

export interface Columns {
  readonly first: number;
  readonly end: number;
}

/** The columns in sight, and some more on both sides. */
export function columnsInSight(
  view: { readonly left: number; readonly width: number },
  steps: number,
  spare = 6,
): Columns {
  if (steps <= ALL) {
    return { first: 0, end: Number.POSITIVE_INFINITY };
  }
  const first = Math.max(0, Math.floor((view.left - LABEL_WIDTH) / COLUMN_WIDTH) - spare);
  return { first, end: first + Math.ceil(view.width / COLUMN_WIDTH) + 2 * spare };
}

/** The steps of a lane in those columns; a lane's columns have no gap, so they are a slice. */
export function stepsInSight(row: LaneRow, { first, end }: Columns): readonly PlacedStep[] {
  const start = row.steps[0]?.column ?? 0;
  return row.steps.slice(Math.max(0, first - start), Math.max(0, end - start));
}

/** How wide the tree is: with room for what comes next, and for the view to begin with any whole column. */
export function treeWidth(columns: number, viewWidth: number): number {
  return LABEL_WIDTH + (columns + (columns <= roomOf(viewWidth) ? 1 : 2)) * COLUMN_WIDTH;
}

/** How many whole columns have room beside the lanes' names. */
function roomOf(viewWidth: number): number {
  return Math.max(1, Math.floor((viewWidth - LABEL_WIDTH) / COLUMN_WIDTH));
}

/**
 * How far to scroll so that a column, and the room for the one after it, are in sight; null when they are.
 *
 * The view begins with a whole column, and with the first one where all `columns` have room.
 */
export function scrollTo(
  column: number,
  columns: number,
  view: { readonly left: number; readonly width: number },
): number | null {
  const room = roomOf(view.width);
  const first = view.left / COLUMN_WIDTH;
  if (columns <= room) {
    return first === 0 ? null : 0;
  }
  if (column < first) {
    return Math.max(0, column - 1) * COLUMN_WIDTH;
  }
  const wanted = Math.min(column, column + 2 - room);
  return wanted > first ? wanted * COLUMN_WIDTH : null;
}
