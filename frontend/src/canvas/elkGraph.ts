/** A drawing as ELK wants it, and ELK's answer as a layout. Pure. */

import type { ElkExtendedEdge, ElkNode, ElkPort, LayoutOptions } from "elkjs/lib/elk-api";
import type { Box, Drawing } from "./drawing";
import { layersOf } from "./layers";
import { begunAtCards, boundsOf, DIAMOND_DROP, type Layout, type Point, type Rect } from "./layout";
import { branchPort, type Ports, portsOf } from "./ports";

/** Above so many wires ELK is asked for less: it would take longer than anyone waits. */
const LARGE = 400;
/** Above so many wires labels get no room of their own. */
const LABELLED = 300;
const LABEL_CHARACTER = 6.7;
const LABEL_CHARACTERS = 24;

const options: LayoutOptions = {
  "elk.algorithm": "layered",
  "elk.direction": "DOWN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.layered.feedbackEdges": "true",
  // The order given is the order of cause, so only what closes a loop is drawn upwards.
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
  "elk.layered.cycleBreaking.strategy": "MODEL_ORDER",
  "elk.layered.nodePlacement.bk.fixedAlignment": "BALANCED",
  "elk.layered.spacing.nodeNodeBetweenLayers": "38",
  "elk.layered.spacing.edgeNodeBetweenLayers": "16",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "12",
  "elk.spacing.nodeNode": "28",
  "elk.spacing.edgeNode": "16",
  "elk.spacing.edgeEdge": "12",
  "elk.spacing.componentComponent": "40",
  "elk.spacing.nodeSelfLoop": "16",
};

const quick: LayoutOptions = {
  "elk.layered.thoroughness": "1",
  "elk.layered.crossingMinimization.greedySwitch.type": "OFF",
};

/** The graph to lay out. Ports keep their side; ELK chooses their order. */
export function elkGraphOf(drawing: Drawing): ElkNode {
  const ports = portsOf(drawing);
  const order = layersOf(drawing).rows.flat();
  const rank = new Map(order.map((id, index) => [id, index]));
  const boxes = drawing.boxes.toSorted((one, other) => (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0));
  return {
    id: "graph",
    layoutOptions: drawing.wires.length > LARGE ? { ...options, ...quick } : options,
    children: boxes.map((box) => elkNodeOf(box, ports)),
    edges: elkEdgesOf(drawing, ports),
  };
}

/** How a label is written: short, so that it fits its room. */
export function labelText(label: string): string {
  return label.length > LABEL_CHARACTERS ? `${label.slice(0, LABEL_CHARACTERS - 1)}…` : label;
}

/** The places that ELK gave. */
export function layoutOf(drawing: Drawing, answer: ElkNode): Layout {
  const boxes = boxesOf(drawing, answer.children ?? []);
  const found = new Map((answer.edges ?? []).map((edge) => [edge.id, routeOf(edge)]));
  const routes = begunAtCards(found, drawing.wires, boxes);
  return {
    quality: "tidy",
    boxes,
    routes,
    labels: labelsOf(answer.edges ?? []),
    diamonds: diamondsOf(drawing, boxes, portsAcross(answer.children ?? [])),
    bounds: boundsOf(boxes.values(), routes.values()),
  };
}

function boxesOf(drawing: Drawing, children: readonly ElkNode[]): ReadonlyMap<string, Rect> {
  const heights = new Map(drawing.boxes.map((box) => [box.id, box.height]));
  return new Map(
    children.map(({ id, x = 0, y = 0, width = 0 }) => [id, { x, y, width, height: heights.get(id) ?? 0 }]),
  );
}

function portsAcross(children: readonly ElkNode[]): ReadonlyMap<string, number> {
  const portX = new Map<string, number>();
  for (const { x = 0, ports = [] } of children) {
    for (const port of ports) {
      portX.set(port.id, x + (port.x ?? 0));
    }
  }
  return portX;
}

function labelsOf(edges: readonly ElkExtendedEdge[]): ReadonlyMap<string, Point> {
  const middles = new Map<string, Point>();
  for (const edge of edges) {
    const label = edge.labels?.[0];
    if (label !== undefined) {
      const { x = 0, y = 0, width = 0, height = 0 } = label;
      middles.set(edge.id, { x: x + width / 2, y: y + height / 2 });
    }
  }
  return middles;
}

function elkNodeOf(box: Box, ports: Ports): ElkNode {
  const port =
    (side: "NORTH" | "SOUTH") =>
    (id: string): ElkPort => ({
      id,
      width: 0,
      height: 0,
      layoutOptions: { "elk.port.side": side },
    });
  return {
    id: box.id,
    width: box.width,
    height: box.height + box.tail,
    layoutOptions: { "elk.portConstraints": "FIXED_SIDE" },
    ports: [
      ...(ports.arriving.get(box.id) ?? []).map(port("NORTH")),
      ...(ports.leaving.get(box.id) ?? []).map(port("SOUTH")),
    ],
  };
}

function elkEdgesOf(drawing: Drawing, ports: Ports): ElkExtendedEdge[] {
  const labelled = drawing.wires.length <= LABELLED;
  const edges: ElkExtendedEdge[] = [];
  for (const wire of drawing.wires) {
    const ends = ports.ofWire.get(wire.id);
    if (ends !== undefined) {
      const edge = { id: wire.id, sources: [ends.source], targets: [ends.target] };
      edges.push(labelled && wire.label !== null ? { ...edge, labels: [elkLabelOf(wire.label)] } : edge);
    }
  }
  return edges;
}

function elkLabelOf(label: string) {
  const text = labelText(label);
  return {
    text,
    width: text.length * LABEL_CHARACTER + 6,
    height: 16,
    layoutOptions: { "elk.edgeLabels.inline": "true", "elk.edgeLabels.placement": "CENTER" },
  };
}

function routeOf(edge: ElkExtendedEdge): readonly Point[] {
  const section = edge.sections?.[0];
  return section === undefined ? [] : [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
}

function diamondsOf(
  drawing: Drawing,
  boxes: ReadonlyMap<string, Rect>,
  portX: ReadonlyMap<string, number>,
): ReadonlyMap<string, Point> {
  const points = new Map<string, Point>();
  for (const diamond of drawing.diamonds) {
    const box = boxes.get(diamond.source);
    const x = portX.get(branchPort(diamond.source, diamond.branch));
    if (box !== undefined && x !== undefined) {
      points.set(diamond.id, { x, y: box.y + box.height + DIAMOND_DROP });
    }
  }
  return points;
}
