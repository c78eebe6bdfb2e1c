/** A drag under way on the canvas: boxes that move, a line that is drawn, a rubber band. */

import { type Observable, observable } from "../base/observable";
import type { Places } from "./arranger";
import type { WiredEdge } from "./drawing";
import type { Point, Rect } from "./layout";

export type Drag =
  | { readonly kind: "band"; readonly from: Point; readonly to: Point }
  | {
      readonly kind: "connect";
      readonly source: string;
      /** The edge whose head is led elsewhere; null for a new one. */
      readonly edge: WiredEdge | null;
      readonly from: Point;
      readonly to: Point;
      /** What is under the pointer: a card, START or END. */
      readonly target: string | null;
      readonly refusal: string | null;
    }
  | { readonly kind: "move"; readonly places: Places };

/** The drag of one canvas; null while there is none. */
export type DragState = Observable<Drag | null>;

export function dragState(): DragState {
  return observable<Drag | null>(null);
}

/** The rectangle between two points. */
export function bandRect(one: Point, other: Point): Rect {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

/** Places `by` further on, on the grid of eight. */
export function movedBy(starts: Places, by: Point): Places {
  const [x, y] = [Math.round(by.x / GRID) * GRID, Math.round(by.y / GRID) * GRID];
  return new Map([...starts].map(([name, place]) => [name, { x: place.x + x, y: place.y + y }]));
}

export const GRID = 8;
