/** The drawing's boxes as React Flow wants them: with every size given, so that only those in sight are mounted. Pure. */

import type { Node } from "@xyflow/react";
import { nodeTitle } from "../base/nodeTitle";
import type { GraphCompiled } from "../protocol/generated";
import type { Drawing } from "./drawing";
import type { Layout } from "./layout";
import type { CardData, CardNode } from "./NodeCard";

/** React Flow's node for START and END. */
export type PillNode = Node<{ readonly title: string }, "pill">;

export type FlowNode = CardNode | PillNode;

/** One array for one layout: what a run changes never comes in here. */
export function flowNodesOf(graph: GraphCompiled, drawing: Drawing, layout: Layout): FlowNode[] {
  const shared = sharedData(graph, drawing);
  const cards = new Map(
    graph.nodes.map((node, order) => [node.name, cardData(graph, shared, { node, order })]),
  );
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
    };
    const data = cards.get(box.id);
    return data === undefined
      ? [{ ...placed, type: "pill", data: { title: nodeTitle(box.id) } }]
      : [{ ...placed, type: "card", data }];
  });
}

interface Shared {
  readonly stateChannels: ReadonlySet<string>;
  readonly joins: ReadonlyMap<string, CardData["join"]>;
}

function sharedData(graph: GraphCompiled, drawing: Drawing): Shared {
  const state = graph.channels.filter((channel) => channel.role === "state");
  return {
    stateChannels: new Set(state.map((channel) => channel.name)),
    joins: new Map(
      [...drawing.bars.values()].map((bar) => [bar.target, { channel: bar.id, members: bar.members }]),
    ),
  };
}

function cardData(graph: GraphCompiled, shared: Shared, card: Pick<CardData, "node" | "order">): CardData {
  const { name } = card.node;
  return {
    ...card,
    breakpoint: breakpointOf(graph, name),
    stateChannels: shared.stateChannels,
    join: shared.joins.get(name) ?? null,
  };
}

function breakpointOf(graph: GraphCompiled, name: string): CardData["breakpoint"] {
  const has = (names: readonly string[]) => names.includes(name) || names.includes("*");
  const [before, after] = [has(graph.interruptBefore), has(graph.interruptAfter)];
  return before && after ? "both" : before ? "before" : after ? "after" : null;
}
