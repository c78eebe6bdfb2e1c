/** Drawn graphs for tests of the canvas, and the frames that tell of them. */

import type {
  ArrangementFrame,
  CodePlace,
  DocumentFrame,
  DocumentView,
  DrawingFrame,
  DrawnEdge,
  DrawnGraph,
  DrawnNode,
} from "../../protocol/generated";
import type { PlainEdge } from "./graphs";

export const TEXT = "graph = StateGraph(State)\n";

/** A document's view; what a test does not care about is filled in. */
export function viewOf(more: Partial<DocumentView> = {}): DocumentView {
  return {
    path: "graph.py",
    revision: 0,
    sourceHash: "0",
    saved: true,
    autosave: true,
    undo: null,
    redo: null,
    readOnly: null,
    trouble: null,
    conflict: null,
    target: null,
    graph: null,
    ...more,
  };
}

export function documentFrame(view: Partial<DocumentView> = {}): DocumentFrame {
  return {
    frame: "document",
    view: viewOf(view),
    text: TEXT,
    base: null,
    changes: null,
    author: null,
    cause: "opened",
  };
}

export function drawingFrame(graph: DrawnGraph, revision = 0): DrawingFrame {
  const drawing = {
    path: "graph.py",
    package: "langgraph",
    graphs: [graph],
    functions: ["route"],
    opens: graph.name,
  };
  return { frame: "drawing", revision, drawing, fault: null };
}

export function arrangementFrame(
  positions: Readonly<Record<string, { x: number; y: number }>>,
): ArrangementFrame {
  return { frame: "arrangement", graphs: [{ graph: "graph", positions }] };
}

/** A graph as it is read from a text: these nodes, these edges. */
export function drawnGraph(
  names: readonly string[],
  edges: readonly PlainEdge[],
  more: Partial<DrawnGraph> = {},
): DrawnGraph {
  return {
    name: "graph",
    builder: "builder",
    compiled: "graph",
    function: null,
    form: "statements",
    schemas: [],
    nodes: names.map((name) => drawnNode(name)),
    edges: edges.map(drawnEdge),
    branches: [],
    channels: [],
    options: [],
    locks: [],
    span: { start: 0, end: TEXT.length },
    line: 1,
    insert: TEXT.length,
    ...more,
  };
}

export function drawnNode(name: string, more: Partial<DrawnNode> = {}): DrawnNode {
  return {
    name,
    code: codeOf(name),
    span: { start: 0, end: 5 },
    line: 3,
    defer: false,
    options: [],
    goto: [],
    reads: [],
    writes: ["notes"],
    inputSchema: null,
    lock: null,
    ...more,
  };
}

export function codeOf(name: string, more: Partial<CodePlace> = {}): CodePlace {
  return {
    text: name,
    kind: "function",
    name,
    span: { start: 0, end: 5 },
    path: null,
    line: 7,
    endLine: 9,
    doc: null,
    graph: null,
    ...more,
  };
}

function drawnEdge(edge: PlainEdge): DrawnEdge {
  return { ...edge, span: null, line: 12, lock: null };
}
