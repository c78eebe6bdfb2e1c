/** What was refused: the writes that a channel would not take, or the node that raised. */

import type { ChannelConflicted, Frame, StepAborted } from "../protocol/generated";
import type { StepFacts, TaskFact } from "./facts";
import { channel, code, counted, node, value, type Word } from "./parts";
import type { Saying } from "./ran";

/** The sentences. Nothing when no channel and no node refused. */
export function refusedSayings(facts: StepFacts): readonly Saying[] {
  return [...facts.conflicts.flatMap(conflictSayings), ...facts.tasks.flatMap(failureSaying)];
}

const KINDS: Readonly<Record<string, string>> = {
  LastValue: "it keeps one value for each superstep and will not choose",
  LastValueAfterFinish: "it keeps one value for each superstep and will not choose",
  EphemeralValue: "it is guarded and takes one value for each superstep",
  UntrackedValue: "it is guarded and takes one value for each superstep",
  NamedBarrierValue: "it takes only the names of its members",
};

function conflictSayings(conflict: ChannelConflicted): readonly Saying[] {
  const reason = conflict.writes.length > 1 ? KINDS[conflict.kind] : undefined;
  const what = ` is a ${conflict.kind}${reason === undefined ? "" : `: ${reason}`}. It got ${counted(conflict.writes.length, "write")}.`;
  const writes = conflict.writes.map((write): Saying => {
    return { icon: "refused", words: [node(write.node), " wrote ", value(write.value), "."] };
  });
  return [
    { icon: "refused", words: [channel(conflict.channel), what] },
    ...writes,
    { icon: "refused", words: [code(conflict.code), ": ", conflict.sentence] },
  ];
}

function failureSaying(task: TaskFact): readonly Saying[] {
  if (task.failure === null) {
    return [];
  }
  const { error, code: name, place } = task.failure;
  const words = [node(task.node), " raised ", code(error.split("\n", 1)[0] ?? ""), ...at(place)];
  return [{ icon: "refused", words: name === "" ? words : [...words, " Code: ", code(name), "."] }];
}

/** The user's own line, innermost last. */
function at(place: Frame | null): readonly Word[] {
  return place === null ? ["."] : [` in line ${place.line}: `, code(place.text.trim()), "."];
}

/** What came of a superstep that was not committed. */
export function outcomeSayings({ abort, step, conflicts, tasks }: StepFacts): readonly Saying[] {
  if (abort === null) {
    return [];
  }
  // Whoever refused was named above.
  const isTold = conflicts.length > 0 || tasks.some(({ failure }) => failure !== null);
  const why = isTold || abort.sentence === "" ? OUTCOMES[abort.reason] : abort.sentence;
  const stands =
    abort.reason === "interrupted"
      ? "Nothing is applied before it is answered."
      : `Superstep ${step} came to nothing: every channel is as it was before.`;
  return [{ icon: isWaiting(abort) ? "waits" : "refused", words: [`${why} ${stands}`] }];
}

/** Nothing went wrong: a person stopped it, or is asked. */
export function isWaiting({ reason }: StepAborted): boolean {
  return reason === "interrupted" || reason === "stopped";
}

const OUTCOMES = {
  task_failed: "A node failed.",
  update_failed: "A channel refused its writes.",
  interrupted: "A node asks, and waits for an answer.",
  stopped: "It was stopped.",
  plan_failed: "It could not be planned.",
  worker_lost: "The process that ran it is gone.",
} as const;
