/** The drawing's boxes as React Flow wants them: with every size given, so that only those in sight are mounted. Pure. */

import type { Node } from "@xyflow/react";
import { nodeTitle } from "../base/nodeTitle";
import { ROOT } from "../store/innerPath";
import type { Drawing } from "./drawing";
import type { Frame } from "./inside/framed";
import type { CardData, CardNode } from "./NodeCard";
import type { Pictured } from "./pictured";
import type { Drawn } from "./useDrawn";

/** React Flow's node for START and END. */
export type PillNode = Node<{ readonly id: string; readonly title: string }, "pill">;

export type FlowNode = CardNode | PillNode;

/** What each card is given: made once for a picture, so that moving a box draws no card anew. */
export function cardsOf(picture: Pictured, drawing: Drawing, path = ROOT): ReadonlyMap<string, CardData> {
  const shared = sharedData(picture, drawing);
  return new Map(
    picture.nodes.map((node, order) => [node.name, cardData(picture, shared, { node, order, path })]),
  );
}

/** One array for one layout: what a run changes never comes in here. `before` gives back what stayed as it was. */
export function flowNodesOf(
  { drawing, layout, frames }: Pick<Drawn, "drawing" | "frames" | "layout">,
  cards: ReadonlyMap<string, CardData>,
  before: ReadonlyMap<string, FlowNode> = new Map(),
): FlowNode[] {
  return drawing.boxes.flatMap((box): readonly FlowNode[] => {
    const rect = layout.boxes.get(box.id);
    if (rect === undefined || box.kind === "bar" || box.kind === "open") {
      return [];
    }
    const placed = {
      id: box.id,
      position: { x: rect.x, y: rect.y },
      width: box.width,
      height: box.height,
      // Ours are drawn by the edge layer; React Flow measures a node that comes without any.
      handles: [],
      // The window is moved by its background only: a drag that begins on a box moves the box.
      className: "nopan",
    };
    const data = cards.get(box.id);
    const made: FlowNode =
      data === undefined
        ? { ...placed, type: "pill", data: { id: box.id, title: nodeTitle(box.id) } }
        : { ...placed, type: "card", data: withFrame(data, frames.get(box.id)) };
    const old = before.get(box.id);
    return [old !== undefined && isSame(old, made) ? old : made];
  });
}

const framed = new WeakMap<Frame, CardData>();

/** The very same data for the same frame, so that its card is not drawn anew. */
function withFrame(data: CardData, frame: Frame | undefined): CardData {
  if (frame === undefined) {
    return data;
  }
  const before = framed.get(frame);
  const { frame: _none, ...card } = data;
  const isKept = before !== undefined && Object.entries(card).every(([key, value]) => before[key] === value);
  const after = isKept ? before : { ...data, frame };
  framed.set(frame, after);
  return after;
}

function isSame(one: FlowNode, other: FlowNode): boolean {
  return (
    one.position.x === other.position.x &&
    one.position.y === other.position.y &&
    one.width === other.width &&
    one.height === other.height &&
    (one.data === other.data || (one.type === "pill" && other.type === "pill"))
  );
}

interface Shared {
  readonly stateChannels: ReadonlySet<string>;
  readonly joins: ReadonlyMap<string, CardData["join"]>;
}

function sharedData(picture: Pictured, drawing: Drawing): Shared {
  return {
    stateChannels: picture.stateChannels,
    joins: new Map(
      [...drawing.bars.values()].map((bar) => [bar.target, { channel: bar.id, members: bar.members }]),
    ),
  };
}

type CardPlace = Pick<CardData, "node" | "order" | "path">;

function cardData(graph: Pictured, shared: Shared, card: CardPlace): CardData {
  const { name } = card.node;
  return {
    ...card,
    breakpoint: breakpointOf(graph, name),
    stateChannels: shared.stateChannels,
    join: shared.joins.get(name) ?? null,
    frame: null,
  };
}

function breakpointOf(graph: Pictured, name: string): CardData["breakpoint"] {
  const has = (names: readonly string[]) => names.includes(name) || names.includes("*");
  const [before, after] = [has(graph.interruptBefore), has(graph.interruptAfter)];
  return before && after ? "both" : before ? "before" : after ? "after" : null;
}
