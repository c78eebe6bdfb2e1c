/** Lines as SVG: rounded corners, heads, and the parts of a join's bar. Pure. */

import type { Point, Rect } from "./layout";

const RADIUS = 8;
const HEAD_LENGTH = 7;

/** The path of a route, its corners rounded as far as its pieces are long. */
export function roundedPath(route: readonly Point[], radius = RADIUS): string {
  const [first, ...rest] = route;
  if (first === undefined) {
    return "";
  }
  const parts = [`M${at(first)}`];
  let before = first;
  rest.forEach((corner, index) => {
    const after = rest[index + 1];
    if (after === undefined) {
      parts.push(`L${at(corner)}`);
    } else {
      const room = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
      parts.push(`L${at(towards(corner, before, room))}Q${at(corner)} ${at(towards(corner, after, room))}`);
    }
    before = corner;
  });
  return parts.join("");
}

/** A head's place and turn, in degrees from one that points down; null for a route without a direction. */
export function headOf(route: readonly Point[]): { readonly tip: Point; readonly turn: number } | null {
  const tip = route.at(-1);
  const before = route.at(-2);
  if (tip === undefined || before === undefined) {
    return null;
  }
  const turn = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI - 90;
  return { tip, turn };
}

/** The same route, cut short so that a thick line ends under its head. */
export function underHead(route: readonly Point[]): readonly Point[] {
  const tip = route.at(-1);
  const before = route.at(-2);
  if (tip === undefined || before === undefined || distance(before, tip) <= HEAD_LENGTH) {
    return route;
  }
  return [...route.slice(0, -1), towards(tip, before, HEAD_LENGTH - 1)];
}

/** The head of a line, its tip at 0,0, pointing down. */
export const HEAD_PATH = `M-4.5-${HEAD_LENGTH}L0 0L4.5-${HEAD_LENGTH}z`;

/** One part of a join's bar. */
export interface BarPart {
  readonly member: string;
  readonly x: number;
  readonly width: number;
}

/** Share a bar between its members: each part lies where the member's wire arrives. */
export function barParts(
  bar: Rect,
  arrivals: readonly { readonly member: string; readonly x: number }[],
): readonly BarPart[] {
  const ordered = arrivals.toSorted((one, other) => one.x - other.x);
  const borders = [bar.x];
  ordered.slice(1).forEach((arrival, index) => {
    borders.push(((ordered[index]?.x ?? arrival.x) + arrival.x) / 2);
  });
  borders.push(bar.x + bar.width);
  return ordered.map(({ member }, index) => {
    const x = (borders[index] ?? bar.x) + (index === 0 ? 0 : 1);
    const end = (borders[index + 1] ?? bar.x) - (index === ordered.length - 1 ? 0 : 1);
    return { member, x, width: Math.max(1, end - x) };
  });
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to);
  return length === 0
    ? from
    : { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
}
