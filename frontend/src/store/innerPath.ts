/** Names of graphs inside of nodes and of their nodes: "dig|sift" is sift in the graph inside dig. No name has a bar in it. */

/** The path of the root graph. */
export const ROOT = "";

const BAR = "|";

const HANDLER = /^__(default_)?error_handler__/;

/** A namespace without the tasks whose failure a handler takes: it stands behind them, and is a node like them. */
export function withoutFailed(ns: string): string {
  const parts = ns.split(BAR);
  return parts.filter((_, index) => !HANDLER.test(parts[index + 1] ?? "")).join(BAR);
}

/** The nodes that lead to the graph of this namespace, "sub:9f2f|deeper:02ab": without ids of tasks and numbers of calls. */
export function pathOf(ns: string): string {
  const parts = withoutFailed(ns).split(BAR);
  // A number counts the calls of a node, so the first part is a node, whatever its name.
  const nodes = parts.filter((part, index) => index === 0 || !/^[0-9]+$/.test(part));
  return nodes.map(nodeOf).join(BAR);
}

/** The node of one part of a namespace, "sub:9f2f"; a name may have a colon of its own. */
function nodeOf(part: string): string {
  const end = part.lastIndexOf(":");
  return end < 0 ? part : part.slice(0, end);
}

/** The name by which the whole page knows a node of the graph at that path. In the root it is its own. */
export function idIn(path: string, name: string): string {
  return path === ROOT ? name : `${path}${BAR}${name}`;
}

/** The graph that a node stands in. */
export function pathOfId(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf(BAR)));
}

/** A node's own name. */
export function nameOfId(id: string): string {
  return id.slice(id.lastIndexOf(BAR) + 1);
}

/** Whether it is a node of a graph inside. */
export function isInner(id: string): boolean {
  return id.includes(BAR);
}

/** How people read a path or an id: "dig › sift". */
export function titleOf(id: string): string {
  return id.replaceAll(BAR, " › ");
}

/** The graphs that lead to this one, from the root's node on: "dig", "dig|sift". */
export function pathsTo(path: string): readonly string[] {
  const names = path === ROOT ? [] : path.split(BAR);
  return names.map((_, index) => names.slice(0, index + 1).join(BAR));
}
