/** What the next run is started with, as it stands in the page's boxes: texts, until a command reads them. */

import { createStore } from "zustand/vanilla";

/** The texts and numbers of the input strip. */
export interface RunInput {
  /** The input as JSON text. */
  readonly text: string;
  /** The context as JSON text; empty for none. */
  readonly contextText: string;
  readonly recursionLimit: number | null;
  /** The thread to run on; null for the session's own. */
  readonly thread: string | null;
  /** What the text was offered for; another value brings a new offer. */
  readonly offeredFor: string;
  /** Whether a person changed the text since it was offered. */
  readonly touched: boolean;
}

/** The one run input of this page. */
export const runInput = createStore<RunInput>(() => ({
  text: "{}",
  contextText: "",
  recursionLimit: null,
  thread: null,
  offeredFor: "",
  touched: false,
}));

/** Put a text into the box that nobody typed: the last input, or the document's own. What was typed is kept. */
export function offerInput(offeredFor: string, text: string): void {
  const now = runInput.getState();
  if (now.offeredFor !== offeredFor) {
    runInput.setState({ ...runInput.getInitialState(), offeredFor, text });
  } else if (!now.touched) {
    runInput.setState({ text });
  }
}

/** A person typed the input, in the box or in the form. */
export function typeInput(text: string): void {
  runInput.setState({ text, touched: true });
}

/** A person changed something under "More". */
export function typeMore(change: Partial<Pick<RunInput, "contextText" | "recursionLimit" | "thread">>): void {
  runInput.setState(change);
}
