/** Nodes by a part of their name, their function or their docstring. Pure. */

import type { GraphNode } from "../protocol/generated";

const IN_LIST = 100;

/** The first nodes that hold all words, those by name before others, with their place; and how many more there are. */
export function matching(
  nodes: readonly GraphNode[],
  words: string,
): {
  readonly found: readonly { readonly node: GraphNode; readonly order: number }[];
  readonly left: number;
} {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => wanted.every((word) => text.toLowerCase().includes(word));
  const numbered = nodes.map((node, order) => ({ node, order }));
  const byName = numbered.filter(({ node }) => has(node.name));
  const byRest = numbered.filter(
    ({ node }) => !has(node.name) && has(`${node.name} ${node.function ?? ""} ${node.doc ?? ""}`),
  );
  const all = [...byName, ...byRest];
  return { found: all.slice(0, IN_LIST), left: Math.max(0, all.length - IN_LIST) };
}
