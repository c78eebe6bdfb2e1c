/** The layout that is there at once: rows from the top, wires with square corners. ELK's follows and goes round boxes. */

import type { Box, Drawing, Wire } from "./drawing";
import { type Layers, layersOf } from "./layers";
import { begunAtCards, boundsOf, DIAMOND_DROP, type Layout, type Point, type Rect } from "./layout";
import { branchPort, type Ports, portsOf } from "./ports";

const BETWEEN_ROWS = 44;
const BETWEEN_BOXES = 28;
const BESIDE = 14;

/** Lay out a drawing in O(boxes + wires). */
export function provisionalLayout(drawing: Drawing): Layout {
  const layers = layersOf(drawing);
  const boxes = placed(drawing, layers);
  const ports = portPoints(portsOf(drawing), boxes, drawing);
  const left = Math.min(...[...boxes.values()].map((box) => box.x), 0);
  const found = new Map<string, readonly Point[]>();
  for (const wire of drawing.wires) {
    const ends = ports.get(wire.id);
    const around = left - BESIDE * (1 + (found.size % 5));
    if (ends !== undefined) {
      found.set(wire.id, routeOf(wire, ends, layers.backward.has(wire.id) ? around : null));
    }
  }
  const routes = begunAtCards(found, drawing.wires, boxes);
  return {
    quality: "provisional",
    boxes,
    routes,
    labels: labelPoints(drawing.wires, routes),
    diamonds: diamondPoints(drawing, ports, boxes),
    bounds: boundsOf(boxes.values(), routes.values()),
  };
}

export interface Ends {
  readonly from: Point;
  readonly to: Point;
}

function placed(drawing: Drawing, layers: Layers): ReadonlyMap<string, Rect> {
  const sizes = new Map(drawing.boxes.map((box) => [box.id, box]));
  const boxes = new Map<string, Rect>();
  let y = 0;
  for (const row of layers.rows) {
    const members = row.map((id) => sizes.get(id)).filter((box) => box !== undefined);
    const width = members.reduce((sum, box) => sum + box.width + BETWEEN_BOXES, -BETWEEN_BOXES);
    let x = Math.round(-width / 2);
    for (const box of members) {
      boxes.set(box.id, { x, y, width: box.width, height: box.height });
      x += box.width + BETWEEN_BOXES;
    }
    y += Math.max(...members.map((box) => box.height + box.tail)) + BETWEEN_ROWS;
  }
  return boxes;
}

/** Spread the ports of each box along its edges; give each wire its two points. */
export function portPoints(
  ports: Ports,
  boxes: ReadonlyMap<string, Rect>,
  drawing: Drawing,
): ReadonlyMap<string, Ends> {
  const tails = new Map(drawing.boxes.map((box: Box) => [box.id, box.tail]));
  const points = new Map<string, Point>();
  for (const [side, lists] of [
    ["bottom", ports.leaving],
    ["top", ports.arriving],
  ] as const) {
    for (const [id, list] of lists) {
      const box = boxes.get(id);
      list.forEach((port, index) => {
        if (box !== undefined) {
          const x = box.x + (box.width * (index + 1)) / (list.length + 1);
          const y = side === "top" ? box.y : box.y + box.height + (tails.get(id) ?? 0);
          points.set(port, { x, y });
        }
      });
    }
  }
  const ends = new Map<string, Ends>();
  for (const [wire, { source, target }] of ports.ofWire) {
    const from = points.get(source);
    const to = points.get(target);
    if (from !== undefined && to !== undefined) {
      ends.set(wire, { from, to });
    }
  }
  return ends;
}

/** Down, across, down; a wire that goes up takes the way round at x = `around`. */
function routeOf(wire: Wire, { from, to }: Ends, around: number | null): readonly Point[] {
  const below = from.y + BETWEEN_ROWS / 2;
  const above = to.y - BETWEEN_ROWS / 2;
  if (around === null) {
    return from.x === to.x ? [from, to] : [from, { x: from.x, y: above }, { x: to.x, y: above }, to];
  }
  const x = wire.source === wire.target ? Math.min(from.x, to.x) - 100 : around;
  return [from, { x: from.x, y: below }, { x, y: below }, { x, y: above }, { x: to.x, y: above }, to];
}

function labelPoints(
  wires: readonly Wire[],
  routes: ReadonlyMap<string, readonly Point[]>,
): ReadonlyMap<string, Point> {
  const points = new Map<string, Point>();
  for (const wire of wires) {
    const last = routes.get(wire.id)?.at(-1);
    if (wire.label !== null && last !== undefined) {
      points.set(wire.id, { x: last.x, y: last.y - BETWEEN_ROWS / 3 });
    }
  }
  return points;
}

function diamondPoints(
  drawing: Drawing,
  ends: ReadonlyMap<string, Ends>,
  boxes: ReadonlyMap<string, Rect>,
): ReadonlyMap<string, Point> {
  const starts = new Map<string, Point>();
  for (const wire of drawing.wires) {
    const from = ends.get(wire.id)?.from;
    if (wire.branch !== null && from !== undefined) {
      starts.set(branchPort(wire.source, wire.branch), from);
    }
  }
  const points = new Map<string, Point>();
  for (const diamond of drawing.diamonds) {
    const box = boxes.get(diamond.source);
    const x = starts.get(branchPort(diamond.source, diamond.branch))?.x;
    if (box !== undefined && x !== undefined) {
      points.set(diamond.id, { x, y: box.y + box.height + DIAMOND_DROP });
    }
  }
  return points;
}
