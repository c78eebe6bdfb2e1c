/** Where a person was in a document when its editor was closed, so that going to another tab and back loses no place. */

export interface Seen {
  readonly head: number;
  readonly anchor: number;
  readonly scrollTop: number;
  /** What was scrolled to last: it is not scrolled to again. */
  readonly revealed: Revealed;
}

/** The node that was chosen, and how often a line was asked for. */
export interface Revealed {
  readonly chosen: string | null;
  readonly asked: number;
}

let seen: { readonly document: string; readonly place: Seen } | null = null;

/** Keep the place in the document that was looked at last. */
export function keepSeen(document: string, place: Seen): void {
  seen = { document, place };
}

/** The place that was kept, if it is of this document. */
export function seenIn(document: string): Seen | null {
  return seen?.document === document ? seen.place : null;
}
