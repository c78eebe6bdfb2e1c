/** The document as the page knows it: its text, the newest drawing that could be read, what the rules found. */

import { changedText } from "../base/codePoints";
import type {
  ArrangementFrame,
  DocumentFrame,
  DocumentView,
  DrawingFrame,
  DrawnGraph,
  Finding,
  FindingsFrame,
  GraphCompiled,
  Position,
  Problem,
  TextChange,
} from "../protocol/generated";
import type { PageState } from "./state";

/** One change of the text, for an editor that follows. */
export interface Trail {
  /** The revision that the change made. */
  readonly revision: number;
  readonly changes: readonly TextChange[];
  readonly author: string | null;
  readonly cause: DocumentFrame["cause"];
}

export interface DocumentState {
  readonly view: DocumentView;
  readonly text: string;
  /** How often the text came whole: a trail leads only as far back as the last time. */
  readonly loads: number;
  /** The newest changes, oldest first, without a gap; after a text that came whole there are none. */
  readonly trail: readonly Trail[];
  /** The last drawing that could be read; of an older revision while the text does not parse. */
  readonly drawing: DrawingFrame["drawing"];
  readonly drawingRevision: number;
  /** Why the newest text cannot be read; null when it can. */
  readonly fault: Problem | null;
  readonly findings: readonly Finding[];
  readonly findingsRevision: number;
  /** Where a person put boxes, by graph and node. */
  readonly places: ReadonlyMap<string, Readonly<Record<string, Position>>>;
}

export type DocumentTold = ArrangementFrame | DocumentFrame | DrawingFrame | FindingsFrame;

const TRAIL = 200;
const NO_PLACES: ReadonlyMap<string, Readonly<Record<string, Position>>> = new Map();

/** The document after a frame; null when it cannot be known without the whole text. */
export function documentAfter(before: DocumentState | null, frame: DocumentTold): DocumentState | null {
  return frame.frame === "document" ? withText(before, frame) : before && withPart(before, frame);
}

function withPart(before: DocumentState, frame: Exclude<DocumentTold, DocumentFrame>): DocumentState {
  switch (frame.frame) {
    case "drawing":
      return frame.drawing === null
        ? { ...before, fault: frame.fault }
        : { ...before, drawing: frame.drawing, drawingRevision: frame.revision, fault: null };
    case "findings":
      return { ...before, findings: frame.findings, findingsRevision: frame.revision };
    case "arrangement":
      return { ...before, places: new Map(frame.graphs.map(({ graph, positions }) => [graph, positions])) };
  }
}

function withText(before: DocumentState | null, frame: DocumentFrame): DocumentState | null {
  const { view, text, base, changes, author, cause } = frame;
  if (text !== null) {
    return { ...(before ?? BLANK), view, text, loads: (before?.loads ?? 0) + 1, trail: [] };
  }
  if (before === null) {
    return null;
  }
  if (changes === null) {
    return { ...before, view };
  }
  if (base !== before.view.revision) {
    return null;
  }
  const trail = [...before.trail, { revision: view.revision, changes, author, cause }].slice(-TRAIL);
  return { ...before, view, text: changedText(before.text, changes), trail };
}

const BLANK: Omit<DocumentState, "loads" | "text" | "trail" | "view"> = {
  drawing: null,
  drawingRevision: -1,
  fault: null,
  findings: [],
  findingsRevision: -1,
  places: NO_PLACES,
};

/**
 * The graph that is drawn: the session's, which a langgraph.json may call by another name, else the one
 * that the text says is opened; null when there is none to draw from text, as where a function is what runs.
 */
export function drawnGraphIn({ document, session, live }: PageState): DrawnGraph | null {
  const graphs = document?.drawing?.graphs ?? [];
  const name = document?.view.graph ?? session?.graph ?? null;
  return (
    graphs.find((graph) => isCalled(graph, name)) ??
    unnamed(graphs, document?.drawing?.opens ?? null, live.graph)
  );
}

const unnamedOf = new WeakMap<
  readonly DrawnGraph[],
  { compiled: GraphCompiled | null; graph: DrawnGraph | null }
>();

/** The graph that is drawn where none has the session's name. Looked for once: every card and line asks at each event. */
function unnamed(
  graphs: readonly DrawnGraph[],
  opens: string | null,
  compiled: GraphCompiled | null,
): DrawnGraph | null {
  const before = unnamedOf.get(graphs);
  if (before !== undefined && before.compiled === compiled) {
    return before.graph;
  }
  const other = graphs.find(({ name }) => name === opens) ?? graphs[0] ?? null;
  const graph = other !== null && isAnother(other, compiled) ? null : other;
  unnamedOf.set(graphs, { compiled, graph });
  return graph;
}

/** Whether what was compiled is another graph than this one: no node of it is one of these. */
function isAnother({ nodes }: DrawnGraph, compiled: GraphCompiled | null): boolean {
  const names = new Set(nodes.map(({ name }) => name));
  const made = compiled?.nodes ?? [];
  return names.size > 0 && made.length > 0 && !made.some(({ name }) => names.has(name));
}

function isCalled(graph: DrawnGraph, name: string | null): boolean {
  return name !== null && [graph.name, graph.builder, graph.compiled, graph.function].includes(name);
}

/** Why nothing can be drawn where `isOtherPastIn`. */
export const OTHER_PAST = "This is the graph as it was when it ran. Go to the live end to draw.";

/** Whether the cursor is in a past that another text made than the one that is edited. */
export function isOtherPastIn({ cursor, shown, document }: PageState): boolean {
  const { graph } = shown.snapshot;
  return (
    cursor !== "live" && graph !== null && document !== null && graph.sourceHash !== document.view.sourceHash
  );
}
