/** Who ran, and why: the trigger that woke each task, who had written it, and how the task ended. */

import type { StateEdited, Writer } from "../protocol/generated";
import { calledWords } from "./called";
import type { StepFacts, TaskFact, TriggerFact } from "./facts";
import type { SentenceIcon } from "./parts";
import { channel, code, listed, node, nodeTitle, seenVersion, value, type Word } from "./parts";

export interface Saying {
  readonly icon: SentenceIcon;
  readonly words: readonly Word[];
}

/** One sentence for each task, and one for a person's edit. */
export function ranSayings({ tasks, edit, source }: StepFacts): readonly Saying[] {
  const edited = edit === null ? [] : [editSaying(edit)];
  const fork: readonly Saying[] =
    source === "fork" ? [{ icon: "ran", words: ["A fork begins here. Nothing ran yet."] }] : [];
  return [...edited, ...fork, ...tasks.filter(() => edit === null).flatMap(taskSayings)];
}

function taskSayings(task: TaskFact): readonly Saying[] {
  if (task.node === "__input__") {
    return [
      { icon: "ran", words: ["The input came in. It is a superstep of its own, before any node runs."] },
    ];
  }
  const verb = VERBS[task.end];
  const said = [
    node(task.node),
    ` ${task.failure?.isAfterReturn ? AFTER : verb}`,
    ...why(task),
    ...placed(task),
    ...retries(task),
    ...handled(task),
    ...questions(task),
    ...printed(task),
  ];
  return [{ icon: ICONS[task.end], words: said }, ...ignored(task)];
}

const VERBS: Readonly<Record<TaskFact["end"], string>> = {
  planned: "is planned",
  running: "is running",
  done: "ran",
  failed: "ran and failed",
  asked: "ran and asks",
  "given up": "was running, and was given up",
  restored: "did not run again, since what it wrote before is kept",
  cached: "was not called: a cache knew what it writes for this input",
};

const AFTER = "ran, and what chooses its next nodes failed";

const ICONS: Readonly<Record<TaskFact["end"], SentenceIcon>> = {
  planned: "next",
  running: "ran",
  done: "ran",
  failed: "refused",
  asked: "waits",
  "given up": "waits",
  restored: "ran",
  cached: "ran",
};

function why(task: TaskFact): readonly Word[] {
  if (task.called !== null) {
    return calledWords(task.called);
  }
  if (task.handles !== null) {
    return task.handles === ""
      ? [": it takes a failure, so that the superstep goes on."]
      : [": it takes the failure of ", node(task.handles), ", so that the superstep goes on."];
  }
  if (task.sent !== null) {
    const { input, writers } = task.sent;
    const own = input === null ? [] : [", ", value(input)];
    return [": it was sent here with an input of its own", ...own, ".", ...wroteIt(writers)];
  }
  return [": ", ...task.triggers.flatMap((trigger, index) => moved(task.node, trigger, index))];
}

/** "branch:to:north moved to version 3 and north had seen none. The edge from fan wrote it." */
function moved(name: string, trigger: TriggerFact, index: number): readonly Word[] {
  return [
    index === 0 ? "" : " ",
    channel(trigger.channel),
    " moved to ",
    ...seenVersion(trigger.version),
    " and ",
    node(name),
    " had seen ",
    ...seenVersion(trigger.seen),
    ".",
    ...wroteIt(trigger.writers),
  ];
}

/** Who wrote a trigger, and how: a sentence for each way, or nothing where nobody told. */
export function wroteIt(writers: readonly Writer[]): readonly Word[] {
  const ways = new Set(writers.map(({ via }) => via));
  return [...ways].flatMap((via) => [
    " ",
    ...oneWay(
      via,
      writers.filter((writer) => writer.via === via),
    ),
  ]);
}

function oneWay(via: string, writers: readonly Writer[]): readonly Word[] {
  const names = listed(writers.map((writer) => node(writer.node)));
  const [way, branch] = via.split(/:(.*)/s);
  switch (way) {
    case "edge":
      return [writers.length === 1 ? "The edge from " : "The edges from ", ...names, " wrote it."];
    case "join":
      return ["Its join is complete: ", ...names, " arrived."];
    case "branch":
      return ["The branch ", code(branch ?? ""), " after ", ...names, " chose it."];
    case "goto":
      return [...names, " returned a ", code("goto"), " to it."];
    case "send":
      return [...names, " sent to it."];
    case "input":
      return ["The input wrote it."];
    case "edit":
      return ["A person's edit wrote it, as ", ...names, "."];
    default:
      return [...names, " wrote it."];
  }
}

/** "Its function ran on process 12 on host." */
function placed({ worker }: TaskFact): readonly Word[] {
  return worker === "" ? [] : [` Its function ran on ${worker}.`];
}

/** "Attempt 1 at "a" failed in line 3: ConnectionError: no. It was tried again after 500 ms." */
function retries({ retries: failed }: TaskFact): readonly Word[] {
  return failed.flatMap(({ sentence, pauseMs }) => [
    ` ${sentence}${sentence.endsWith(".") ? "" : "."} It was tried again after ${Math.round(pauseMs).toLocaleString("en")} ms.`,
  ]);
}

function handled({ node: name, handler }: TaskFact): readonly Word[] {
  return handler === null
    ? []
    : [" ", node(handler), " takes the failure; the edges of ", node(name), " are not followed."];
}

function questions({ questions: asked }: TaskFact): readonly Word[] {
  return asked.flatMap((question) => [" It asks: ", value(question.value), "."]);
}

const PRINTED_CHARACTERS = 80;

function printed({ printed: text, cut: lost }: TaskFact): readonly Word[] {
  const [line = ""] = text.trim().split("\n");
  if (line === "") {
    return [];
  }
  const cut = line.length > PRINTED_CHARACTERS ? `${line.slice(0, PRINTED_CHARACTERS)}…` : line;
  const more = text.trim().includes("\n") || cut !== line ? " and more." : ".";
  const note = lost === 0 ? [] : [` ${lost.toLocaleString("en")} characters of it were not kept.`];
  return [" It printed ", code(cut), more, ...note];
}

function ignored({ node: name, ignored: keys }: TaskFact): readonly Saying[] {
  if (keys.length === 0) {
    return [];
  }
  const words = [
    node(name),
    " also returned ",
    ...listed(keys.map(code)),
    ", which no channel takes: dropped.",
  ];
  return [{ icon: "false", words }];
}

function editSaying(edit: StateEdited): Saying {
  const as =
    edit.how === "node" && edit.node !== null
      ? [" as ", node(edit.node), ", through the reducers and its edges"]
      : [", each value in place of its channel's"];
  const writes = edit.writes.flatMap((write, index) => [
    index === 0 ? ": " : ", ",
    channel(write.channel),
    " = ",
    value(write.value),
  ]);
  return { icon: "ran", words: ["A person edited the state", ...as, ...writes, "."] };
}

/** For texts outside sentences. */
export function namesOf(tasks: readonly TaskFact[]): readonly string[] {
  return [...new Set(tasks.map((task) => nodeTitle(task.node)))];
}
