/** A picture as it stands on the canvas: boxes, wires, their places, and React Flow's nodes. */

import { useMemo, useRef, useSyncExternalStore } from "react";
import { arrangedLayout } from "./arranged";
import type { Places } from "./arranger";
import type { Drag } from "./drag";
import { type Drawing, drawingOf } from "./drawing";
import { cardsOf, type FlowNode, flowNodesOf } from "./flowNodes";
import { type Frame, framesIn, withFrames, withOpened } from "./inside/framed";
import { useOpened } from "./inside/useOpened";
import type { Layout } from "./layout";
import { type Pictured, unseen } from "./pictured";
import { type KeptLayout, useLayout } from "./useLayout";
import { useObserved } from "./useObserved";
import { type PointerHandlers, usePointer } from "./usePointer";

export interface Drawn {
  readonly picture: Pictured;
  /** With the boxes as large as they are: a frame is larger than the card that it grew from. */
  readonly drawing: Drawing;
  /** As it is seen now: with what is being dragged, and with the boxes of what is open inside, by their ids. */
  readonly layout: Layout;
  /** As it is kept: before the drag, and with everything closed. */
  readonly kept: KeptLayout;
  /** The open graphs inside, by the nodes that hold them. */
  readonly frames: ReadonlyMap<string, Frame>;
  readonly nodes: FlowNode[];
  readonly pointer: PointerHandlers;
}

const NOWHERE: Places = new Map();

export function useDrawn(picture: Pictured): Drawn {
  const observed = useObserved();
  const closed = useMemo(
    () => drawingOf(picture, unseen(picture, observed), picture.revision === null ? "wired" : "always"),
    [picture, observed],
  );
  const kept = useLayout(picture, closed);
  const inner = useOpened(closed);
  const resting = useMemo(() => withOpened(closed, kept.layout, inner), [closed, kept, inner]);
  const pointer = usePointer({ picture, drawing: closed, kept, seen: resting.layout });
  const dragged = useSyncExternalStore(
    (changed) => pointer.drag.watch(placesIn, changed),
    () => placesIn(pointer.drag.get()),
  );
  const open = useMemo(() => {
    if (dragged === null) {
      return resting;
    }
    const moved = arrangedLayout(closed, { places: dragged, near: NOWHERE }, kept.layout);
    return withOpened(closed, moved, inner);
  }, [closed, dragged, kept, inner, resting]);
  const frames = useMemo(() => framesIn(open.layout, inner), [open, inner]);
  const layout = useMemo(() => withFrames(open.layout, frames), [open, frames]);
  const cards = useMemo(() => cardsOf(picture, closed), [picture, closed]);
  const nodes = useKeptNodes({ drawing: open.drawing, layout, frames }, cards);
  return { picture, drawing: open.drawing, layout, kept, frames, nodes, pointer };
}

function placesIn(drag: Drag | null): Places | null {
  return drag?.kind === "move" ? drag.places : null;
}

type Placed = Pick<Drawn, "drawing" | "frames" | "layout">;

/** React Flow looks anew at each node that is another object: those that stayed are the same ones. */
function useKeptNodes({ drawing, layout, frames }: Placed, cards: ReturnType<typeof cardsOf>): FlowNode[] {
  const before = useRef<ReadonlyMap<string, FlowNode>>(new Map());
  return useMemo(() => {
    const nodes = flowNodesOf({ drawing, layout, frames }, cards, before.current);
    before.current = new Map(nodes.map((node) => [node.id, node]));
    return nodes;
  }, [drawing, layout, frames, cards]);
}
