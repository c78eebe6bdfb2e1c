/** A picture as it stands on the canvas: boxes, wires, their places, and React Flow's nodes. */

import { useMemo, useRef, useSyncExternalStore } from "react";
import { arrangedLayout } from "./arranged";
import type { Places } from "./arranger";
import type { Drag } from "./drag";
import { type Drawing, drawingOf } from "./drawing";
import { cardsOf, type FlowNode, flowNodesOf } from "./flowNodes";
import type { Layout } from "./layout";
import { type Pictured, unseen } from "./pictured";
import { type KeptLayout, useLayout } from "./useLayout";
import { useObserved } from "./useObserved";
import { type PointerHandlers, usePointer } from "./usePointer";

export interface Drawn {
  readonly picture: Pictured;
  readonly drawing: Drawing;
  /** As it is seen now: with what is being dragged. */
  readonly layout: Layout;
  /** As it was before the drag. */
  readonly kept: KeptLayout;
  readonly nodes: FlowNode[];
  readonly pointer: PointerHandlers;
}

const NOWHERE: Places = new Map();

export function useDrawn(picture: Pictured): Drawn {
  const observed = useObserved();
  const drawing = useMemo(
    () => drawingOf(picture, unseen(picture, observed), picture.revision === null ? "wired" : "always"),
    [picture, observed],
  );
  const kept = useLayout(picture, drawing);
  const pointer = usePointer({ picture, drawing, kept });
  const dragged = useSyncExternalStore(
    (changed) => pointer.drag.watch(placesIn, changed),
    () => placesIn(pointer.drag.get()),
  );
  const layout = useMemo(
    () =>
      dragged === null
        ? kept.layout
        : arrangedLayout(drawing, { places: dragged, near: NOWHERE }, kept.layout),
    [drawing, dragged, kept],
  );
  const cards = useMemo(() => cardsOf(picture, drawing), [picture, drawing]);
  const nodes = useKeptNodes(drawing, layout, cards);
  return { picture, drawing, layout, kept, nodes, pointer };
}

function placesIn(drag: Drag | null): Places | null {
  return drag?.kind === "move" ? drag.places : null;
}

/** React Flow looks anew at each node that is another object: those that stayed are the same ones. */
function useKeptNodes(drawing: Drawing, layout: Layout, cards: ReturnType<typeof cardsOf>): FlowNode[] {
  const before = useRef<ReadonlyMap<string, FlowNode>>(new Map());
  return useMemo(() => {
    const nodes = flowNodesOf(drawing, layout, cards, before.current);
    before.current = new Map(nodes.map((node) => [node.id, node]));
    return nodes;
  }, [drawing, layout, cards]);
}
