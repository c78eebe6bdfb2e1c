/** What an answer will do: which nodes run again from their start, and which do not. */

import type { StepFacts } from "./facts";
import { listed, node } from "./parts";
import type { Saying } from "./ran";

/** One sentence for those that ask, in a superstep that waits for answers. */
export function answerSayings({ abort, tasks }: StepFacts): readonly Saying[] {
  const asking = [...new Set(tasks.filter(({ end }) => end === "asked").map((task) => task.node))];
  if (abort?.reason !== "interrupted" || asking.length === 0) {
    return [];
  }
  const names = listed(asking.map(node));
  const words =
    asking.length === 1
      ? ["An answer makes ", ...names, " run again from its first line"]
      : ["An answer to any of them makes ", ...names, " run again, each from its first line"];
  const again =
    ": what stands before a question happens once more. Answers that were given are given again, in the order of " +
    "the questions; what is not answered is asked again.";
  return [{ icon: "waits", words: [...words, again] }];
}
