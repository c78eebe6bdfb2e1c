/** Which card an arrow key goes to: along the wires up and down, along the row to the sides. Pure. */

import type { Drawing } from "./drawing";
import type { Layout, Rect } from "./layout";

export type Direction = "down" | "left" | "right" | "up";

export const DIRECTION_OF_KEY: Readonly<Record<string, Direction>> = {
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
};

/** The card in that direction from `name`; null where there is none. */
export function neighbour(
  drawing: Drawing,
  layout: Layout,
  name: string,
  direction: Direction,
): string | null {
  const from = layout.boxes.get(name);
  if (from === undefined) {
    return null;
  }
  const cards = new Set(drawing.nodes.map((node) => node.name));
  cards.delete(name);
  const ahead = [...cards].filter((card) => lies(layout.boxes.get(card), from, direction));
  const wired = ahead.filter((card) => linked(drawing, name, card, direction));
  return nearest(layout, from, wired.length > 0 ? wired : ahead, direction);
}

function lies(box: Rect | undefined, from: Rect, direction: Direction): boolean {
  if (box === undefined) {
    return false;
  }
  switch (direction) {
    case "down":
      return box.y >= from.y + from.height;
    case "up":
      return box.y + box.height <= from.y;
    case "left":
      return box.x + box.width <= from.x && shareRow(box, from);
    case "right":
      return box.x >= from.x + from.width && shareRow(box, from);
  }
}

function shareRow(box: Rect, from: Rect): boolean {
  return box.y < from.y + from.height && from.y < box.y + box.height;
}

/** Whether a wire leads there, the bar of a join in between or not. */
function linked(drawing: Drawing, name: string, card: string, direction: Direction): boolean {
  if (direction === "left" || direction === "right") {
    return true;
  }
  const [source, target] = direction === "down" ? [name, card] : [card, name];
  return drawing.wires.some(
    (wire) =>
      wire.source === source && (wire.target === target || drawing.bars.get(wire.target)?.target === target),
  );
}

function nearest(layout: Layout, from: Rect, names: readonly string[], direction: Direction): string | null {
  const isAcross = direction === "left" || direction === "right";
  const far = (name: string) => {
    const box = layout.boxes.get(name) ?? from;
    const across = Math.abs(box.x + box.width / 2 - from.x - from.width / 2);
    const along = Math.abs(box.y - from.y);
    // What lies straight ahead is nearer than what lies aside.
    return isAcross ? across + 2 * along : along + across / 2;
  };
  return names.toSorted((one, other) => far(one) - far(other))[0] ?? null;
}
