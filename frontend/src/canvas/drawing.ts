/** What is drawn of a graph: boxes and the wires between them, before anything has a place. Pure. */

import { nodeTitle } from "../base/nodeTitle";
import type { GraphEdge, GraphNode, Lock } from "../protocol/generated";

export const START = "__start__";
export const END = "__end__";

/** Below a card: the room for the diamonds that its branches start in. */
export const TAIL_HEIGHT = 18;
const CARD_HEIGHT = 60;
const PILL = { width: 64, height: 20 };
const OPEN = { width: 16, height: 16 };
const BAR_HEIGHT = 6;

/** A thing with a place: a node's card, START or END, an unknown end, or the bar of a join. */
export interface Box {
  readonly id: string;
  readonly kind: "bar" | "card" | "open" | "pill";
  readonly width: number;
  /** Of what is seen; a layout adds `tail` below it. */
  readonly height: number;
  readonly tail: number;
}

/** One line from a box to a box. */
export interface Wire {
  readonly id: string;
  /** The contract's name of the edge, "source->target". */
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly kind: GraphEdge["kind"];
  readonly origin: GraphEdge["origin"];
  readonly label: string | null;
  /** The branch whose diamond it starts in. */
  readonly branch: string | null;
  /** The channel whose writes travel on it; null where nothing is written, as to END. */
  readonly channel: string | null;
  /** The nodes whose write counts: one, or a join's members on the line from its bar. */
  readonly writers: readonly string[];
  /** A member's line ends in the bar, without a head. */
  readonly head: boolean;
  /** The edge as gestures name it; null for the line from a join's bar, which is all of its members' edges. */
  readonly edge: WiredEdge | null;
}

/** An edge, and what the text tells of it where it was read from there. */
export interface WiredEdge extends GraphEdge {
  readonly lock?: Lock | null;
  readonly line?: number | null;
  readonly isEditable?: boolean;
}

/** The bar in which the members of a join meet. Its id is the join's channel. */
export interface Bar {
  readonly id: string;
  readonly target: string;
  readonly members: readonly string[];
}

/** The open diamond in which a branch starts. */
export interface Diamond {
  readonly id: string;
  readonly source: string;
  readonly branch: string;
}

export interface Drawing {
  readonly boxes: readonly Box[];
  readonly wires: readonly Wire[];
  readonly bars: ReadonlyMap<string, Bar>;
  readonly diamonds: readonly Diamond[];
  /** The boxes of nodes, in the graph's order. */
  readonly nodes: readonly GraphNode[];
}

/** What is drawn of a graph, compiled or read from the text. */
export interface Depicted {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly WiredEdge[];
}

/**
 * The graph as boxes and wires. Edges that a run was seen to take without a declaration come as `observed`.
 * `end` always: END is there before anything leads to it, so that something can.
 */
export function drawingOf(
  graph: Depicted,
  observed: readonly WiredEdge[] = [],
  end: "always" | "wired" = "wired",
): Drawing {
  const edges = [...graph.edges, ...observed];
  const bars = barsOf(edges);
  const wires = wiresOf(edges, bars);
  const diamonds = diamondsOf(wires);
  const forked = new Set(diamonds.map((diamond) => diamond.source));
  const boxes: Box[] = [pill(START, forked)];
  for (const node of graph.nodes) {
    boxes.push(card(node, forked));
  }
  for (const bar of bars.values()) {
    const width = Math.min(480, Math.max(96, bar.members.length * 64));
    boxes.push({ id: bar.id, kind: "bar", width, height: BAR_HEIGHT, tail: 0 });
  }
  for (const wire of wires) {
    if (wire.target.startsWith(OPEN_PREFIX)) {
      boxes.push({ id: wire.target, kind: "open", ...OPEN, tail: 0 });
    }
  }
  if (end === "always" || wires.some((wire) => wire.target === END)) {
    boxes.push(pill(END, forked));
  }
  const known = new Set(boxes.map((box) => box.id));
  return {
    boxes,
    wires: wires.filter((wire) => known.has(wire.source) && known.has(wire.target)),
    bars,
    diamonds,
    nodes: graph.nodes,
  };
}

