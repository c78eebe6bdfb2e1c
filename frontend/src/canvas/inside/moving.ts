/** Which card an arrow key goes to, into a frame and out of it. Pure. */

import { idIn, nameOfId, pathOfId, ROOT } from "../../store/innerPath";
import type { Drawing } from "../drawing";
import type { Layout } from "../layout";
import { type Direction, neighbour } from "../neighbours";
import { allFrames, type Frame } from "./framed";

export interface Ground {
  readonly drawing: Drawing;
  readonly layout: Layout;
  readonly frames: ReadonlyMap<string, Frame>;
}

/** The card in that direction from the one of that id; null where there is none. Down leads into a frame, up out of it. */
export function nextCard(ground: Ground, id: string, direction: Direction): string | null {
  const frames = new Map(allFrames(ground.frames).map((frame) => [frame.path, frame]));
  const held = direction === "down" ? frames.get(id) : undefined;
  const first = held === undefined ? null : topmost(held);
  if (first !== null) {
    return idIn(id, first);
  }
  const path = pathOfId(id);
  const around = frames.get(path) ?? ground;
  const next = neighbour(around.drawing, around.layout, nameOfId(id), direction);
  if (next !== null) {
    return idIn(path, next);
  }
  return direction === "up" && path !== ROOT ? path : null;
}

function topmost({ drawing, layout }: Frame): string | null {
  const top = (name: string) => layout.boxes.get(name)?.y ?? Number.POSITIVE_INFINITY;
  return drawing.nodes.map(({ name }) => name).toSorted((one, other) => top(one) - top(other))[0] ?? null;
}
