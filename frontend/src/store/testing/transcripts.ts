/** The transcripts that the Python tests recorded: what a server tells, without one. */

import type { EventFrame, Snapshot } from "../../protocol/generated";
import { parseMessage } from "../../protocol/parse";

const FILES = import.meta.glob<string>("../../../../tests/transcripts/*.jsonl", {
  query: "?raw",
  import: "default",
  eager: true,
});

export interface Transcript {
  readonly name: string;
  readonly events: readonly EventFrame[];
  /** The pictures that the server folded, at some seqs. */
  readonly pictures: readonly Snapshot[];
}

/** All transcripts, in the order of their names. */
export const TRANSCRIPTS: readonly Transcript[] = Object.entries(FILES).map(([path, text]) => {
  const frames = text.trimEnd().split("\n").flatMap(parseMessage);
  return {
    name: path.replace(/^.*\/|\.jsonl$/g, ""),
    events: frames.filter((frame) => frame.frame === "event"),
    pictures: frames.filter((frame) => frame.frame === "snapshot").map((frame) => frame.snapshot),
  };
});
