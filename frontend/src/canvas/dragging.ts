/** What a drag becomes as it goes on, and what its end does. */

import type { Page } from "../store/page";
import { arrange, connect, leadEdge, selectNodes } from "./acts";
import type { Places } from "./arranger";
import { bandRect, type Drag, movedBy } from "./drag";
import type { Drawing } from "./drawing";
import { type Layout, type Point, touches } from "./layout";
import { begin } from "./open";
import type { Pictured } from "./pictured";
import type { Press } from "./pointer";
import { edgeLock, edgeRefusal } from "./rules";
import type { KeptLayout } from "./useLayout";
import { boxAt } from "./viewport";

export interface Scene {
  readonly picture: Pictured;
  readonly drawing: Drawing;
  readonly kept: KeptLayout;
  /** As it is seen: with room for what is open inside. */
  readonly seen: Layout;
}

/** A press that may become a drag. */
export interface Pressed {
  readonly press: Press;
  /** In the window's pixels. */
  readonly screen: Point;
  /** In the drawing. */
  readonly from: Point;
  /** Where the boxes stand that would move. */
  readonly starts: Places;
}

const HELP = 6;

/** The drag as it stands with the pointer there; null for a press that drags nothing. */
export function draggedTo(scene: Scene, { press, from, starts }: Pressed, to: Point): Drag | null {
  const { picture, drawing, seen } = scene;
  switch (press.on) {
    case "pane":
      return { kind: "band", from, to };
    case "box":
      return { kind: "move", places: movedBy(starts, { x: to.x - from.x, y: to.y - from.y }) };
    case "handle": {
      const target = targetAt(scene, to);
      const refusal = target === null ? picture.blocked : edgeRefusal(picture, press.name, target);
      const foot = footOf(seen, press.name) ?? from;
      return { kind: "connect", source: press.name, edge: null, from: foot, to, target, refusal };
    }
    case "head": {
      const edge = drawing.wires.find(({ id }) => id === press.wire)?.edge ?? null;
      if (edge === null) {
        return null;
      }
      const foot = footOf(seen, edge.source) ?? from;
      const target = targetAt(scene, to);
      return {
        kind: "connect",
        source: edge.source,
        edge,
        from: foot,
        to,
        target,
        refusal: edgeLock(picture, edge),
      };
    }
    default:
      return null;
  }
}

/** Do what the drag led to. */
export function drop(page: Page, scene: Scene, drag: Drag): void {
  const { picture, kept } = scene;
  switch (drag.kind) {
    case "band":
      selectNodes(namesIn(scene, drag));
      break;
    case "move":
      kept.arranger.put(picture.id, drag.places);
      kept.changed();
      if (picture.revision !== null) {
        arrange(page, picture.name, drag.places);
      }
      break;
    case "connect":
      dropLine(page, picture, drag);
      break;
  }
}

function dropLine(page: Page, picture: Pictured, drag: Extract<Drag, { kind: "connect" }>): void {
  const { source, edge, target, to, refusal } = drag;
  if (refusal !== null) {
    page.refuse(refusal);
  } else if (edge === null && target === null) {
    begin({ what: "add", at: to, after: source });
  } else if (edge === null && target !== null) {
    connect(page, picture, source, target);
  } else if (edge !== null && target !== null) {
    leadEdge(page, picture, edge, target);
  }
}

/** Where the boxes of these names stand. */
export function startsOf(layout: Layout, names: readonly string[]): Places {
  const starts = new Map<string, Point>();
  for (const name of names) {
    const box = layout.boxes.get(name);
    if (box !== undefined) {
      starts.set(name, { x: box.x, y: box.y });
    }
  }
  return starts;
}

function targetAt({ drawing, seen }: Scene, point: Point): string | null {
  const box = boxAt(seen, point, HELP);
  const known = drawing.boxes.find(({ id }) => id === box);
  return known?.kind === "card" || known?.kind === "pill" ? known.id : null;
}

function footOf(layout: Layout, name: string): Point | null {
  const box = layout.boxes.get(name);
  return box === undefined ? null : { x: box.x + box.width / 2, y: box.y + box.height };
}

function namesIn({ drawing, seen }: Scene, { from, to }: Extract<Drag, { kind: "band" }>): readonly string[] {
  const band = bandRect(from, to);
  return drawing.nodes
    .map(({ name }) => name)
    .filter((name) => {
      const box = seen.boxes.get(name);
      return box !== undefined && touches(box, band);
    });
}
