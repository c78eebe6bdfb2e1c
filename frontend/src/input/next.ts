/** Whether what stands in the boxes is for another run than the one at hand. */

import { readJson, writeJson } from "../base/json";
import type { RunView } from "../protocol/generated";
import type { RunInput } from "../store/input";

/** A run that is not at its end goes on with what it began with, whatever was typed since. */
export function isForNext(input: RunInput, run: RunView, begunWith: string | null): boolean {
  if (run.status === "none" || run.status === "finished") {
    return false;
  }
  const isOtherLimit = input.recursionLimit !== null && input.recursionLimit !== run.recursionLimit;
  const isOtherThread = input.thread !== null && input.thread !== run.thread;
  return isOtherLimit || isOtherThread || (begunWith !== null && !sameJson(input.text, begunWith));
}

function sameJson(left: string, right: string): boolean {
  return inOneLine(left) === inOneLine(right);
}

function inOneLine(text: string): string {
  const reading = readJson(text);
  return reading.ok ? writeJson(reading.value, "one") : text;
}
