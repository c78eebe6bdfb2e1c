/** What a repair of a refused channel comes to as an edit of the drawing. Pure. */

import type {
  AnyGesture,
  ChannelConflicted,
  DrawnEdge,
  DrawnField,
  DrawnGraph,
  Repair,
} from "../protocol/generated";

/** The edit; null where only a person can make the repair, or where the file no longer has what it would repair. */
export function repairGesture(
  repair: Repair,
  conflict: ChannelConflicted,
  graph: DrawnGraph | null,
): AnyGesture | null {
  // A subgraph's channels are drawn in a graph of their own.
  if (graph === null || conflict.ns !== "") {
    return null;
  }
  switch (repair.code) {
    case "channel.reducer":
      return reducerGesture(repair, fieldIn(graph, conflict.channel));
    case "graph.order":
      return orderGesture(conflict, graph);
    case "write.other_key":
      return keyGesture(repair, graph);
    default:
      return null;
  }
}

function fieldIn({ schemas }: DrawnGraph, name: string): DrawnField | null {
  return schemas.flatMap(({ fields }) => fields).find((field) => field.name === name) ?? null;
}

/** A plain field gets the reducer that fits its type; where that is no adding up, one of the person's own. */
function reducerGesture({ source }: Repair, field: DrawnField | null): AnyGesture | null {
  if (field === null || field.lock !== null || field.reducer !== null) {
    return null;
  }
  const { name } = field;
  const adds = source.endsWith(", operator.add]");
  return {
    type: "field.merge",
    name,
    merge: adds ? { kind: "add" } : { kind: "function", function: `merge_${name}` },
  };
}

/** The second writer follows the first one: in place of the one edge that starts it, if that is all that does. */
function orderGesture({ writes }: ChannelConflicted, graph: DrawnGraph): AnyGesture | null {
  const [first, second] = new Set(writes.map(({ node }) => node));
  const isThere = (name: string | undefined) => graph.nodes.some((node) => node.name === name);
  if (first === undefined || second === undefined || !isThere(first) || !isThere(second)) {
    return null;
  }
  const inbound = graph.edges.filter(({ target }) => target === second);
  if (inbound.some(({ source }) => source === first)) {
    return null;
  }
  const [only] = inbound;
  return only !== undefined && inbound.length === 1 && canMove(only)
    ? { type: "edge.move", source: only.source, target: second, toSource: first, toTarget: second }
    : { type: "edge.add", source: first, target: second };
}

function canMove({ kind, origin, lock }: DrawnEdge): boolean {
  return kind === "static" && origin === "declared" && lock === null;
}

/** The key is declared; what the node returns stays for the person to write. */
function keyGesture({ source }: Repair, graph: DrawnGraph): AnyGesture | null {
  const at = source.indexOf(": ");
  const name = source.slice(0, at);
  if (at < 1 || fieldIn(graph, name) !== null) {
    return null;
  }
  return { type: "field.add", name, annotation: source.slice(at + 2), merge: { kind: "LastValue" } };
}
