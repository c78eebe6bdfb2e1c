/** The layout of a drawing that is being edited: what has a place keeps it, what is new gets one beside its neighbours. Pure. */

import { type Box, type Drawing, diamondId, type Wire } from "./drawing";
import { labelText } from "./elkGraph";
import { freeSpot } from "./freeSpot";
import { begunAtCards, boundsOf, DIAMOND_DROP, type Layout, type Point, type Rect, touches } from "./layout";
import { portsOf } from "./ports";
import { type Ends, portPoints } from "./provisional";
import { labelPlace, routed } from "./router";

const BETWEEN_ROWS = 44;
const BAR_ABOVE = 34;
const LABEL_CHARACTER = 6.7;

export interface Wishes {
  /** Where boxes have to stand: put there by hand. */
  readonly places: ReadonlyMap<string, Point>;
  /** Where new boxes should stand, or near it. */
  readonly near: ReadonlyMap<string, Point>;
}

/** The same layout with these places; only what moved, is new or would be crossed gets other routes. */
export function arrangedLayout(drawing: Drawing, { places, near }: Wishes, before: Layout): Layout {
  const boxes = boxesOf(drawing, { places, near }, before);
  const moved = new Set([...boxes.keys()].filter((id) => !isSame(boxes.get(id), before.boxes.get(id))));
  const diamonds = diamondsOf(drawing, { boxes, moved, before });
  const { routes, fresh } = routesOf(drawing, { boxes, moved, before, diamonds });
  return {
    quality: "arranged",
    boxes,
    routes,
    labels: labelsOf(drawing.wires, { routes, fresh, boxes, before }),
    diamonds,
    bounds: boundsOf(boxes.values(), routes.values()),
  };
}

function boxesOf(drawing: Drawing, { places, near }: Wishes, before: Layout): ReadonlyMap<string, Rect> {
  const boxes = new Map<string, Rect>();
  const [bars, others] = [true, false].map((isBar) =>
    drawing.boxes.filter(({ kind }) => (kind === "bar") === isBar),
  );
  for (const box of others ?? []) {
    const place = places.get(box.id) ?? before.boxes.get(box.id);
    if (place !== undefined) {
      boxes.set(box.id, rectAt(place, box));
    }
  }
  for (const box of (others ?? []).filter(({ id }) => !boxes.has(id))) {
    const goal = near.get(box.id) ?? goalOf(box, drawing, boxes);
    boxes.set(box.id, rectAt(freeSpot(goal, box, boxes.values()), box));
  }
  for (const box of bars ?? []) {
    boxes.set(box.id, barRect(box, drawing, { boxes, before }));
  }
  return boxes;
}

/** Below what leads to it, else above what it leads to, else below everything. */
function goalOf(box: Box, drawing: Drawing, boxes: ReadonlyMap<string, Rect>): Point {
  const [source, target] = [
    neighbourOf(drawing, boxes, (wire) => (wire.target === box.id ? wire.source : null)),
    neighbourOf(drawing, boxes, (wire) => (wire.source === box.id ? wire.target : null)),
  ];
  const centred = (rect: Rect) => rect.x + (rect.width - box.width) / 2;
  if (source !== null) {
    return { x: centred(source), y: source.y + source.height + BETWEEN_ROWS };
  }
  if (target !== null) {
    return { x: centred(target), y: target.y - box.height - BETWEEN_ROWS };
  }
  const all = boundsOf(boxes.values(), []);
  return { x: centred(all), y: all.y + all.height };
}

/** The rectangle of the box at the other end of a wire; through the bar of a join, that of its target. */
function neighbourOf(
  drawing: Drawing,
  boxes: ReadonlyMap<string, Rect>,
  other: (wire: Wire) => string | null,
): Rect | null {
  for (const wire of drawing.wires) {
    const id = other(wire);
    const bar = id === null ? undefined : drawing.bars.get(id);
    const ends = bar === undefined ? [id] : [bar.target, ...bar.members];
    const rect = ends.map((end) => boxes.get(end ?? "")).find((found) => found !== undefined);
    if (rect !== undefined) {
      return rect;
    }
  }
  return null;
}

interface Placed {
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly before: Layout;
}

/** A bar stays while its target does; otherwise it stands right above it. */
function barRect(box: Box, drawing: Drawing, { boxes, before }: Placed): Rect {
  const target = boxes.get(drawing.bars.get(box.id)?.target ?? "");
  const old = before.boxes.get(box.id);
  const oldTarget = before.boxes.get(drawing.bars.get(box.id)?.target ?? "");
  if (target === undefined) {
    return rectAt(old ?? { x: 0, y: 0 }, box);
  }
  return old !== undefined && isSame(target, oldTarget)
    ? { ...rectAt(old, box), width: old.width }
    : rectAt({ x: target.x + (target.width - box.width) / 2, y: target.y - BAR_ABOVE }, box);
}

