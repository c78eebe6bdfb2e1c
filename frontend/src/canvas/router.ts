/** Routes of single wires round the boxes there are: square corners, few crossings, at once. Pure. */

import type { Point, Rect } from "./layout";

/** Lanes along a box; the next one where the first is taken. */
const BESIDES = [16, 26, 36];
const BELOW = 16;
const ABOVE = 18;
/** So many boxes are gone round; more would take longer than a drag may. */
const MOST = 40;
const BEST = 16;
const CROSSING = 2_000;
/** For each pixel that two lines would lie on each other. */
const SHARED = 4;
const NEAR = 6;
const CORNER = 12;

export interface Around {
  /** The boxes to go round. */
  readonly boxes: readonly Rect[];
  /** The boxes at both ends. */
  readonly own: readonly Rect[];
  /** Lines that are there already, to lie beside and not upon. */
  readonly lines: Iterable<readonly Point[]>;
}

/** A way from a point below a box to a point above another. */
export function routed(from: Point, to: Point, { boxes, own, lines }: Around): readonly Point[] {
  const near = boxes.filter((box) => !own.includes(box) && touchesSpan(box, from, to)).slice(0, MOST);
  const priced = candidates(from, to, [...near, ...own]).map((way) => {
    const crossed = crossings(way, near) + crossings(way, own);
    return { way, price: lengthOf(way) + CORNER * way.length + CROSSING * crossed };
  });
  // Which lines a way would lie on is asked only of the ways that may win.
  const best = priced.toSorted((one, other) => one.price - other.price).slice(0, BEST);
  const pieces = piecesNear(
    lines,
    best.map(({ way }) => way),
  );
  const [first] = best
    .map(({ way, price }) => ({ way, price: price + SHARED * sharedWith(way, pieces) }))
    .toSorted((one, other) => one.price - other.price);
  return simplified(first?.way ?? [from, to]);
}

interface Piece {
  readonly one: Point;
  readonly other: Point;
}

/** The straight pieces of lines that run where any of the ways does. */
function piecesNear(
  lines: Iterable<readonly Point[]>,
  ways: readonly (readonly Point[])[],
): readonly Piece[] {
  const points = ways.flat();
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const isNear = ({ one, other }: Piece) =>
    Math.max(one.x, other.x) >= left &&
    Math.min(one.x, other.x) <= right &&
    Math.max(one.y, other.y) >= top &&
    Math.min(one.y, other.y) <= bottom;
  const pieces: Piece[] = [];
  for (const line of lines) {
    pieces.push(...piecesOf(line).filter(isNear));
  }
  return pieces;
}

function piecesOf(line: readonly Point[]): readonly Piece[] {
  return line.slice(1).map((other, index) => ({ one: line[index] ?? other, other }));
}

/** How far a way lies upon other lines. */
function sharedWith(way: readonly Point[], pieces: readonly Piece[]): number {
  let shared = 0;
  for (const piece of piecesOf(way)) {
    for (const other of pieces) {
      shared += sharedBy(piece, other, "x", "y") + sharedBy(piece, other, "y", "x");
    }
  }
  return shared;
}

/** The length that two pieces have in common along `along`, if both run that way, close to each other. */
function sharedBy(one: Piece, other: Piece, along: "x" | "y", aside: "x" | "y"): number {
  const isParallel = [one, other].every((piece) => piece.one[aside] === piece.other[aside]);
  if (!isParallel || Math.abs(one.one[aside] - other.one[aside]) >= NEAR) {
    return 0;
  }
  const start = Math.max(
    Math.min(one.one[along], one.other[along]),
    Math.min(other.one[along], other.other[along]),
  );
  const end = Math.min(
    Math.max(one.one[along], one.other[along]),
    Math.max(other.one[along], other.other[along]),
  );
  return Math.max(0, end - start);
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
    for (const beside of BESIDES) {
      lanes.add(box.x - beside);
      lanes.add(box.x + box.width + beside);
    }
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
