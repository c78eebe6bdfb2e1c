/** Edges that a run was seen to take and that the graph does not declare. Pure. */

import type { AnyEvent, GraphCompiled, GraphEdge, TaskFinished, Write } from "../protocol/generated";
import { rootEvents } from "../store/inside";

const WAKES = /^branch:to:(.+)$/;

/** The edges taken in these events that are not in `known` yet. */
export function observedEdges(
  graph: GraphCompiled,
  events: readonly AnyEvent[],
  known: readonly GraphEdge[],
): readonly GraphEdge[] {
  const seen = new Set([...graph.edges, ...known].map((edge) => keyOf(edge.source, edge.target)));
  const found: GraphEdge[] = [];
  // What a graph inside a node wakes is no node of this one.
  for (const event of rootEvents(events)) {
    if (event.type === "task.finished") {
      for (const edge of edgesOf(event)) {
        if (!seen.has(keyOf(edge.source, edge.target))) {
          seen.add(keyOf(edge.source, edge.target));
          found.push(edge);
        }
      }
    }
  }
  return found;
}

function edgesOf({ node, writes }: TaskFinished): readonly GraphEdge[] {
  return writes.flatMap((write) => {
    const target = WAKES.exec(write.channel)?.[1];
    return target === undefined ? [] : [edgeOf(node, target, write)];
  });
}

function edgeOf(source: string, target: string, { via }: Write): GraphEdge {
  const branch = via.startsWith("branch:") ? via.slice("branch:".length) : null;
  const kind = branch !== null ? "branch" : via === "send" ? "send" : "command";
  return { source, target, kind, origin: "observed", label: null, join: null, branch };
}

function keyOf(source: string, target: string | null): string {
  return `${source} ${target}`;
}
