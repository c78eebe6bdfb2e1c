/** Room for cards that grew: what stands beside and below moves away by as much, and nothing else moves. Pure, O(boxes + wires). */

import type { Drawing, Wire } from "../drawing";
import { labelText } from "../elkGraph";
import { boundsOf, type Layout, type Point, type Rect, touches } from "../layout";
import { labelPlace, routed } from "../router";
import type { Size } from "../viewport";
import { type Band, bandsOf, growthsOf, loweredBy, shiftOf } from "./bands";

/** The drawing with these boxes as large as given. */
export function grown(drawing: Drawing, sizes: ReadonlyMap<string, Size>): Drawing {
  const boxes = drawing.boxes.map((box) => ({ ...box, ...sizes.get(box.id) }));
  return { ...drawing, boxes };
}

/** The layout of a grown drawing, from that of the drawing as it was: closing gives back what was there before. */
export function withRoom(larger: Drawing, layout: Layout, sizes: ReadonlyMap<string, Size>): Layout {
  const bands = bandsOf(growthsOf(layout, sizes));
  const moves = movesOf(layout, sizes, bands);
  const boxes = new Map([...moves].map(([id, { after }]) => [id, after]));
  const routes = new Map(
    larger.wires.flatMap((wire) => {
      const route = layout.routes.get(wire.id);
      return route === undefined ? [] : [[wire.id, bent(route, wire, { moves, bands })] as const];
    }),
  );
  const cut = larger.wires
    .filter(({ id }) => isCut(routes.get(id) ?? [], sizes, boxes))
    .slice(0, MOST_ROUTED);
  for (const wire of cut) {
    routes.set(wire.id, round(wire, routes, boxes));
  }
  return {
    quality: "arranged",
    boxes,
    routes,
    labels: labelsOf(larger, layout, { routes, boxes }),
    diamonds: diamondsOf(larger, layout, moves),
    bounds: boundsOf(boxes.values(), routes.values()),
  };
}

/** So many lines are led round what is open; others go behind it. */
const MOST_ROUTED = 60;
const LABEL_CHARACTER = 6.7;

interface Move {
  readonly before: Rect;
  readonly after: Rect;
}

interface Moving {
  readonly moves: ReadonlyMap<string, Move>;
  readonly bands: readonly Band[];
}

function movesOf(
  layout: Layout,
  sizes: ReadonlyMap<string, Size>,
  bands: readonly Band[],
): ReadonlyMap<string, Move> {
  return new Map(
    [...layout.boxes].map(([id, before]) => {
      const { width, height } = sizes.get(id) ?? before;
      const { across, down } = shiftOf(before, bands);
      const x = before.x + across + (before.width - width) / 2;
      return [id, { before, after: { x, y: before.y + down, width, height } }];
    }),
  );
}

/** A point at a box's lower edge, or below it, stays as far from it; one at the upper edge, too. About the middle across. */
function followed({ x, y }: Point, { before, after }: Move, edge: "lower" | "upper"): Point {
  const across = after.x + after.width / 2 - before.x - before.width / 2;
  const lower = after.y + after.height - before.y - before.height;
  return { x: x + across, y: y + (edge === "lower" ? lower : after.y - before.y) };
}

/** The route with its ends at its boxes and what lies below a band lowered: its corners stay square. */
function bent(route: readonly Point[], wire: Wire, { moves, bands }: Moving): readonly Point[] {
  const [source, target] = [moves.get(wire.source), moves.get(wire.target)];
  const [first, last] = [route[0], route.at(-1)];
  if (source === undefined || target === undefined || first === undefined || last === undefined) {
    return route;
  }
  const from = followed(first, source, "lower");
  const to = followed(last, target, "upper");
  if (route.length < 4) {
    return jogged(from, to);
  }
  const points = route.map(({ x, y }) => ({ x, y: y + loweredBy(y, bands) }));
  const [second, oneButLast] = [points[1] ?? from, points.at(-2) ?? to];
  const bends = points.slice(2, -2);
  const after = [from, { x: from.x, y: second.y }, ...bends, { x: to.x, y: oneButLast.y }, to];
  return after.every((point, index) => isSame(point, route[index])) ? route : after;
}

/** Straight down, or with a jog in the middle. */
function jogged(from: Point, to: Point): readonly Point[] {
  const middle = (from.y + to.y) / 2;
  return from.x === to.x ? [from, to] : [from, { x: from.x, y: middle }, { x: to.x, y: middle }, to];
}

function isSame(one: Point, other: Point | undefined): boolean {
  return one.x === other?.x && one.y === other.y;
}

/** Whether a route runs over a box that grew. Its ends may stand at the edge of one. */
function isCut(
  route: readonly Point[],
  sizes: ReadonlyMap<string, Size>,
  boxes: ReadonlyMap<string, Rect>,
): boolean {
  return [...sizes.keys()].some((id) => {
    const box = boxes.get(id);
    return box !== undefined && route.some((point, index) => runsOver(route[index - 1], point, inner(box)));
  });
}

function inner({ x, y, width, height }: Rect): Rect {
  return { x: x + 2, y: y + 2, width: width - 4, height: height - 4 };
}

function runsOver(one: Point | undefined, other: Point, box: Rect): boolean {
  if (one === undefined) {
    return false;
  }
  const { x, y, width, height } = {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
  return touches({ x, y, width, height }, box);
}

function round(wire: Wire, routes: ReadonlyMap<string, readonly Point[]>, boxes: ReadonlyMap<string, Rect>) {
  const route = routes.get(wire.id) ?? [];
  const [from, to] = [route[0], route.at(-1)];
  if (from === undefined || to === undefined) {
    return route;
  }
  const own = [wire.source, wire.target].flatMap((id) => boxes.get(id) ?? []);
  return routed(from, to, { boxes: [...boxes.values()], own, lines: routes.values() });
}

interface After {
  readonly routes: ReadonlyMap<string, readonly Point[]>;
  readonly boxes: ReadonlyMap<string, Rect>;
}

/** A label goes to where its line went. */
function labelsOf({ wires }: Drawing, layout: Layout, { routes, boxes }: After): ReadonlyMap<string, Point> {
  const labels = new Map(layout.labels);
  for (const { id, label } of wires) {
    const route = routes.get(id);
    if (labels.has(id) && route !== undefined && route !== layout.routes.get(id)) {
      const size = { width: labelText(label ?? "").length * LABEL_CHARACTER + 6, height: 16 };
      const place = labelPlace(route, size, [...boxes.values()]);
      if (place === null) {
        labels.delete(id);
      } else {
        labels.set(id, place);
      }
    }
  }
  return labels;
}

function diamondsOf(
  { diamonds }: Drawing,
  layout: Layout,
  moves: ReadonlyMap<string, Move>,
): ReadonlyMap<string, Point> {
  return new Map(
    diamonds.flatMap(({ id, source }) => {
      const [point, move] = [layout.diamonds.get(id), moves.get(source)];
      return point === undefined || move === undefined ? [] : [[id, followed(point, move, "lower")] as const];
    }),
  );
}
