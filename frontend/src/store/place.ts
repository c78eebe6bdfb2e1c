/** The line of the document that a person asked to see, from a traceback, a problem or a node. */

import { createStore } from "zustand/vanilla";
import { choose } from "./ui";

export interface CodePlace {
  /** Null before anything was asked for. */
  readonly line: number | null;
  /** Counts the times: the same line asked for twice is shown twice. */
  readonly asked: number;
}

/** The place of this page. */
export const codePlace = createStore<CodePlace>(() => ({ line: null, asked: 0 }));

/** Show a line in the Code tab. */
export function goToLine(line: number): void {
  codePlace.setState(({ asked }) => ({ line, asked: asked + 1 }));
  choose({ sideTab: "code" });
}
