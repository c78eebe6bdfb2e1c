/** The edges observed so far, of the root and of graphs inside, kept for each graph as long as the page lives. */

import { useCallback, useSyncExternalStore } from "react";
import { type Observable, observable } from "../base/observable";
import type { AnyEvent, GraphCompiled, GraphEdge } from "../protocol/generated";
import { pathOf, ROOT } from "../store/innerPath";
import type { Page } from "../store/page";
import { compiledInside } from "../store/scope";
import { useGraph, usePage } from "../store/useStore";
import { eventsIn } from "./inStore";
import { observedEdges } from "./observed";

const NONE: readonly GraphEdge[] = [];

/** By the graph's source and the path in it. */
type Seen = ReadonlyMap<string, readonly GraphEdge[]>;

const known = new WeakMap<Page, Observable<Seen>>();

/** The observed edges of the graph at the cursor; the same array until there is one more. */
export function useObserved(): readonly GraphEdge[] {
  return useObservedAt()(ROOT);
}

/** The observed edges by the path of a graph inside; the same function until there is one more anywhere. */
export function useObservedAt(): (path: string) => readonly GraphEdge[] {
  const graph = useGraph();
  const all = observedIn(usePage());
  const seen = useSyncExternalStore(
    (changed) => all.watch((value) => value, changed),
    () => all.get(),
  );
  return useCallback(
    (path) => (graph === null ? NONE : (seen.get(keyOf(graph, path)) ?? NONE)),
    [graph, seen],
  );
}

function observedIn(page: Page): Observable<Seen> {
  const before = known.get(page);
  if (before !== undefined) {
    return before;
  }
  const all = observable<Seen>(new Map());
  page.state.watch(eventsIn, (events) => {
    const { graph } = page.state.get().shown.snapshot;
    if (graph !== null) {
      all.set(withMore(all.get(), graph, events));
    }
  });
  known.set(page, all);
  return all;
}

function withMore(seen: Seen, graph: GraphCompiled, events: readonly AnyEvent[]): Seen {
  const after = new Map(seen);
  for (const [path, its] of byPath(events)) {
    const inner = path === ROOT ? graph : compiledInside(graph, path);
    const edges = seen.get(keyOf(graph, path)) ?? NONE;
    const more = inner === null ? NONE : observedEdges(inner, its, edges);
    if (more.length > 0) {
      after.set(keyOf(graph, path), [...edges, ...more]);
    }
  }
  return [...after].every(([key, edges]) => seen.get(key) === edges) ? seen : after;
}

/** The events of each graph, told as if it were the root. */
function byPath(events: readonly AnyEvent[]): ReadonlyMap<string, readonly AnyEvent[]> {
  const groups = new Map<string, AnyEvent[]>([[ROOT, []]]);
  for (const event of events) {
    if (event.type === "task.finished") {
      const path = pathOf(event.ns);
      const group = groups.get(path) ?? [];
      groups.set(path, group);
      group.push(event.ns === "" ? event : { ...event, ns: "" });
    }
  }
  return groups;
}

function keyOf({ document, graph, sourceHash }: GraphCompiled, path: string): string {
  return [sourceHash, graph, document, path].join(" ");
}
