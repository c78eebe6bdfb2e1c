/** What is next: who is due and what woke it, and who still waits, and for whom. */

import { PACKETS } from "../base/packets";
import type { KeptTask, RunView } from "../protocol/generated";
import { answerSayings } from "./answers";
import { keptCallSayings } from "./called";
import type { DueFact, StepFacts } from "./facts";
import { channel, code, counted, listed, node, seenVersion, type Word } from "./parts";
import { type Saying, wroteIt } from "./ran";
import type { WaitFact } from "./waits";

/** One sentence for each due node, each waiting one, and one for how the run stands. */
export function nextSayings(facts: StepFacts, run: RunView | null): readonly Saying[] {
  const due = dueSayings(facts);
  const isAtEnd = due.length === 0 && facts.status === "committed";
  if (isAtEnd && run?.status === "failed" && run.reason === RECURSION_LIMIT) {
    return [limitAtTheEnd(run)];
  }
  return [
    ...due,
    ...keptCallSayings(facts),
    ...(isAtEnd ? endSayings(facts) : []),
    ...facts.waits.map(waitSaying),
    ...answerSayings(facts),
    ...ended(run, facts),
  ];
}

const RECURSION_LIMIT = "GRAPH_RECURSION_LIMIT";

/** All that was due has run, and still the run failed: the limit is looked at first. */
function limitAtTheEnd({ recursionLimit: limit }: RunView): Saying {
  const needed = limit === null ? "" : `: ${counted(limit, "superstep")} need a limit of ${limit + 1}`;
  const words = [
    "Nothing is due any more, and everything that ran is kept. The run failed all the same, since its recursion " +
      `limit is looked at before it is seen that nothing is left${needed}.`,
  ];
  return { icon: "refused", words };
}

const NOTHING_DUE: Saying = { icon: "next", words: ["Nothing is due: the graph has come to its end."] };

/** That nothing is due, and why, where a branch chose no node. */
function endSayings({ endedBranches, left }: StepFacts): readonly Saying[] {
  const branches = endedBranches.map(({ node: name, branch, canEnd }): Saying => {
    const choice = canEnd ? " chose END, or nothing." : " chose no node.";
    return { icon: "next", words: ["The branch ", code(branch), " after ", node(name), choice] };
  });
  if (branches.length === 0 || left.length === 0) {
    return [NOTHING_DUE, ...branches];
  }
  const stayed = ["The runs before this one on the thread left a value in ", ...listed(left.map(channel))];
  const words = [
    ...stayed,
    ": the input wrote nothing there, so the branch still saw it. Restart begins on a thread without it.",
  ];
  return [NOTHING_DUE, ...branches, { icon: "waits", words }];
}

/** The tasks that were sent to one node are told together: what is known of them before they begin is the same. */
function dueSayings(facts: StepFacts): readonly Saying[] {
  const all = facts.due ?? [];
  const sent = all.filter(isSent);
  const isFirst = (one: DueFact) => sent.find(({ node: name }) => name === one.node) === one;
  return all.flatMap((one) => {
    if (!isSent(one)) {
      return [dueSaying(one, facts)];
    }
    const count = sent.filter(({ node: name }) => name === one.node).length;
    return isFirst(one) ? [sentSaying(one, count, facts)] : [];
  });
}

function isSent({ triggers }: DueFact): boolean {
  return triggers.some((trigger) => trigger.channel === PACKETS);
}

/** "job is planned, as three tasks: each was sent an input of its own. The branch fan after plan chose it." */
function sentSaying({ node: name, triggers }: DueFact, count: number, { status, kept }: StepFacts): Saying {
  const again = status === "aborted" ? " is due again" : " is planned";
  const what = count === 1 ? ": it was sent " : `, as ${counted(count, "task")}: each was sent `;
  const done = kept.filter((task) => task.node === name).length;
  const words = counted(done, "task");
  const note =
    done === 0
      ? []
      : [
          ` ${words.slice(0, 1).toUpperCase()}${words.slice(1)} will not run again: what was written is kept.`,
        ];
  const writers = triggers.flatMap((trigger) => wroteIt(trigger.writers));
  return { icon: "next", words: [node(name), again, what, "an input of its own.", ...writers, ...note] };
}

/** The node had returned before its router failed: its writes stay pending, and it is not called again. */
const LOST = "router.lost";
const FINISHED = " It will not run again: it counts as finished.";

function dueSaying({ node: name, triggers }: DueFact, { status, kept, warnings }: StepFacts): Saying {
  const keeps = kept.find((task) => task.node === name);
  const isDone = warnings.some((warning) => warning.code === LOST && warning.node === name);
  const runsAgain = keeps === undefined && !isDone;
  const verb = status === "aborted" ? (runsAgain ? " is due again" : " is due") : " is planned";
  const reasons = triggers.flatMap((trigger, index): readonly Word[] => [
    index === 0 ? ": " : " ",
    channel(trigger.channel),
    " is at ",
    ...seenVersion(trigger.version),
    ", and it has seen ",
    ...seenVersion(trigger.seen),
    ".",
    ...wroteIt(trigger.writers),
  ]);
  const why = triggers.length === 0 ? ["."] : reasons;
  return {
    icon: "next",
    words: [
      node(name),
      verb,
      ...why,
      ...(isDone ? [FINISHED] : []),
      ...(keeps === undefined ? [] : keptWords(keeps)),
    ],
  };
}

function waitSaying({ node: name, arrived, missing }: WaitFact): Saying {
  const waits = [node(name), " waits. "];
  return {
    icon: "waits",
    words:
      missing.length === 0
        ? [...waits, "It is deferred until nothing else is due."]
        : [
            ...waits,
            "Its join has ",
            ...listed(arrived.map(node)),
            " and still needs ",
            ...listed(missing.map(node)),
            ".",
          ],
  };
}

function keptWords({ writes }: KeptTask): readonly Word[] {
  const channels = [...new Set(writes.map((write) => write.channel))].map(channel);
  const what: readonly Word[] =
    channels.length === 0 ? ["its end is"] : ["its writes to ", ...listed(channels), " are"];
  return [" It will not run again: ", ...what, " kept."];
}

/** How the run stands, where that is more than the superstep says. */
function ended(run: RunView | null, { abort }: StepFacts): readonly Saying[] {
  switch (run?.status) {
    case "failed":
      // What aborted the superstep has told it already.
      return abort === null
        ? [{ icon: "refused", words: [run.sentence ?? "The run ended by an error."] }]
        : [];
    case "lost":
      return [{ icon: "refused", words: [run.sentence ?? "The run ended by an error."] }];
    case "stopped":
      return [{ icon: "waits", words: ["The run was stopped; it can go on from its last checkpoint."] }];
    default:
      return [];
  }
}
