/** Boxes in line, or with the same room between them. Pure. */

import type { Places } from "./arranger";
import type { Rect } from "./layout";

export type Alignment = "across" | "centre" | "down" | "left" | "middle" | "right" | "top" | "bottom";

export const ALIGNMENTS: readonly { readonly how: Alignment; readonly name: string }[] = [
  { how: "left", name: "Align left edges" },
  { how: "centre", name: "Align centres" },
  { how: "right", name: "Align right edges" },
  { how: "top", name: "Align top edges" },
  { how: "middle", name: "Align middles" },
  { how: "bottom", name: "Align bottom edges" },
  { how: "across", name: "Distribute across" },
  { how: "down", name: "Distribute down" },
];

/** Where the boxes stand then. */
export function aligned(boxes: ReadonlyMap<string, Rect>, how: Alignment): Places {
  const rects = [...boxes.values()];
  if (rects.length === 0) {
    return new Map();
  }
  const left = Math.min(...rects.map(({ x }) => x));
  const right = Math.max(...rects.map(({ x, width }) => x + width));
  const top = Math.min(...rects.map(({ y }) => y));
  const bottom = Math.max(...rects.map(({ y, height }) => y + height));
  const place: Record<Exclude<Alignment, "across" | "down">, (box: Rect) => { x: number; y: number }> = {
    left: ({ y }) => ({ x: left, y }),
    centre: ({ y, width }) => ({ x: (left + right - width) / 2, y }),
    right: ({ y, width }) => ({ x: right - width, y }),
    top: ({ x }) => ({ x, y: top }),
    middle: ({ x, height }) => ({ x, y: (top + bottom - height) / 2 }),
    bottom: ({ x, height }) => ({ x, y: bottom - height }),
  };
  return how === "across" || how === "down"
    ? distributed(boxes, how)
    : new Map([...boxes].map(([name, box]) => [name, place[how](box)]));
}

function distributed(boxes: ReadonlyMap<string, Rect>, how: "across" | "down"): Places {
  const start = (box: Rect) => (how === "across" ? box.x : box.y);
  const size = (box: Rect) => (how === "across" ? box.width : box.height);
  const inOrder = [...boxes].toSorted(([, one], [, other]) => start(one) - start(other));
  const first = inOrder[0]?.[1];
  const last = inOrder.at(-1)?.[1];
  if (first === undefined || last === undefined || inOrder.length < 3) {
    return new Map([...boxes].map(([name, { x, y }]) => [name, { x, y }]));
  }
  const taken = inOrder.reduce((sum, [, box]) => sum + size(box), 0);
  const gap = (start(last) + size(last) - start(first) - taken) / (inOrder.length - 1);
  let at = start(first);
  return new Map(
    inOrder.map(([name, box]) => {
      const place = how === "across" ? { x: at, y: box.y } : { x: box.x, y: at };
      at += size(box) + gap;
      return [name, place];
    }),
  );
}
