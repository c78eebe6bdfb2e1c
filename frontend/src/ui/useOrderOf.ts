/** A node's place in the graph, which gives it its hue and its glyph in every panel. */

import type { GraphCompiled } from "../protocol/generated";
import { useGraph } from "../store/useStore";

/** The place of a node; -1 for what is no node: the input, an edit, a node that the graph no longer has. */
export type OrderOf = (node: string) => number;

const NOBODY: OrderOf = () => -1;
const known = new WeakMap<GraphCompiled, OrderOf>();

/** The order of the graph at the cursor; the same function while the graph is the same. */
export function useOrderOf(): OrderOf {
  const graph = useGraph();
  return graph === null ? NOBODY : orderIn(graph);
}

function orderIn(graph: GraphCompiled): OrderOf {
  const before = known.get(graph);
  if (before !== undefined) {
    return before;
  }
  const places = new Map(graph.nodes.map(({ name }, place) => [name, place]));
  const orderOf: OrderOf = (node) => places.get(node) ?? -1;
  known.set(graph, orderOf);
  return orderOf;
}
