/** What one entry of the browser's history shows: the start screen or a document. Never a token, nor another address. */

import { isRecord } from "../base/record";

/** A session whose document is shown, or null for the start screen. */
export type Visited = string | null;

/** What is kept in the browser's history for it. */
export function entryOf(visited: Visited): object {
  return { stepgraph: visited };
}

/** What an entry of the history shows; undefined for one that is not of this page. */
export function visitedIn(entry: unknown): Visited | undefined {
  const shown = isRecord(entry) ? entry.stepgraph : undefined;
  return shown === null || typeof shown === "string" ? shown : undefined;
}

/** How the history takes what is shown now: not at all, in place of an entry that is nobody's, or as a new one. */
export function taking(entry: unknown, visited: Visited): "not" | "push" | "replace" {
  const shown = visitedIn(entry);
  if (shown === undefined) {
    return "replace";
  }
  return shown === visited ? "not" : "push";
}
