/** What can be connected with what, and why not, in sentences. Pure. */

import { nodeTitle } from "../base/nodeTitle";
import { END, START, type WiredEdge } from "./drawing";
import type { Pictured } from "./pictured";

/** One target that a person may choose. */
export interface TargetChoice {
  readonly name: string;
  /** Why it cannot be chosen; null when it can. */
  readonly refusal: string | null;
}

/** Why no edge can lead from one to the other; null when it can. */
export function edgeRefusal(picture: Pictured, source: string, target: string): string | null {
  if (picture.blocked !== null) {
    return picture.blocked;
  }
  if (target === START) {
    return "Nothing leads to START: it is where a run begins.";
  }
  if (source === END) {
    return "Nothing leads on from END: it is where a run stops.";
  }
  return picture.edges.some((edge) => isPlain(edge) && edge.source === source && edge.target === target)
    ? `${nodeTitle(source)} leads to ${nodeTitle(target)} already.`
    : null;
}

/** All that an edge from here could lead to: END after the other nodes, and the node itself last, as loops are rare. */
export function targetChoices(picture: Pictured, source: string): readonly TargetChoice[] {
  const names = picture.nodes.map(({ name }) => name);
  const self = names.filter((name) => name === source);
  return [...names.filter((name) => name !== source), END, ...self].map((name) => ({
    name,
    refusal: edgeRefusal(picture, source, name),
  }));
}

/** Why no join of these can lead to the target; null when it can. */
export function joinRefusal(picture: Pictured, sources: readonly string[], target: string): string | null {
  if (picture.blocked !== null) {
    return picture.blocked;
  }
  if (target === START || sources.includes(START)) {
    return "START waits for nobody, and nobody waits for it.";
  }
  if (sources.includes(END)) {
    return "Nothing leads on from END: it is where a run stops.";
  }
  return sources.length < 2 ? "A join waits for two nodes or more." : null;
}

/** Why this edge cannot be changed; null when it can. */
export function edgeLock(picture: Pictured, edge: WiredEdge): string | null {
  if (picture.blocked !== null) {
    return picture.blocked;
  }
  if (edge.lock != null) {
    return edge.lock.sentence;
  }
  if (edge.isEditable === true) {
    return null;
  }
  return edge.origin === "observed"
    ? "A run was seen to take this; it is declared nowhere, so there is nothing to change."
    : "This was read from the function's own code; change it in the Code tab.";
}

/** Why this node cannot be changed; null when it can. START and END cannot be changed by any gesture. */
export function nodeLock(picture: Pictured, name: string): string | null {
  if (picture.blocked !== null) {
    return picture.blocked;
  }
  const node = picture.nodes.find((one) => one.name === name);
  return node === undefined ? `${nodeTitle(name)} is no node of this graph.` : (node.lock?.sentence ?? null);
}

/** Whether deleting these nodes leaves functions of this file that nothing else in the graph uses. */
export function orphanedFunctions(picture: Pictured, names: readonly string[]): readonly string[] {
  const staying = picture.nodes.filter(({ name }) => !names.includes(name));
  const used = new Set([
    ...staying.map(({ drawn }) => drawn?.code.name),
    ...picture.branches.filter(({ source }) => !names.includes(source)).map(({ code }) => code.name),
  ]);
  const functions = picture.nodes
    .filter(({ name, drawn }) => names.includes(name) && drawn !== null && drawn.code.span !== null)
    .flatMap(({ drawn }) => drawn?.code.name ?? []);
  return [...new Set(functions)].filter((name) => !used.has(name));
}

function isPlain(edge: WiredEdge): boolean {
  return edge.kind === "static" && edge.origin === "declared" && edge.join === null;
}
