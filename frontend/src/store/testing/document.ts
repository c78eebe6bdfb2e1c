/** What a server tells of a document, with everything that a test does not care about filled in. */

import type {
  CodePlace,
  DocumentFrame,
  DocumentView,
  DrawingFrame,
  DrawnGraph,
  DrawnNode,
} from "../../protocol/generated";

export const DOCUMENT_VIEW: DocumentView = {
  path: "/home/me/graph.py",
  revision: 0,
  sourceHash: "hash-0",
  saved: true,
  autosave: true,
  undo: null,
  redo: null,
  readOnly: null,
  trouble: null,
  conflict: null,
  target: null,
  graph: null,
};

/** The document at a revision; `view` says what else of it is otherwise. */
export function documentFrame(
  told: Partial<Omit<DocumentFrame, "frame" | "view">> & {
    revision?: number;
    view?: Partial<DocumentView>;
  },
): DocumentFrame {
  const { revision = 0, view, ...rest } = told;
  return {
    frame: "document",
    view: { ...DOCUMENT_VIEW, revision, ...view },
    text: null,
    base: null,
    changes: null,
    author: null,
    cause: "opened",
    ...rest,
  };
}

export function codePlaceOf(name: string, told: Partial<CodePlace> = {}): CodePlace {
  return {
    text: name,
    kind: "function",
    name,
    span: null,
    path: null,
    line: null,
    endLine: null,
    doc: null,
    graph: null,
    ...told,
  };
}

export function drawnNode(name: string, told: Partial<DrawnNode> = {}): DrawnNode {
  return {
    name,
    code: codePlaceOf(name),
    span: null,
    line: null,
    defer: false,
    options: [],
    goto: [],
    reads: null,
    writes: null,
    inputSchema: null,
    lock: null,
    ...told,
  };
}

export function drawnGraph(told: Partial<DrawnGraph> = {}): DrawnGraph {
  return {
    name: "graph",
    builder: "builder",
    compiled: "graph",
    function: null,
    form: "statements",
    schemas: [],
    nodes: [],
    edges: [],
    branches: [],
    channels: [],
    options: [],
    locks: [],
    span: { start: 0, end: 0 },
    line: 1,
    insert: 0,
    ...told,
  };
}

export function drawingFrame(revision: number, ...graphs: readonly DrawnGraph[]): DrawingFrame {
  return {
    frame: "drawing",
    revision,
    drawing: {
      path: "/home/me/graph.py",
      package: null,
      graphs,
      functions: [],
      opens: graphs[0]?.name ?? null,
    },
    fault: null,
  };
}
