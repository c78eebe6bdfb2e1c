/** A place for one more box near where it is wanted, with room around it. Pure. */

import { type Point, type Rect, touches } from "./layout";
import { contains } from "./viewport";

/** Beside a box for lines; above and below it for its tools, too. */
const ROOM = { x: 20, y: 40 };
const ACROSS = 32;
const DOWN = 32;
const RINGS = 60;

type Extent = Pick<Rect, "height" | "width">;

/** The left upper corner nearest to `goal` where a box of this size touches none; far below all when all is full. */
export function freeSpot(goal: Point, size: Extent, taken: Iterable<Rect>): Point {
  const boxes = [...taken];
  const lowest = boxes.reduce((y, box) => Math.max(y, box.y + box.height), goal.y);
  return nearestSpot(goal, RINGS, (spot) => isFree(spot, size, boxes)) ?? { x: goal.x, y: lowest + ROOM.y };
}

/** The free corner nearest to `goal` for a box that lies within a part of the drawing; null when that part is full. */
export function freeSpotWithin(part: Rect, goal: Point, size: Extent, taken: Iterable<Rect>): Point | null {
  const boxes = [...taken].filter((box) => touches(grown(part), box));
  const rings = Math.ceil(Math.max(part.width / ACROSS, part.height / DOWN));
  return nearestSpot(
    goal,
    Math.min(rings, RINGS),
    (spot) => contains(part, { ...spot, ...size }) && isFree(spot, size, boxes),
  );
}

function nearestSpot(goal: Point, rings: number, isFit: (spot: Point) => boolean): Point | null {
  for (let ring = 0; ring <= rings; ring += 1) {
    const spot = ringAround(goal, ring).find(isFit);
    if (spot !== undefined) {
      return spot;
    }
  }
  return null;
}

function isFree(spot: Point, size: Extent, boxes: readonly Rect[]): boolean {
  const around = grown({ ...spot, ...size });
  return !boxes.some((box) => touches(around, box));
}

function grown({ x, y, width, height }: Rect): Rect {
  return { x: x - ROOM.x, y: y - ROOM.y, width: width + 2 * ROOM.x, height: height + 2 * ROOM.y };
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
