/** Where the mark of a conflict stands: between its writers, just below them. Pure. */

import type { Layout, Point, Rect } from "./layout";

const HEIGHT = 22;
const BELOW = 14;
const CHARACTER = 7.3;
const AROUND = 36;

export interface ClashPlace {
  readonly box: Rect;
  /** From each writer's card to the mark. */
  readonly lines: readonly (readonly Point[])[];
}

/** The place for a mark with these words, below these cards; null when a card has no place. */
export function clashPlace(layout: Layout, writers: readonly string[], words: string): ClashPlace | null {
  const cards = writers.map((node) => layout.boxes.get(node)).filter((rect) => rect !== undefined);
  if (cards.length === 0) {
    return null;
  }
  const width = words.length * CHARACTER + AROUND;
  const middle = cards.reduce((sum, card) => sum + card.x + card.width / 2, 0) / cards.length;
  const lowest = Math.max(...cards.map((card) => card.y + card.height));
  const box = { x: middle - width / 2, y: lowest + BELOW, width, height: HEIGHT };
  return { box, lines: cards.map((card) => lineTo(card, box)) };
}

function lineTo(card: Rect, box: Rect): readonly Point[] {
  const bottom = card.y + card.height;
  const x = card.x + card.width / 2;
  const y = box.y + box.height / 2;
  if (x > box.x && x < box.x + box.width) {
    return [
      { x, y: bottom },
      { x, y: box.y },
    ];
  }
  const side = x < box.x ? box.x : box.x + box.width;
  return [
    { x, y: bottom },
    { x, y },
    { x: side, y },
  ];
}
