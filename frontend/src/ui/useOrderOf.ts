/** A node's place in the graph, which gives it its hue and its glyph in every panel. */

import type { DrawnGraph, GraphCompiled } from "../protocol/generated";
import { drawnGraphIn } from "../store/document";
import { useGraph, usePart } from "../store/useStore";

/** The place of a node; -1 for what is no node: the input, an edit, a node that the graph no longer has. */
export type OrderOf = (node: string) => number;

const NOBODY: OrderOf = () => -1;
const known = new WeakMap<DrawnGraph | GraphCompiled, { above: GraphCompiled | null; orderOf: OrderOf }>();

/** The order of the graph that is drawn, then of the one at the cursor; the same function while both are the same. */
export function useOrderOf(): OrderOf {
  const compiled = useGraph();
  const drawn = usePart(drawnGraphIn);
  const graph = drawn ?? compiled;
  return graph === null ? NOBODY : orderIn(graph, drawn === null ? null : compiled);
}

/** Nodes that only the compiled graph has come after the drawn ones, so that no hue is given twice. */
function orderIn(graph: DrawnGraph | GraphCompiled, above: GraphCompiled | null): OrderOf {
  const before = known.get(graph);
  if (before !== undefined && before.above === above) {
    return before.orderOf;
  }
  const names = new Set([...graph.nodes, ...(above?.nodes ?? [])].map(({ name }) => name));
  const places = new Map([...names].map((name, place) => [name, place]));
  const orderOf: OrderOf = (node) => places.get(node) ?? -1;
  known.set(graph, { above, orderOf });
  return orderOf;
}
