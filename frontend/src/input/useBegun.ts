/** What the run at hand began with, as far as this window knows: the events show it, but not as the text of a box. */

import { useState } from "react";
import type { RunView } from "../protocol/generated";
import type { RunInput } from "../store/input";

/** A run, and the input text that it began with; null when it is not known. */
export interface Begun {
  readonly session: string | null;
  readonly run: string;
  readonly thread: string | null;
  readonly text: string | null;
}

/** The input text that the newest run began with. `last` is what the server knew when the session was opened. */
export function useBegun(
  session: { session: string; input: string | null } | null,
  run: RunView,
  input: RunInput,
): string | null {
  const id = session?.session ?? null;
  const opened: Begun = { session: id, run: run.run, thread: run.thread, text: session?.input ?? null };
  const [begun, setBegun] = useState(opened);
  if (begun.session === id && begun.run === run.run) {
    return begun.text;
  }
  const next = begun.session === id ? begunAfter(begun, run, input) : opened;
  setBegun(next);
  return next.text;
}

/** A new run takes what stands in the box; a restarted one, on a thread that nobody named, and a fork do not. */
export function begunAfter(before: Begun, run: RunView, input: RunInput): Begun {
  const isRestarted = before.run !== "" && run.thread !== before.thread && run.thread !== input.thread;
  const takesBox = run.kind === "input" && !isRestarted;
  return { ...before, run: run.run, thread: run.thread, text: takesBox ? input.text : before.text };
}
