/** Which lines of the document are marked, and why. Pure. */

import type { Problem, TaskFailed } from "../protocol/generated";

/** Lines from..to, counted from 1, both included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A line where something went wrong. */
export interface LineTrouble {
  readonly line: number;
  readonly sentence: string;
}

/** The lines in words. */
export function lineWords({ from, to }: LineRange): string {
  return from === to ? `line ${from}` : `lines ${from}–${to}`;
}

/** Where a failed task raised, innermost line of the user's own file, and what a refused document says. */
export function troubles(
  failures: readonly TaskFailed[],
  problems: readonly Problem[],
): readonly LineTrouble[] {
  const found: LineTrouble[] = [];
  for (const failure of failures) {
    const frame = failure.traceback.findLast((one) => one.inDocument);
    if (frame !== undefined) {
      found.push({ line: frame.line, sentence: failure.sentence });
    }
  }
  for (const problem of problems) {
    if (problem.line !== null) {
      found.push({ line: problem.line, sentence: problem.sentence });
    }
  }
  return found;
}

/** A range that fits a text of so many lines; null when the text ends before it. */
export function within(range: LineRange | null, lines: number): LineRange | null {
  if (range === null || range.from > lines || range.from < 1) {
    return null;
  }
  return { from: range.from, to: Math.min(range.to, lines) };
}
