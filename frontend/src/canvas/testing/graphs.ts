/** Graphs for tests of the canvas: as small as what they show. */

import type { DrawnEdge, GraphCompiled, GraphEdge, GraphNode } from "../../protocol/generated";
import { compiled } from "../../store/testing/log";

const START = "__start__";
const END = "__end__";

/** An edge as a text can declare it. */
export type PlainEdge = Omit<GraphEdge, "kind"> & Pick<DrawnEdge, "kind">;

/** One edge; what is left out is static, declared and without a label. */
export function edge(
  source: string,
  target: string | null,
  more: Partial<Omit<PlainEdge, "source" | "target">> = {},
): PlainEdge {
  return {
    source,
    target,
    kind: "static",
    origin: "declared",
    label: null,
    join: null,
    branch: null,
    ...more,
  };
}

/** One edge of a branch, with its label. */
export function branchEdge(source: string, target: string, branch: string): PlainEdge {
  return edge(source, target, { kind: "branch", branch, label: target });
}

/** One edge of a join into `target`. */
export function joinEdge(source: string, target: string, members: readonly string[]): PlainEdge {
  return edge(source, target, { kind: "join", join: `join:${members.join("+")}:${target}` });
}

/** A graph of these nodes and edges, without channels. */
export function graphOf(
  names: readonly string[],
  edges: readonly GraphEdge[],
  more: Partial<GraphCompiled> = {},
): GraphCompiled {
  return { ...compiled([], []), nodes: names.map(nodeOf), edges, ...more };
}

/** Fan out, an observed goto, a join, and a branch that closes a loop. */
export function surveyGraph(): GraphCompiled {
  const members = ["north", "south"];
  return graphOf(
    ["fan", "north", "permit", "south", "merge", "report"],
    [
      edge(START, "fan"),
      edge("fan", "north"),
      edge("fan", "permit", { kind: "command", origin: "inferred" }),
      edge("permit", "south"),
      joinEdge("north", "merge", members),
      joinEdge("south", "merge", members),
      branchEdge("merge", "report", "enough"),
      branchEdge("merge", "fan", "enough"),
      edge("report", END),
    ],
  );
}

function nodeOf(name: string): GraphNode {
  return {
    name,
    triggers: [`branch:to:${name}`],
    defer: false,
    function: name,
    line: 1,
    endLine: 2,
    doc: null,
  };
}
