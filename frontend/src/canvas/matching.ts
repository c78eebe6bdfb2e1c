/** Nodes by a part of their name. Pure. */

import type { GraphNode } from "../protocol/generated";

const IN_LIST = 100;

/** The first nodes whose name holds all words, with their place in the graph, and how many more there are. */
export function matching(
  nodes: readonly GraphNode[],
  words: string,
): {
  readonly found: readonly { readonly node: GraphNode; readonly order: number }[];
  readonly left: number;
} {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const all = nodes
    .map((node, order) => ({ node, order }))
    .filter(({ node }) => wanted.every((word) => node.name.toLowerCase().includes(word)));
  return { found: all.slice(0, IN_LIST), left: Math.max(0, all.length - IN_LIST) };
}
