/** What went wrong in a superstep: at whose hand a task failed, and which values a node's input could not be made of. */

import { own } from "../base/record";
import type { Frame, Preview, Snapshot, TaskFailed, Writer } from "../protocol/generated";

export interface FailureFact {
  readonly error: string;
  readonly code: string;
  /** The innermost line of the user's own file. */
  readonly place: Frame | null;
  /** The node had returned: what failed is what chooses the next nodes. */
  readonly isAfterReturn: boolean;
  /** The branches that choose after this node. */
  readonly branches: readonly string[];
}

/** A value that the input of a node could not be made of. */
export interface UnfitFact {
  readonly channel: string;
  readonly value: Preview;
  readonly writers: readonly Writer[];
}

/** A node's writes are there once it has returned, before its branches are asked. */
export function failureFact(
  { node, error, code, traceback, writes }: TaskFailed,
  { graph }: Snapshot,
): FailureFact {
  const inDocument = traceback.filter((frame) => frame.inDocument);
  const edges = (graph?.edges ?? []).filter(({ source }) => source === node);
  const branches = [...new Set(edges.flatMap(({ branch }) => branch ?? []))];
  const isAfterReturn = writes.length > 0 || branches.includes(inDocument[0]?.function ?? "");
  return { error, code, place: inDocument.at(-1) ?? null, isAfterReturn, branches };
}

/** The state's values that the sentence names, as a schema does: "n: it should be an integer". */
export function unfitIn(sentence: string, { graph, cells }: Snapshot): readonly UnfitFact[] {
  const names = new Set(Array.from(sentence.matchAll(/([\w-]+)(?:\.[\w.-]+)?: /g), ([, name = ""]) => name));
  const channels = (graph?.channels ?? []).filter(({ name, role }) => role === "state" && names.has(name));
  return channels.flatMap(({ name }) => {
    const cell = own(cells, name);
    return cell === undefined ? [] : [{ channel: name, value: cell.value, writers: cell.writers }];
  });
}
