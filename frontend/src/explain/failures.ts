/** What went wrong in a superstep: at whose hand a task failed, and which values a node's input could not be made of. */

import { isJsonObject, readJson } from "../base/json";
import { own } from "../base/record";
import type { Cell, Frame, Preview, Snapshot, TaskFailed, Writer } from "../protocol/generated";

export interface FailureFact {
  readonly error: string;
  readonly code: string;
  /** The innermost line of the user's own file. */
  readonly place: Frame | null;
  /** The node had returned: what failed is what chooses the next nodes. */
  readonly isAfterReturn: boolean;
  /** The branches that choose after this node. */
  readonly branches: readonly string[];
  /** The channel of the key that was missing, when what the node was given does not hold it. */
  readonly absent: Cell | null;
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
  { snapshot, input }: { snapshot: Snapshot; input: Preview | null },
): FailureFact {
  const { graph } = snapshot;
  const inDocument = traceback.filter((frame) => frame.inDocument);
  const edges = (graph?.edges ?? []).filter(({ source }) => source === node);
  const branches = [...new Set(edges.flatMap(({ branch }) => branch ?? []))];
  const isAfterReturn = writes.length > 0 || branches.includes(inDocument[0]?.function ?? "");
  return {
    error,
    code,
    place: inDocument.at(-1) ?? null,
    isAfterReturn,
    branches,
    absent: absentIn(error, snapshot, input),
  };
}

const MISSING_KEY = /^KeyError: '(.+)'$/;

/** The key that an error misses. */
export function missingKey(error: string): string | null {
  return MISSING_KEY.exec(error)?.[1] ?? null;
}

/** Only a dict that is known to lack the key is told of: the error may come from another one. */
function absentIn(error: string, { cells, graph }: Snapshot, input: Preview | null): Cell | null {
  const key = missingKey(error);
  const reading = input?.kind === "dict" && input.json !== undefined ? readJson(input.json) : null;
  const isState = graph?.channels.some(({ name, role }) => name === key && role === "state") ?? false;
  if (key === null || !isState || !reading?.ok || !isJsonObject(reading.value)) {
    return null;
  }
  return own(reading.value, key) === undefined ? (own(cells, key) ?? null) : null;
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
