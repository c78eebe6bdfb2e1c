/** A graph inside of a node, looked at as if it were the root: what shows the root shows it, too. Pure, each made once. */

import { own, put } from "../base/record";
import type {
  AnyEvent,
  Cell,
  GraphCompiled,
  InnerView,
  Snapshot,
  StepAborted,
  StepCommitted,
  StepEntry,
} from "../protocol/generated";
import { unwrittenCell } from "./fold/cells";
import { EMPTY } from "./fold/draft";
import { ROOT } from "./innerPath";
import type { PageState, Shown } from "./state";

const states = new WeakMap<PageState, Map<string, PageState>>();
const moments = new WeakMap<Shown, Map<string, Shown>>();
const graphs = new WeakMap<GraphCompiled, Map<string, GraphCompiled | null>>();
const events = new WeakMap<AnyEvent, Map<string, AnyEvent>>();

/** The state as the graph at that path has it; the state itself for the root. The document's text is the root's. */
export function scopedTo(state: PageState, path: string): PageState {
  return path === ROOT
    ? state
    : once(states, state, path, () => ({
        ...state,
        live: { ...state.live, graph: null },
        shown: shownInside(state, path),
        document: null,
      }));
}

/** A graph inside as if it were compiled by itself; null where nothing is known of it. */
export function compiledInside(graph: GraphCompiled, path: string): GraphCompiled | null {
  return once(graphs, graph, path, () => {
    const inner = graph.inner.find((one) => one.path === path);
    if (inner === undefined) {
      return null;
    }
    const { nodes, channels, managed, edges, inputKeys, outputKeys } = inner;
    const deeper = graph.inner.filter((one) => one.path.startsWith(`${path}|`));
    return {
      ...graph,
      nodes,
      channels,
      managed,
      edges,
      inputKeys,
      outputKeys,
      inputSchema: null,
      contextSchema: null,
      prefill: null,
      interruptBefore: [],
      interruptAfter: [],
      inner: deeper.map((one) => ({ ...one, path: one.path.slice(path.length + 1) })),
    };
  });
}

function shownInside({ shown, live }: PageState, path: string): Shown {
  return once(moments, shown, path, () => {
    const root = shown.snapshot.graph ?? live.graph;
    const graph = root === null ? null : compiledInside(root, path);
    const view = own(shown.snapshot.inner, path) ?? null;
    if (view === null) {
      return {
        snapshot: { ...EMPTY, graph, cells: cellsOf(graph) },
        entry: null,
        events: [],
        isLive: shown.isLive,
      };
    }
    const told = newestIn(shown.events, view);
    const entry = entryOf(view, told, shown.snapshot);
    return {
      snapshot: snapshotOf(view, graph, { entry, told, root: shown.snapshot }),
      entry,
      events: told,
      isLive: shown.isLive,
    };
  });
}

interface Told {
  readonly entry: StepEntry | null;
  readonly told: readonly AnyEvent[];
  readonly root: Snapshot;
}

function snapshotOf(view: InnerView, graph: GraphCompiled | null, { entry, told, root }: Told): Snapshot {
  const { cells, undo, nodes, managed } = view;
  const isOpen = entry?.status === "open";
  return {
    ...EMPTY,
    seq: root.seq,
    run: root.run,
    graph,
    cells,
    undo,
    nodes,
    managed,
    next: (view.status === "committed" ? commitIn(told)?.next : undefined) ?? EMPTY.next,
    open: isOpen ? entry : null,
    steps: entry === null || isOpen ? EMPTY.steps : [entry],
  };
}

/**
 * The events of the newest superstep in that run, and of graphs inside of it, told as if the run were the root's. None
 * where they are not at hand: of a superstep of the root that told very much, a page that comes in gets the first.
 */
function newestIn(all: readonly AnyEvent[], { ns, step }: InnerView): readonly AnyEvent[] {
  const from = all.findLastIndex(
    (event) => event.ns === ns && event.type === "step.planned" && event.step === step,
  );
  const isIn = (event: AnyEvent) => event.ns === ns || event.ns.startsWith(`${ns}|`);
  return from < 0
    ? []
    : all
        .slice(from)
        .filter(isIn)
        .map((event) => asRoot(event, ns));
}

function asRoot(event: AnyEvent, ns: string): AnyEvent {
  return once(events, event, ns, () => ({ ...event, ns: event.ns.slice(ns.length + 1) }));
}

/** The newest superstep of the run; null before the first. Its events may be of a root's superstep that is not shown. */
function entryOf(view: InnerView, told: readonly AnyEvent[], { run }: Snapshot): StepEntry | null {
  if (view.step === null) {
    return null;
  }
  const plan = told.find((event) => event.type === "step.planned");
  const commit = commitIn(told);
  const abort = told.findLast(
    (event): event is StepAborted => event.ns === ROOT && event.type === "step.aborted",
  );
  const working = Object.values(view.nodes).filter(({ status }) => status !== "idle");
  const nodes = plan?.tasks.map(({ node }) => node) ?? working.map(({ name }) => name);
  return {
    key: view.step + 1,
    step: view.step,
    lane: 0,
    run: run.run,
    status: statusOf(view, commit !== undefined || told.length === 0, abort !== undefined),
    source: commit?.source ?? null,
    reason: abort?.reason ?? null,
    checkpoint: commit?.checkpoint ?? null,
    parent: commit?.parent ?? null,
    nodes: [...new Set(nodes)],
    failed: working.filter(({ status }) => status === "failed").map(({ name }) => name),
    durations: commit?.durations ?? null,
    seqFrom: 0,
    seqTo: 0,
  };
}

/** A run that has ended tells only by its events how its last superstep did. */
function statusOf({ status }: InnerView, isCommitted: boolean, isAborted: boolean): StepEntry["status"] {
  if (status === "ended") {
    return isAborted || !isCommitted ? "aborted" : "committed";
  }
  return status;
}

/** The commit of the run's own superstep; graphs further inside have theirs. */
function commitIn(told: readonly AnyEvent[]): StepCommitted | undefined {
  return told.findLast(
    (event): event is StepCommitted => event.ns === ROOT && event.type === "step.committed",
  );
}

/** Before its first run each channel holds what it begins with. */
function cellsOf(graph: GraphCompiled | null): Snapshot["cells"] {
  const cells: Record<string, Cell> = {};
  for (const channel of graph?.channels ?? []) {
    put(cells, channel.name, unwrittenCell(channel));
  }
  return cells;
}

function once<Key extends object, Value>(
  made: WeakMap<Key, Map<string, Value>>,
  key: Key,
  path: string,
  make: () => Value,
): Value {
  const ofKey = made.get(key) ?? new Map<string, Value>();
  made.set(key, ofKey);
  const before = ofKey.get(path);
  if (before !== undefined) {
    return before;
  }
  const value = make();
  ofKey.set(path, value);
  return value;
}