interface Moving extends Placed {
  readonly moved: ReadonlySet<string>;
}

function diamondsOf(drawing: Drawing, { boxes, moved, before }: Moving): ReadonlyMap<string, Point> {
  const points = new Map<string, Point>();
  for (const { id, source } of drawing.diamonds) {
    const box = boxes.get(source);
    const old = moved.has(source) ? undefined : before.diamonds.get(id);
    if (box !== undefined) {
      const same = drawing.diamonds.filter((one) => one.source === source);
      const index = same.findIndex((one) => one.id === id);
      points.set(id, old ?? diamondAt(box, index, same.length));
    }
  }
  return points;
}

/** One stands in the middle; several share the card's edge. */
function diamondAt(box: Rect, index: number, count: number): Point {
  return { x: box.x + (box.width * (index + 1)) / (count + 1), y: box.y + box.height + DIAMOND_DROP };
}

interface Routing extends Moving {
  readonly diamonds: ReadonlyMap<string, Point>;
}

function routesOf(drawing: Drawing, routing: Routing) {
  const { boxes, moved, before, diamonds } = routing;
  const ports = portPoints(portsOf(drawing), boxes, drawing);
  const cards = [...boxes.values()];
  const disturbing = [...moved].map((id) => boxes.get(id)).filter((box) => box !== undefined);
  const found = new Map<string, readonly Point[]>();
  const fresh = new Set<string>();
  const isKept = ({ id, source, target }: Wire) => {
    const old = before.routes.get(id);
    return old !== undefined && !moved.has(source) && !moved.has(target) && !isCut(old, disturbing);
  };
  for (const { id } of drawing.wires.filter(isKept)) {
    found.set(id, before.routes.get(id) ?? []);
  }
  for (const wire of drawing.wires.filter(({ id }) => !found.has(id))) {
    const ends = ports.get(wire.id);
    if (ends !== undefined) {
      const { from, to } = endsOf(wire, ends, diamonds);
      const own = [wire.source, wire.target].flatMap((id) => boxes.get(id) ?? []);
      found.set(wire.id, routed(from, to, { boxes: cards, own, lines: found.values() }));
      fresh.add(wire.id);
    }
  }
  const begun = begunAtCards(found, drawing.wires, boxes);
  return {
    routes: new Map([...begun].map(([id, route]) => [id, sameAs(before.routes.get(id), route)])),
    fresh,
  };
}

/** A branch's wires start in its diamond. */
function endsOf(wire: Wire, ends: Ends, diamonds: ReadonlyMap<string, Point>): Ends {
  const diamond = wire.branch === null ? undefined : diamonds.get(diamondId(wire.source, wire.branch));
  return diamond === undefined ? ends : { ...ends, from: { x: diamond.x, y: ends.from.y } };
}

interface Labelling extends Placed {
  readonly routes: ReadonlyMap<string, readonly Point[]>;
  readonly fresh: ReadonlySet<string>;
}

function labelsOf(wires: readonly Wire[], labelling: Labelling): ReadonlyMap<string, Point> {
  const { routes, fresh, boxes, before } = labelling;
  const labels = new Map<string, Point>();
  const taken = [...boxes.values()];
  for (const { id, label } of wires) {
    const route = routes.get(id) ?? [];
    const size = { width: labelText(label ?? "").length * LABEL_CHARACTER + 6, height: 16 };
    const old = fresh.has(id) ? undefined : before.labels.get(id);
    const place = label === null ? null : (old ?? labelPlace(route, size, taken));
    if (place !== null) {
      labels.set(id, place);
      taken.push({ x: place.x - size.width / 2, y: place.y - size.height / 2, ...size });
    }
  }
  return labels;
}

function isCut(route: readonly Point[], boxes: readonly Rect[]): boolean {
  return boxes.some((box) =>
    route.some((point, index) => {
      const before = route[index - 1];
      return before !== undefined && touches(spanned(before, point), box);
    }),
  );
}

function spanned(one: Point, other: Point): Rect {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

function rectAt({ x, y }: Point, { width, height }: Box): Rect {
  return { x, y, width, height };
}

function isSame(one: Rect | undefined, other: Rect | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}

/** The very same object where nothing changed, so that its line is not drawn again. */
function sameAs(old: readonly Point[] | undefined, route: readonly Point[]): readonly Point[] {
  const isEqual =
    old !== undefined &&
    old.length === route.length &&
    old.every((point, index) => point.x === route[index]?.x && point.y === route[index]?.y);
  return isEqual ? old : route;
}
