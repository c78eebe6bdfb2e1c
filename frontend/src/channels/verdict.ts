/** What is said of a cell in the columns "Returned" and "Version". Pure. */

import { EDIT } from "../base/nodeTitle";
import type { Cell, StepEntry } from "../protocol/generated";

/** An answer of `update()` and its kin: the word, what goes with it, and its icon. */
export interface Verdict {
  readonly word: "False" | "True" | "not asked" | "not reached" | "raised" | "waits";
  readonly note: string | null;
}

const ASKED_BY = {
  consume: "consumed",
  empty: "emptied",
  finish: "finished",
  write: null,
} as const;

/**
 * What the shown superstep got from a channel.
 *
 * `pending` counts writes that no update took: while the step is open they wait, when it was aborted they were not
 * reached. "Not asked" differs from False, which is an answer.
 */
export function verdictOf(cell: Cell, pending: number, status: StepEntry["status"] | null): Verdict {
  if (cell.conflict !== null) {
    return { word: "raised", note: null };
  }
  if (pending > 0) {
    return status === "open" ? { word: "waits", note: "for apply" } : { word: "not reached", note: null };
  }
  // What a person puts in place of a value comes past update().
  if (cell.returned === null || cell.writes.some(({ node }) => node === EDIT)) {
    return { word: "not asked", note: null };
  }
  if (status === "aborted") {
    return { word: cell.returned ? "True" : "False", note: "taken back" };
  }
  return answerOf(cell.returned, cell.cause === null ? null : ASKED_BY[cell.cause]);
}

function answerOf(returned: boolean, asked: string | null): Verdict {
  if (returned) {
    return { word: "True", note: asked };
  }
  return { word: "False", note: asked === null ? "no change" : `${asked}, no change` };
}

/** The version as it moved: the old one only where the shown superstep changed it. */
export function versionMove(cell: Cell): { readonly before: string | null; readonly now: string } {
  const now = cell.version === null ? "–" : String(cell.version);
  const moved = cell.changed && cell.versionBefore !== cell.version;
  return { before: moved ? (cell.versionBefore === null ? "–" : String(cell.versionBefore)) : null, now };
}
