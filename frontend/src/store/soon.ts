/** When put-aside events are folded: at the next frame, or every 50 ms while the overview draws everything. */

import type { Soon } from "./inbox";

const OVERVIEW_MS = 50;
/** A hidden tab gets no frames; its events must not pile up. */
const HIDDEN_MS = 500;

export type Pace = "frame" | "overview";

export interface Pacer {
  readonly soon: Soon;
  /** The overview of a large graph redraws as a whole: fold less often while it shows. */
  setPace(pace: Pace): void;
}

/** The clocks that a pacer needs; a page hands in its window. */
export interface Clocks {
  requestAnimationFrame(then: () => void): number;
  cancelAnimationFrame(id: number): void;
  setTimeout(then: () => void, delayMs: number): number;
  clearTimeout(id: number): void;
}

export function pacerOf(clocks: Clocks): Pacer {
  let pace: Pace = "frame";
  return {
    setPace(next) {
      pace = next;
    },
    soon(then) {
      if (pace === "overview") {
        clocks.setTimeout(then, OVERVIEW_MS);
        return;
      }
      const frame = clocks.requestAnimationFrame(() => {
        clocks.clearTimeout(timer);
        then();
      });
      const timer = clocks.setTimeout(() => {
        clocks.cancelAnimationFrame(frame);
        then();
      }, HIDDEN_MS);
    },
  };
}
