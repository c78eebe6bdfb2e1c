/** What part of a drawing a window shows, and what to show of it. Pure. */

import type { Layout, Rect } from "./layout";

/** React Flow's viewport: where the drawing's origin stands in the window, and how large. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Smaller than this, the words on cards cannot be read. */
const LEGIBLE = 0.75;
/** For as long as one draws, names that can just be told apart are better than cards out of sight. */
const TELLING = 0.65;
/** What does not fit is shown at this zoom, from its beginning. */
const READING = 0.9;
const TILE = 256;
const GAP = 8;
/** Around what is brought into sight: enough for a card's tools. */
const ROOM = { x: 16, y: 44 };

/** The whole drawing in the window, never enlarged. */
export function wholeView(bounds: Rect, window: Size): Viewport {
  const zoom = Math.min(1, window.width / bounds.width, window.height / bounds.height);
  return {
    zoom,
    x: (window.width - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: (window.height - bounds.height * zoom) / 2 - bounds.y * zoom,
  };
}

/** What is shown first: the whole drawing if it can be read, else its beginning. */
export function firstView(layout: Layout, window: Size, start: string): Viewport {
  const whole = wholeView(layout.bounds, window);
  const zoom = whole.zoom < LEGIBLE ? READING : whole.zoom;
  const isWide = layout.bounds.width * zoom > window.width;
  const box = layout.boxes.get(start);
  const middle =
    isWide && box !== undefined ? box.x + box.width / 2 : layout.bounds.x + layout.bounds.width / 2;
  const isTall = layout.bounds.height * zoom > window.height;
  const top = (window.height - layout.bounds.height * zoom) / 2;
  return {
    zoom,
    x: window.width / 2 - middle * zoom,
    y: (isTall ? GAP : Math.min(top, 40)) - layout.bounds.y * zoom,
  };
}

/** A view with `rect` in the middle, at the zoom there is. */
export function centred(rect: Rect, view: Viewport, window: Size): Viewport {
  return {
    zoom: view.zoom,
    x: window.width / 2 - (rect.x + rect.width / 2) * view.zoom,
    y: window.height / 2 - (rect.y + rect.height / 2) * view.zoom,
  };
}

/** The view moved no further than it takes to show `rect` with some room around it. */
export function nudged(rect: Rect, view: Viewport, window: Size): Viewport {
  const part = shownPart(view, window);
  const shift = (from: number, size: number, start: number, room: number) =>
    size > room ? null : Math.min(0, from - start) + Math.max(0, from + size - start - room);
  const across = shift(rect.x - ROOM.x, rect.width + 2 * ROOM.x, part.x, part.width);
  const down = shift(rect.y - ROOM.y, rect.height + 2 * ROOM.y, part.y, part.height);
  return across === null || down === null
    ? centred(rect, view, window)
    : { zoom: view.zoom, x: view.x - across * view.zoom, y: view.y - down * view.zoom };
}

/** A view that shows a new box with the others still in sight: at once, else all of them if they can be read so. */
export function welcoming(rect: Rect, { bounds }: Layout, view: Viewport, window: Size): Viewport {
  if (contains(shownPart(view, window), rect)) {
    return view;
  }
  const whole = wholeView(bounds, window);
  return whole.zoom < Math.min(TELLING, view.zoom) ? nudged(rect, view, window) : whole;
}

/** A view that shows a box which grew: all of it where that is legible, else from its head on. */
export function unfolded(rect: Rect, layout: Layout, view: Viewport, window: Size): Viewport {
  const { zoom } = view;
  const isWhole = wholeView(layout.bounds, window).zoom >= Math.min(TELLING, zoom);
  const hasRoom = (rect.height + 2 * ROOM.y) * zoom <= window.height;
  return isWhole || hasRoom
    ? welcoming(rect, layout, view, window)
    : { zoom, x: window.width / 2 - (rect.x + rect.width / 2) * zoom, y: (ROOM.y - rect.y) * zoom };
}

/** The part of the drawing where a new box is in sight with its tools. */
export function roomyPart(view: Viewport, window: Size): Rect {
  const { x, y, width, height } = shownPart(view, window);
  return {
    x: x + ROOM.x,
    y: y + ROOM.y,
    width: Math.max(0, width - 2 * ROOM.x),
    height: Math.max(0, height - ROOM.y - ROOM.x),
  };
}

/** The part of the drawing that the window shows. */
export function shownPart(view: Viewport, window: Size): Rect {
  return {
    x: -view.x / view.zoom,
    y: -view.y / view.zoom,
    width: window.width / view.zoom,
    height: window.height / view.zoom,
  };
}

/** The shown part, grown to whole tiles and one more on each side: it changes seldom while one pans. */
export function tiled(part: Rect): Rect {
  const left = Math.floor(part.x / TILE) * TILE - TILE;
  const top = Math.floor(part.y / TILE) * TILE - TILE;
  const right = Math.ceil((part.x + part.width) / TILE) * TILE + TILE;
  const bottom = Math.ceil((part.y + part.height) / TILE) * TILE + TILE;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A view in which the box nearest to the middle keeps its place while the layout around it changes. */
export function anchored(before: Layout, after: Layout, view: Viewport, window: Size): Viewport {
  const part = shownPart(view, window);
  const [x, y] = [part.x + part.width / 2, part.y + part.height / 2];
  let nearest: { readonly from: Rect; readonly to: Rect } | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, from] of before.boxes) {
    const to = after.boxes.get(id);
    const distance = Math.hypot(from.x + from.width / 2 - x, from.y + from.height / 2 - y);
    if (to !== undefined && distance < least) {
      nearest = { from, to };
      least = distance;
    }
  }
  if (nearest === null) {
    return view;
  }
  const { from, to } = nearest;
  return {
    zoom: view.zoom,
    x: view.x + (from.x - to.x) * view.zoom,
    y: view.y + (from.y - to.y) * view.zoom,
  };
}

/** The box at a point of the drawing, with some pixels of help around it. */
export function boxAt(
  layout: Layout,
  point: { readonly x: number; readonly y: number },
  help: number,
): string | null {
  for (const [id, box] of layout.boxes) {
    const isIn =
      point.x >= box.x - help &&
      point.x <= box.x + box.width + help &&
      point.y >= box.y - help &&
      point.y <= box.y + box.height + help;
    if (isIn) {
      return id;
    }
  }
  return null;
}

/** Whether a part of the drawing holds a box. */
export function contains(part: Rect, box: Rect): boolean {
  return (
    box.x >= part.x &&
    box.y >= part.y &&
    box.x + box.width <= part.x + part.width &&
    box.y + box.height <= part.y + part.height
  );
}

/** What to bring into sight: the boxes with their causes if both have room in the part that a window shows. */
export function goalOf(
  layout: Layout,
  { boxes, causes }: { readonly boxes: readonly string[]; readonly causes: readonly string[] },
  part: Rect,
): Rect | null {
  for (const names of [[...boxes, ...causes], boxes, boxes.slice(0, 1), causes.slice(0, 1)]) {
    const all = around(names.map((name) => layout.boxes.get(name)).filter((box) => box !== undefined));
    if (all !== null && all.width <= part.width && all.height <= part.height) {
      return all;
    }
  }
  return null;
}

function around(boxes: readonly Rect[]): Rect | null {
  if (boxes.length === 0) {
    return null;
  }
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
