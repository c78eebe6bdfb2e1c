/** Drawn graphs, findings and documents made by hand, with everything that a test does not care about filled in. */

import type {
  CodePlace,
  DocumentView,
  DrawnChannel,
  DrawnField,
  DrawnGraph,
  DrawnNode,
  DrawnSchema,
  Finding,
} from "../../protocol/generated";
import type { Told } from "../../protocol/socket";

export function codePlace(name: string, more: Partial<CodePlace> = {}): CodePlace {
  return {
    text: name,
    kind: "function",
    name,
    span: { start: 0, end: 1 },
    path: null,
    line: null,
    endLine: null,
    doc: null,
    graph: null,
    ...more,
  };
}

export function drawnNode(name: string, more: Partial<DrawnNode> = {}): DrawnNode {
  return {
    name,
    code: codePlace(name),
    span: { start: 0, end: 1 },
    line: null,
    defer: false,
    options: [],
    goto: [],
    reads: [],
    writes: [],
    inputSchema: null,
    lock: null,
    ...more,
  };
}

export function drawnField(name: string, more: Partial<DrawnField> = {}): DrawnField {
  return {
    name,
    annotation: "str",
    type: "str",
    kind: "LastValue",
    reducer: null,
    accumulate: false,
    default: null,
    span: { start: 0, end: 1 },
    nameSpan: { start: 0, end: 1 },
    annotationSpan: { start: 0, end: 1 },
    line: null,
    lock: null,
    ...more,
  };
}

export function drawnSchema(
  name: string,
  fields: readonly DrawnField[],
  more: Partial<DrawnSchema> = {},
): DrawnSchema {
  return {
    name,
    roles: ["state", "input", "output"],
    form: "typeddict",
    fields,
    bases: [],
    path: null,
    span: { start: 0, end: 1 },
    line: null,
    lock: null,
    ...more,
  };
}

export function drawnChannel(name: string, more: Partial<DrawnChannel> = {}): DrawnChannel {
  return { name, kind: "LastValue", type: "str", reducer: null, io: "both", schemas: ["State"], ...more };
}

/** A graph; without channels of its own it gets those of its schemas. */
export function drawnGraph(more: Partial<DrawnGraph> = {}): DrawnGraph {
  const names = new Set((more.schemas ?? []).flatMap(({ fields }) => fields.map(({ name }) => name)));
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
    channels: [...names].map((name) => drawnChannel(name)),
    options: [],
    locks: [],
    span: { start: 0, end: 1 },
    line: 1,
    insert: 1,
    ...more,
  };
}

export function finding(code: string, more: Partial<Finding> = {}): Finding {
  return {
    code,
    severity: "warning",
    sentence: `What ${code} says.`,
    graph: "graph",
    span: null,
    line: null,
    column: null,
    nodes: [],
    channels: [],
    edges: [],
    paths: [],
    mends: [],
    ...more,
  };
}

export function documentView(more: Partial<DocumentView> = {}): DocumentView {
  return {
    path: "graph.py",
    revision: 1,
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

/** The frames of a document that was just opened: its text, and its drawing of one graph (null: none can be read). */
export function opened(graph: DrawnGraph | null, more: Partial<DocumentView> = {}): readonly Told[] {
  const view = documentView(more);
  return [
    { frame: "document", view, text: "text\n", base: null, changes: null, author: null, cause: "opened" },
    {
      frame: "drawing",
      revision: view.revision,
      drawing: {
        path: view.path,
        package: "langgraph",
        graphs: graph === null ? [] : [graph],
        functions: [],
        opens: graph?.name ?? null,
      },
      fault: null,
    },
  ];
}