const OPEN_PREFIX = "open:";
const NAME_CHARACTER = 7.3;
const BESIDE_NAME = 108;

function pill(id: string, forked: ReadonlySet<string>): Box {
  return { id, kind: "pill", ...PILL, tail: forked.has(id) ? TAIL_HEIGHT : 0 };
}

function card(node: GraphNode, forked: ReadonlySet<string>): Box {
  const wanted = node.name.length * NAME_CHARACTER + BESIDE_NAME;
  // Multiples of eight keep centres on whole pixels, so that straight edges stay sharp.
  const width = Math.min(272, Math.max(160, Math.ceil(wanted / 8) * 8));
  return {
    id: node.name,
    kind: "card",
    width,
    height: CARD_HEIGHT,
    tail: forked.has(node.name) ? TAIL_HEIGHT : 0,
  };
}

function barsOf(edges: readonly WiredEdge[]): ReadonlyMap<string, Bar> {
  const bars = new Map<string, Bar>();
  for (const edge of edges) {
    if (edge.join !== null && edge.target !== null) {
      const before = bars.get(edge.join)?.members ?? [];
      bars.set(edge.join, { id: edge.join, target: edge.target, members: [...before, edge.source] });
    }
  }
  return bars;
}

function wiresOf(edges: readonly WiredEdge[], bars: ReadonlyMap<string, Bar>): readonly Wire[] {
  const wires = new Map<string, Wire>();
  for (const edge of edges) {
    const wire = wireOf(edge);
    if (!wires.has(wire.id)) {
      wires.set(wire.id, wire);
    }
  }
  return [...wires.values(), ...[...bars.values()].map(trunkOf)];
}

function wireOf(edge: WiredEdge): Wire {
  const target = edge.join ?? edge.target ?? `${OPEN_PREFIX}${edge.source} ${edge.branch ?? ""}`;
  return {
    // By content, so that a wire keeps its route when others come or go.
    id: [edge.source, target, edge.branch ?? edge.kind].join(" "),
    name: `${nodeTitle(edge.source)}->${edge.target === null ? "?" : nodeTitle(edge.target)}`,
    source: edge.source,
    target,
    kind: edge.kind,
    origin: edge.origin,
    label: edge.label ?? (edge.kind === "handler" ? ON_FAILURE : null),
    branch: edge.branch,
    channel: edge.join ?? (isWoken(edge) ? `branch:to:${edge.target}` : null),
    writers: [edge.source],
    head: edge.join === null && edge.target !== null,
    edge,
  };
}

/** Said on the line to a handler: no write wakes it, a failure does. */
const ON_FAILURE = "on failure";

/** Whether a write to the target's trigger travels on the edge. */
function isWoken({ target, kind }: WiredEdge): boolean {
  return target !== null && target !== END && kind !== "handler";
}

function trunkOf(bar: Bar): Wire {
  return {
    id: `trunk:${bar.id}`,
    name: `${bar.members.join("+")}->${nodeTitle(bar.target)}`,
    source: bar.id,
    target: bar.target,
    kind: "join",
    origin: "declared",
    label: null,
    branch: null,
    channel: bar.id,
    writers: bar.members,
    head: true,
    edge: null,
  };
}

function diamondsOf(wires: readonly Wire[]): readonly Diamond[] {
  const diamonds = new Map<string, Diamond>();
  for (const wire of wires) {
    if (wire.branch !== null) {
      const id = diamondId(wire.source, wire.branch);
      diamonds.set(id, { id, source: wire.source, branch: wire.branch });
    }
  }
  return [...diamonds.values()];
}

/** The diamond of a node's branch. */
export function diamondId(source: string, branch: string): string {
  return `${source} ${branch}`;
}
