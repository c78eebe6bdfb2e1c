/** What was refused: the writes that a channel would not take, or the node that raised. */

import type { Cell, ChannelConflicted, Frame, StepAborted } from "../protocol/generated";
import type { StepFacts, TaskFact } from "./facts";
import { type FailureFact, missingKey, type UnfitFact } from "./failures";
import { channel, code, counted, listed, node, value, type Word } from "./parts";
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
  const [line = ""] = error.split("\n", 1);
  // An error's own full stop is enough.
  const end = place === null && closed(line) === line ? [] : at(place);
  const said = [...blamed(task, task.failure), code(line), ...end];
  const words = name === "" ? said : [...said, " Code: ", code(name), "."];
  return [{ icon: "refused", words }, ...adviceOn(task, task.failure)];
}

/** Who raised: the node itself, or what chooses the next nodes after it has returned. */
function blamed({ node: name }: TaskFact, { isAfterReturn, branches }: FailureFact): readonly Word[] {
  if (!isAfterReturn) {
    return [node(name), " raised "];
  }
  const routers =
    branches.length === 0 ? ["what chooses the next nodes"] : listed(branches.map(code), " or ");
  const noun = branches.length === 0 ? "" : "its branch ";
  return [node(name), ` had returned; then ${noun}`, ...routers, " failed: "];
}

/** What would mend it, where the error alone does not say. */
function adviceOn(task: TaskFact, failure: FailureFact): readonly Saying[] {
  const { error, code: name, place, isAfterReturn, absent } = failure;
  const choice = missingKey(error);
  if (isAfterReturn && place === null && choice !== null) {
    const unlisted = ["It chose ", node(choice), ", which its path map does not list."];
    return [
      { icon: "next", words: [...unlisted, " A path map is the whole list of choices, END included."] },
    ];
  }
  if (absent !== null) {
    return [{ icon: "next", words: absentWords(task, absent) }];
  }
  if (name === "INVALID_GRAPH_NODE_RETURN_VALUE") {
    return [{ icon: "next", words: ["A node returns a dict of keys to write, a Command, or None."] }];
  }
  return [];
}

function absentWords({ node: name }: TaskFact, { name: key, available, value: held }: Cell): readonly Word[] {
  return available
    ? [
        channel(key),
        " holds ",
        value(held),
        ", but what ",
        node(name),
        " is given leaves it out: a node gets the keys of its input schema, and so does a branch after it, unless " +
          "its own parameter names another schema.",
      ]
    : [
        channel(key),
        " holds nothing, so it is absent from what ",
        node(name),
        " is given. A default that a TypedDict declares does not count.",
      ];
}

/** The user's own line, innermost last. */
function at(place: Frame | null): readonly Word[] {
  return place === null ? ["."] : [` in line ${place.line}: `, code(place.text.trim()), "."];
}

/** What came of a superstep that was not committed. */
export function outcomeSayings({ abort, step, conflicts, tasks, unfit }: StepFacts): readonly Saying[] {
  if (abort === null) {
    return [];
  }
  // Whoever refused was named above.
  const isTold = conflicts.length > 0 || tasks.some(({ failure }) => failure !== null);
  if (abort.reason === "left") {
    return [{ icon: "ran", words: [`${closed(abort.sentence)} Nothing is applied here.`] }];
  }
  const why = isTold || abort.sentence === "" ? OUTCOMES[abort.reason] : closed(abort.sentence);
  const stands =
    abort.reason === "interrupted"
      ? "Nothing is applied before it is answered."
      : `Superstep ${step} came to nothing: every channel is as it was before.`;
  return [
    { icon: isWaiting(abort) ? "waits" : "refused", words: [`${why} ${stands}`] },
    ...unfit.map(unfitSaying),
  ];
}

/** The error names the node that reads; who wrote the value is told here. */
function unfitSaying({ channel: name, value: held, writers }: UnfitFact): Saying {
  const who =
    writers.length === 0 ? [] : [". It was written by ", ...listed(writers.map((one) => node(one.node)))];
  const words = [channel(name), " holds ", value(held), ...who, `${inStep(writers)}.`];
  const note = " What a node returns is stored as it is; the schema is checked when the next node reads it.";
  return { icon: "next", words: [...words, note] };
}

function inStep([first]: UnfitFact["writers"]): string {
  return first === undefined ? "" : ` in superstep ${first.step}`;
}

/** With its full stop, for a sentence to follow. */
function closed(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
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
  left: "The run went on in the graph around.",
} as const;
