/** When a state was: in the words of the timeline. */

import type { StepEntry } from "../protocol/generated";

/** "after step 2"; an aborted superstep leaves the state as it was before. */
export function whenWords(entry: StepEntry | null): string {
  if (entry === null) {
    return "before the first step";
  }
  switch (entry.status) {
    case "committed":
      return `after step ${entry.step}`;
    case "aborted":
      return `before step ${entry.step}, which came to nothing`;
    case "open":
      return `in step ${entry.step}`;
  }
}
