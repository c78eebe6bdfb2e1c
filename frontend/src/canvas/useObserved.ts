/** The edges observed so far, kept for each graph as long as the page lives. */

import { useSyncExternalStore } from "react";
import { type Observable, observable } from "../base/observable";
import type { GraphCompiled, GraphEdge } from "../protocol/generated";
import type { Page } from "../store/page";
import { useGraph, usePage } from "../store/useStore";
import { eventsIn } from "./inStore";
import { observedEdges } from "./observed";

const NONE: readonly GraphEdge[] = [];

/** By the page, then by the graph's source. */
const known = new WeakMap<Page, Observable<ReadonlyMap<string, readonly GraphEdge[]>>>();

/** The observed edges of the graph at the cursor; the same array until there is one more. */
export function useObserved(): readonly GraphEdge[] {
  const graph = useGraph();
  const all = observedIn(usePage());
  return useSyncExternalStore(
    (changed) => all.watch((value) => value, changed),
    () => (graph === null ? NONE : (all.get().get(keyOf(graph)) ?? NONE)),
  );
}

function observedIn(page: Page): Observable<ReadonlyMap<string, readonly GraphEdge[]>> {
  const before = known.get(page);
  if (before !== undefined) {
    return before;
  }
  const all = observable<ReadonlyMap<string, readonly GraphEdge[]>>(new Map());
  page.state.watch(eventsIn, (events) => {
    const { graph } = page.state.get().shown.snapshot;
    if (graph !== null) {
      const edges = all.get().get(keyOf(graph)) ?? NONE;
      const more = observedEdges(graph, events, edges);
      if (more.length > 0) {
        all.set(new Map(all.get()).set(keyOf(graph), [...edges, ...more]));
      }
    }
  });
  known.set(page, all);
  return all;
}

function keyOf({ document, graph, sourceHash }: GraphCompiled): string {
  return [sourceHash, graph, document].join(" ");
}
