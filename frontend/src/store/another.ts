/** Whether what stands in the boxes is another input than that of the run at hand, and what Run and Step do then. */

import { readJson, writeJson } from "../base/json";
import { recent } from "../base/recent";
import type { RunInput } from "./input";
import type { PageState } from "./state";

/** Run and Step start a run with the boxes, or go on with the run at hand. */
export type NextRun = "goes on" | "starts";

/** A run that ended before its end goes on, unless the boxes hold something else: then it is another run. */
export function nextRun(state: PageState, input: RunInput): NextRun {
  switch (state.live.run.status) {
    case "none":
    case "finished":
      return "starts";
    case "running":
    case "paused":
      return "goes on";
    case "failed":
    case "stopped":
    case "lost":
      return isAnother(state, input) ? "starts" : "goes on";
  }
}

/** Whether the boxes differ from what the run at hand began with. What is not known of it, nothing differs from. */
export function isAnother(
  { live: { run }, begun }: Pick<PageState, "begun" | "live">,
  input: RunInput,
): boolean {
  if (run.status === "none") {
    return false;
  }
  const isOtherLimit = input.recursionLimit !== null && input.recursionLimit !== run.recursionLimit;
  const isOtherThread = input.thread !== null && input.thread !== run.thread;
  return (
    isOtherLimit ||
    isOtherThread ||
    isOtherJson(input.text, begun.input) ||
    isOtherJson(input.contextText.trim(), begun.context)
  );
}

function isOtherJson(text: string, begunWith: string | null): boolean {
  return begunWith !== null && text !== begunWith && inOneLine(text) !== inOneLine(begunWith);
}

/** Asked at each change of the page; a text is read once. */
const lines = recent<string, string>(4);

function inOneLine(text: string): string {
  const before = lines.get(text);
  if (before !== undefined) {
    return before;
  }
  const reading = readJson(text);
  const line = reading.ok ? writeJson(reading.value, "one") : text;
  lines.set(text, line);
  return line;
}
