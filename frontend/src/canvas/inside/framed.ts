/** Open graphs inside: each as a drawing in the frame that its node's card became, however deep. Pure. */

import { idIn } from "../../store/innerPath";
import { type Drawing, drawingOf } from "../drawing";
import { cardsOf } from "../flowNodes";
import type { Layout, Point, Rect } from "../layout";
import type { CardData } from "../NodeCard";
import type { Pictured } from "../pictured";
import type { Size } from "../viewport";
import { HEAD_HEIGHT } from "./head";
import { grown, withRoom } from "./room";

/** A graph inside, before it has a place. */
export interface Opened {
  readonly path: string;
  readonly picture: Pictured;
  /** As large as it is, with what is open in it. */
  readonly drawing: Drawing;
  readonly layout: Layout;
  readonly cards: ReadonlyMap<string, CardData>;
  readonly size: Size;
  /** What is open in it, by the names of its nodes. */
  readonly inner: ReadonlyMap<string, Opened>;
}

/** The same with its place: all of it in the coordinates of the whole drawing. */
export interface Frame extends Omit<Opened, "inner"> {
  readonly rect: Rect;
  readonly inner: ReadonlyMap<string, Frame>;
}

const AROUND = 14;
/** As much as a layout leaves around what it holds. */
const MARGIN = 24;

/** A graph with what is open in it. `layoutOf` knows how a drawing is laid out while nothing is open in it. */
export function openedGraph(
  { path, picture, width }: { readonly path: string; readonly picture: Pictured; readonly width: number },
  inner: ReadonlyMap<string, Opened>,
  layoutOf: (drawing: Drawing) => Layout,
): Opened {
  const closed = closedDrawing(picture);
  const { drawing, layout } = withOpened(closed, layoutOf(closed), inner);
  const { bounds } = layout;
  const size = {
    // Multiples of eight, as of all cards: centres stay on whole pixels.
    width: upToEight(Math.max(width, bounds.width - 2 * (MARGIN - AROUND))),
    height: upToEight(HEAD_HEIGHT + bounds.height - 2 * (MARGIN - AROUND)),
  };
  return { path, picture, drawing, layout, cards: cardsOf(picture, drawing, path), size, inner };
}

/** A drawing and its layout with room for what is open in it; the same ones while nothing is. */
export function withOpened(
  drawing: Drawing,
  layout: Layout,
  inner: ReadonlyMap<string, Opened>,
): { readonly drawing: Drawing; readonly layout: Layout } {
  if (inner.size === 0) {
    return { drawing, layout };
  }
  const sizes = new Map([...inner].map(([name, { size }]) => [name, size]));
  const larger = grown(drawing, sizes);
  return { drawing: larger, layout: withRoom(larger, layout, sizes) };
}

/** Put what is open where the layout around it has its box. */
export function framesIn(layout: Layout, inner: ReadonlyMap<string, Opened>): ReadonlyMap<string, Frame> {
  return new Map(
    [...inner].flatMap(([name, opened]) => {
      const rect = layout.boxes.get(name);
      return rect === undefined ? [] : [[name, frameAt(rect, opened)] as const];
    }),
  );
}

/** All frames, those inside of others after them. */
export function allFrames(frames: ReadonlyMap<string, Frame>): readonly Frame[] {
  return [...frames.values()].flatMap((frame) => [frame, ...allFrames(frame.inner)]);
}

/** The layout with all boxes that are in frames, by their ids: for what looks for a card wherever it is. */
export function withFrames(layout: Layout, frames: ReadonlyMap<string, Frame>): Layout {
  if (frames.size === 0) {
    return layout;
  }
  const inner = allFrames(frames).flatMap((frame) =>
    [...frame.layout.boxes].map(([name, rect]) => [idIn(frame.path, name), rect] as const),
  );
  return { ...layout, boxes: new Map([...layout.boxes, ...inner]) };
}

function frameAt(rect: Rect, opened: Opened): Frame {
  const { bounds } = opened.layout;
  const layout = shifted(opened.layout, {
    x: rect.x + (rect.width - bounds.width) / 2 - bounds.x,
    y: rect.y + HEAD_HEIGHT + AROUND - MARGIN - bounds.y,
  });
  return { ...opened, rect, layout, inner: framesIn(layout, opened.inner) };
}

function shifted(layout: Layout, by: Point): Layout {
  const move = <Place extends Point>(place: Place): Place => ({
    ...place,
    x: place.x + by.x,
    y: place.y + by.y,
  });
  const all = <Value, Moved>(places: ReadonlyMap<string, Value>, one: (value: Value) => Moved) =>
    new Map([...places].map(([id, value]) => [id, one(value)]));
  return {
    quality: layout.quality,
    boxes: all(layout.boxes, move),
    routes: all(layout.routes, (route) => route.map(move)),
    labels: all(layout.labels, move),
    diamonds: all(layout.diamonds, move),
    bounds: move(layout.bounds),
  };
}

function upToEight(length: number): number {
  return Math.ceil(length / 8) * 8;
}

const drawings = new WeakMap<Pictured, Drawing>();

/** The drawing of a graph in which nothing is open. The same one for the same picture. */
export function closedDrawing(picture: Pictured): Drawing {
  const before = drawings.get(picture) ?? drawingOf(picture);
  drawings.set(picture, before);
  return before;
}
