/** Nodes by a part of their name, their function or their docstring, those of graphs inside with the way to them. Pure. */

import type { GraphNode, InnerGraph } from "../protocol/generated";
import { idIn, ROOT, titleOf } from "../store/innerPath";

const IN_LIST = 100;

/** A node of the list. `id` is its name in the root, else its way and its name; `order` is its place in its own graph. */
export interface Listed {
  readonly id: string;
  readonly node: GraphNode;
  readonly order: number;
}

/** The nodes of the root, then those of each graph inside. */
export function listedNodes(
  nodes: readonly GraphNode[],
  inner: readonly Pick<InnerGraph, "nodes" | "path">[] = [],
): readonly Listed[] {
  return [{ path: ROOT, nodes }, ...inner].flatMap((graph) =>
    graph.nodes.map((node, order) => ({ id: idIn(graph.path, node.name), node, order })),
  );
}

/** The first nodes that hold all words, those by name before others; and how many more there are. */
export function matching(
  nodes: readonly Listed[],
  words: string,
): { readonly found: readonly Listed[]; readonly left: number } {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => wanted.every((word) => text.toLowerCase().includes(word));
  const nameOf = ({ id }: Listed) => titleOf(id);
  const byName = nodes.filter((one) => has(nameOf(one)));
  const byRest = nodes.filter(
    (one) => !has(nameOf(one)) && has(`${nameOf(one)} ${one.node.function ?? ""} ${one.node.doc ?? ""}`),
  );
  const all = [...byName, ...byRest];
  return { found: all.slice(0, IN_LIST), left: Math.max(0, all.length - IN_LIST) };
}
