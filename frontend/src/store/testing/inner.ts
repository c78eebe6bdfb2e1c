/** A small log of a graph inside of a node: the root's "dig" holds a graph of "drill" and "sift". */

import type { AnyEvent, GraphCompiled, InnerGraph } from "../../protocol/generated";
import { committed, compiled, planned, runPaused, runStarted, updated } from "./log";

export const NS = "dig:9f2f";
const INSIDE = { ns: NS };

/** The graph at a path, of these nodes and channels. */
export function innerGraph(
  path: string,
  nodes: readonly string[],
  channels: readonly string[] = [],
): InnerGraph {
  const { managed, edges, inputKeys, outputKeys, ...graph } = compiled(nodes, channels);
  return {
    path,
    called: false,
    nodes: graph.nodes,
    channels: graph.channels,
    managed,
    edges,
    inputKeys,
    outputKeys,
  };
}

export const HOLDING: GraphCompiled = {
  ...compiled(["dig", "report"], ["total"]),
  inner: [innerGraph("dig", ["drill", "sift"], ["depth"]), innerGraph("dig|sift", ["weigh"])],
};

/** The root's superstep 1 runs dig, in which superstep 0 was committed and superstep 1 runs drill. */
export const INTO_DIG: readonly AnyEvent[] = [
  HOLDING,
  runStarted(),
  committed(0, { at: "c0", from: null, due: ["dig"] }),
  planned(1, "dig"),
  { ...runStarted(), ...INSIDE },
  { ...planned(0, "__start__"), ...INSIDE },
  { ...committed(0, { at: "i0", from: null, due: ["drill"] }), ...INSIDE },
  { ...planned(1, "drill"), ...INSIDE },
  { ...updated(1, "depth", 4), ...INSIDE },
  { ...runPaused(1), ...INSIDE },
];
