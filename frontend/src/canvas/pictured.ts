/** What the canvas pictures: the document's drawing, or the graph that was compiled, in one shape. Pure. */

import type {
  DrawnBranch,
  DrawnEdge,
  DrawnGraph,
  DrawnNode,
  GraphCompiled,
  GraphEdge,
  GraphNode,
  Lock,
} from "../protocol/generated";
import { OTHER_PAST } from "../store/document";

/** A node as both sources tell it, with what only the text knows. */
export interface PicturedNode extends GraphNode {
  readonly lock: Lock | null;
  /** The state keys that its text writes and reads; null when that cannot be told. */
  readonly writes: readonly string[] | null;
  readonly reads: readonly string[] | null;
  /** The text's own words on it; null for a compiled graph. */
  readonly drawn: DrawnNode | null;
}

export interface PicturedEdge extends GraphEdge {
  readonly lock: Lock | null;
  readonly line: number | null;
  /** Whether a gesture can change it: it stands in the text, and nothing locks it. */
  readonly isEditable: boolean;
}

export interface Pictured {
  /** Another id is another picture: nothing of the former one's layout holds. */
  readonly id: string;
  /** The graph's name, for commands. */
  readonly name: string;
  /** The revision of the text that is pictured; null for a compiled graph. */
  readonly revision: number | null;
  readonly nodes: readonly PicturedNode[];
  readonly edges: readonly PicturedEdge[];
  readonly branches: readonly DrawnBranch[];
  readonly stateChannels: ReadonlySet<string>;
  readonly interruptBefore: readonly string[];
  readonly interruptAfter: readonly string[];
  /** Why nothing can be drawn here, as a sentence; null when it can. */
  readonly blocked: string | null;
  /** What is to be said of it, over the drawing. */
  readonly note: string | null;
}

export const PAST_NOTE = "The graph as it was when it ran";
const NOT_READ = "The file's text is not drawn yet: only what was compiled is shown.";

/** A compiled graph, which is looked at and not drawn. */
export function ofCompiled(graph: GraphCompiled, when: "now" | "past"): Pictured {
  return {
    id: `${graph.document} ${graph.graph}${when === "past" ? ` ${graph.sourceHash}` : ""}`,
    name: graph.graph,
    revision: null,
    nodes: graph.nodes.map((node) => ({ ...node, lock: null, writes: null, reads: null, drawn: null })),
    edges: graph.edges.map((edge) => ({ ...edge, lock: null, line: null, isEditable: false })),
    branches: [],
    stateChannels: new Set(
      graph.channels.filter(({ role }) => role === "state").map((channel) => channel.name),
    ),
    interruptBefore: graph.interruptBefore,
    interruptAfter: graph.interruptAfter,
    blocked: when === "past" ? OTHER_PAST : NOT_READ,
    note: when === "past" ? PAST_NOTE : null,
  };
}

export interface Source {
  readonly path: string;
  readonly graph: DrawnGraph;
  readonly revision: number;
  /** Why the document cannot be edited; null when it can. */
  readonly readOnly: string | null;
}

/** The document's drawing, with the triggers and breakpoints of what was compiled of it. */
export function ofDrawn(
  { path, graph, revision, readOnly }: Source,
  compiled: GraphCompiled | null,
): Pictured {
  const known = new Map((compiled?.nodes ?? []).map((node) => [node.name, node]));
  const nodes = graph.nodes.map((node) => nodeOf(node, known.get(node.name)));
  return {
    id: `${path} ${graph.name}`,
    name: graph.name,
    revision,
    nodes,
    edges: graph.edges.map(edgeOf),
    branches: graph.branches,
    stateChannels: new Set(graph.channels.map(({ name }) => name)),
    interruptBefore: compiled?.interruptBefore ?? [],
    interruptAfter: compiled?.interruptAfter ?? [],
    blocked: readOnly,
    note: null,
  };
}

function nodeOf(node: DrawnNode, compiled: GraphNode | undefined): PicturedNode {
  const { name, code, defer, reads, writes, lock } = node;
  return {
    name,
    triggers: compiled?.triggers ?? [`branch:to:${name}`],
    defer,
    function: code.name ?? code.text,
    line: code.path === null ? (code.line ?? node.line) : node.line,
    endLine: code.path === null ? code.endLine : null,
    doc: code.doc,
    lock,
    writes,
    reads,
    drawn: node,
  };
}

/** What a function or an option says: no statement of its own declares it. */
const BY_CODE: ReadonlySet<DrawnEdge["kind"]> = new Set(["command", "handler", "send"]);

function edgeOf({ source, target, kind, origin, label, join, branch, line, lock }: DrawnEdge): PicturedEdge {
  const isEditable = lock === null && origin === "declared" && !BY_CODE.has(kind);
  return { source, target, kind, origin, label, join, branch, lock, line, isEditable };
}

/** The edges that a run took and that the picture does not have by itself. */
export function unseen(picture: Pictured, observed: readonly GraphEdge[]): readonly PicturedEdge[] {
  const has = new Set(picture.edges.map(({ source, target }) => `${source} ${target}`));
  return observed
    .filter(({ source, target }) => !has.has(`${source} ${target}`))
    .map((edge) => ({ ...edge, lock: null, line: null, isEditable: false }));
}
