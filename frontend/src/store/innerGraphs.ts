/** Which nodes hold a graph, and what is known of it: from the text as it is drawn, or from what was compiled. Pure. */

import type { DrawnGraph, GraphCompiled } from "../protocol/generated";
import { drawnGraphIn, isOtherPastIn } from "./document";
import { nameOfId, pathOfId, ROOT } from "./innerPath";
import { compiledInside } from "./scope";
import type { PageState } from "./state";

/** A graph inside: as the text has it, where the text tells, and as it was compiled. */
export interface InnerSource {
  readonly drawn: DrawnGraph | null;
  readonly compiled: GraphCompiled | null;
}

/** The graph at that path; null where no graph is known there. */
export function innerSourceIn(state: PageState, path: string): InnerSource | null {
  const root = state.shown.snapshot.graph ?? state.live.graph;
  const compiled = root === null ? null : compiledInside(root, path);
  const drawn = isDrawnIn(state) ? drawnInside(state, path) : null;
  return compiled === null && drawn === null ? null : { drawn, compiled };
}

/** Whether this node holds a graph that is known. */
export function holdsGraphIn(state: PageState, id: string): boolean {
  return innerSourceIn(state, id) !== null;
}

function isDrawnIn(state: PageState): boolean {
  // A past that another text made is drawn as it was compiled.
  return !isOtherPastIn(state);
}

/** The graph of the text that leads there by the nodes of the path; null where the text does not tell. */
function drawnInside(state: PageState, path: string): DrawnGraph | null {
  if (path === ROOT) {
    return drawnGraphIn(state);
  }
  const around = drawnInside(state, pathOfId(path));
  const held = around === null ? undefined : heldBy(around).get(nameOfId(path));
  return held === undefined
    ? null
    : (state.document?.drawing?.graphs.find((graph) => isCalled(graph, held)) ?? null);
}

const known = new WeakMap<DrawnGraph, ReadonlyMap<string, string>>();

/** The names of the graphs that nodes hold, by node; every card asks at each event. */
function heldBy(graph: DrawnGraph): ReadonlyMap<string, string> {
  const before = known.get(graph);
  if (before !== undefined) {
    return before;
  }
  const held = graph.nodes.flatMap(({ name, code }) =>
    code.graph === null ? [] : [[name, code.graph] as const],
  );
  const names = new Map(held);
  known.set(graph, names);
  return names;
}

function isCalled({ name, builder, compiled, function: made }: DrawnGraph, held: string): boolean {
  return [name, builder, compiled, made].includes(held);
}
