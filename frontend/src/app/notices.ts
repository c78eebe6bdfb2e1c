/** What the page says in passing: why a key did nothing, what the server refused, what was done. */

import { createStore } from "zustand/vanilla";

export interface Notice {
  /** Counts up, so that the same sentence twice is told twice. */
  readonly id: number;
  readonly sentence: string;
  readonly tone: "plain" | "refuse";
}

/** The notice on the page, if there is one. */
export const notices = createStore<{ notice: Notice | null; count: number }>(() => ({
  notice: null,
  count: 0,
}));

/** Say a sentence; it takes the place of the one before. */
export function notify(sentence: string, tone: Notice["tone"] = "plain"): void {
  notices.setState(({ count }) => ({ count: count + 1, notice: { id: count + 1, sentence, tone } }));
}

/** Take a notice away, unless another has taken its place. */
export function dismiss(id: number): void {
  notices.setState(({ notice }) => (notice?.id === id ? { notice: null } : {}));
}
