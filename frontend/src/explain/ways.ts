/** On which way a task came to run, in the fewest words: "fan → north, edge". Pure. */

import type { Writer } from "../protocol/generated";
import type { StepFacts } from "./facts";
import { nodeTitle } from "./parts";

/** One line for each writer of each trigger that woke the task. */
export function waysTo(facts: StepFacts, task: string): readonly string[] {
  const woken = facts.tasks.find((one) => one.task === task);
  if (woken === undefined) {
    return [];
  }
  const target = nodeTitle(woken.node);
  const ways = woken.triggers.flatMap(({ writers }) =>
    writers.map((writer) => `${nodeTitle(writer.node)} → ${target}, ${how(writer)}`),
  );
  return [...new Set(ways)];
}

function how({ via, step }: Writer): string {
  const [way = "", branch] = via.split(/:(.*)/s);
  const word = way === "branch" && branch !== undefined ? `branch ${branch}` : way;
  return [word, `step ${step}`].filter(Boolean).join(", ");
}
