/** A place for one more box near where it is wanted, with room around it. Pure. */

import type { Point, Rect } from "./layout";
import { touches } from "./layout";

const ROOM = 20;
const ACROSS = 32;
const DOWN = 32;
const RINGS = 60;

/** The left upper corner nearest to `goal` where a box of this size touches none; far below all when all is full. */
export function freeSpot(goal: Point, size: Pick<Rect, "height" | "width">, taken: Iterable<Rect>): Point {
  const boxes = [...taken];
  const isFree = ({ x, y }: Point) => {
    const around = { x: x - ROOM, y: y - ROOM, width: size.width + 2 * ROOM, height: size.height + 2 * ROOM };
    return !boxes.some((box) => touches(around, box));
  };
  for (let ring = 0; ring <= RINGS; ring += 1) {
    const spot = ringAround(goal, ring).find(isFree);
    if (spot !== undefined) {
      return spot;
    }
  }
  return { x: goal.x, y: Math.max(goal.y, ...boxes.map((box) => box.y + box.height)) + 2 * ROOM };
}

/** The places of one ring, the nearest first: sideways and downwards before upwards. */
function ringAround({ x, y }: Point, ring: number): readonly Point[] {
  if (ring === 0) {
    return [{ x, y }];
  }
  const places: Point[] = [];
  for (let step = -ring; step <= ring; step += 1) {
    places.push({ x: x + step * ACROSS, y: y + ring * DOWN }, { x: x + step * ACROSS, y: y - ring * DOWN });
    places.push({ x: x + ring * ACROSS, y: y + step * DOWN }, { x: x - ring * ACROSS, y: y + step * DOWN });
  }
  const price = (place: Point) =>
    Math.abs(place.x - x) + Math.abs(place.y - y) + (place.y < y ? 2 * DOWN * ring : 0);
  return places.toSorted((one, other) => price(one) - price(other));
}
