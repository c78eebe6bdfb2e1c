/** Routes of single wires round the boxes there are: square corners, few crossings, at once. Pure. */

import type { Point, Rect } from "./layout";

const BESIDE = 16;
const BELOW = 16;
const ABOVE = 18;
/** So many boxes are gone round; more would take longer than a drag may. */
const MOST = 60;
const CROSSING = 2_000;
const CORNER = 12;

/** A way from a point below a box to a point above another; `own` are the boxes at both ends. */
export function routed(
  from: Point,
  to: Point,
  boxes: readonly Rect[],
  own: readonly Rect[] = [],
): readonly Point[] {
  const near = boxes.filter((box) => !own.includes(box) && touchesSpan(box, from, to)).slice(0, MOST);
  let best: readonly Point[] = [from, to];
  let least = Number.POSITIVE_INFINITY;
  for (const way of candidates(from, to, [...near, ...own])) {
    const price =
      lengthOf(way) + CORNER * way.length + CROSSING * (crossings(way, near) + crossings(way, own));
    if (price < least) {
      best = way;
      least = price;
    }
  }
  return simplified(best);
}

/** The middle of a label of this size on the route where it covers no box; null where there is no such place. */
export function labelPlace(
  route: readonly Point[],
  size: { readonly width: number; readonly height: number },
  boxes: readonly Rect[],
): Point | null {
  const middles = route
    .slice(1)
    .map((point, index) => ({ one: route[index] ?? point, other: point }))
    .toReversed()
    .flatMap(({ one, other }) => spots(one, other));
  return middles.find((middle) => !boxes.some((box) => covers(middle, size, box))) ?? null;
}

function spots(one: Point, other: Point): readonly Point[] {
  return [0.5, 0.7, 0.3, 0.85, 0.15].map((part) => ({
    x: one.x + (other.x - one.x) * part,
    y: one.y + (other.y - one.y) * part,
  }));
}

function covers(
  middle: Point,
  size: { readonly width: number; readonly height: number },
  box: Rect,
): boolean {
  return (
    Math.abs(middle.x - box.x - box.width / 2) < (size.width + box.width) / 2 &&
    Math.abs(middle.y - box.y - box.height / 2) < (size.height + box.height) / 2
  );
}

function candidates(from: Point, to: Point, obstacles: readonly Rect[]): readonly (readonly Point[])[] {
  const below = from.y + BELOW;
  const above = to.y - ABOVE;
  const ways: (readonly Point[])[] = [];
  if (above >= from.y) {
    ways.push(from.x === to.x ? [from, to] : across(from, to, above));
    ways.push(across(from, to, Math.min(below, above)), across(from, to, (from.y + above) / 2));
  }
  const lanes = new Set([from.x, to.x]);
  for (const box of obstacles) {
    lanes.add(box.x - BESIDE);
    lanes.add(box.x + box.width + BESIDE);
  }
  for (const x of lanes) {
    ways.push([from, { x: from.x, y: below }, { x, y: below }, { x, y: above }, { x: to.x, y: above }, to]);
  }
  return ways;
}

function across(from: Point, to: Point, y: number): readonly Point[] {
  return [from, { x: from.x, y }, { x: to.x, y }, to];
}

/** The boxes that could stand in the way: between the two points, with room for a way round. */
function touchesSpan(box: Rect, from: Point, to: Point): boolean {
  const room = 240;
  return (
    box.x < Math.max(from.x, to.x) + room &&
    box.x + box.width > Math.min(from.x, to.x) - room &&
    box.y < Math.max(from.y, to.y) + 40 &&
    box.y + box.height > Math.min(from.y, to.y) - 40
  );
}

function crossings(way: readonly Point[], boxes: readonly Rect[]): number {
  let count = 0;
  for (let index = 1; index < way.length; index += 1) {
    const [one, other] = [way[index - 1], way[index]];
    if (one !== undefined && other !== undefined) {
      count += boxes.filter((box) => cuts(one, other, box)).length;
    }
  }
  return count;
}

function cuts(one: Point, other: Point, box: Rect): boolean {
  return (
    Math.max(one.x, other.x) > box.x - 4 &&
    Math.min(one.x, other.x) < box.x + box.width + 4 &&
    Math.max(one.y, other.y) > box.y &&
    Math.min(one.y, other.y) < box.y + box.height
  );
}

function lengthOf(way: readonly Point[]): number {
  let length = 0;
  for (let index = 1; index < way.length; index += 1) {
    const [one, other] = [way[index - 1], way[index]];
    length +=
      one === undefined || other === undefined ? 0 : Math.abs(other.x - one.x) + Math.abs(other.y - one.y);
  }
  return length;
}

/** Without points that change nothing. */
function simplified(way: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const [index, point] of way.entries()) {
    const [before, after] = [kept.at(-1), way[index + 1]];
    const isStraight =
      before !== undefined &&
      after !== undefined &&
      ((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y));
    const isTwice = before !== undefined && before.x === point.x && before.y === point.y;
    if (!isStraight && !isTwice) {
      kept.push(point);
    }
  }
  return kept;
}
