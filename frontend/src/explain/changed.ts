/** What changed: the writes that reached each channel in their order, what the channel answered, and its version. */

import { EDIT } from "../base/nodeTitle";
import type { ChannelConsumed, ChannelFinished, ChannelUpdated } from "../protocol/generated";
import type { ChangeFact, StepFacts, TaskFact, UnstorableFact } from "./facts";
import { channel, code, listed, node, type SentenceIcon, value, versionChange, type Word } from "./parts";
import { took } from "./took";

export interface ChangeSaying {
  readonly icon: SentenceIcon;
  readonly weight: "plain" | "quiet";
  readonly words: readonly Word[];
}

/** One sentence for each call on a channel; while the superstep is open, also for what waits to be applied. */
export function changedSayings(facts: StepFacts): readonly ChangeSaying[] {
  const waiting = facts.status === "open" ? facts.tasks.flatMap((task) => waitingSaying(task, facts)) : [];
  const warnings = facts.warnings.map(({ sentence }): ChangeSaying => {
    return { icon: "false", weight: "plain", words: [sentence] };
  });
  return [
    ...facts.changes.map(changeSaying),
    ...waiting,
    ...facts.unstorable.map(unstorableSaying),
    ...warnings,
  ];
}

/** A value that no checkpoint holds is there only as long as its process: it has to be told before that is lost. */
function unstorableSaying({ channel: name, sentence }: UnstorableFact): ChangeSaying {
  const words = [
    channel(name),
    ` is not in the checkpoint: ${sentence} It is gone when the run goes on in a new process.`,
  ];
  return { icon: "false", weight: "plain", words };
}

function changeSaying(change: ChangeFact): ChangeSaying {
  const weight = change.channel?.role === "state" ? "plain" : "quiet";
  const { event } = change;
  switch (event.type) {
    case "channel.updated":
      return { weight, ...(event.cause === "empty" ? cleared(event) : written(change, event)) };
    case "channel.consumed":
      return { weight, ...consumed(change, event) };
    case "channel.finished":
      return { weight, ...finished(event) };
  }
}

type Said = Pick<ChangeSaying, "icon" | "words">;

function written(change: ChangeFact, event: ChannelUpdated): Said {
  if (event.writes.some((write) => write.node === EDIT)) {
    return put(change, event);
  }
  const words = [channel(event.channel), " ", ...took(change, event), ".", ...answered(event)];
  return { icon: event.returned ? "changed" : "false", words: [...words, ...notYet(event)] };
}

/** A person's value in place of the channel's: no reducer and no `update()` is asked. */
function put({ before }: ChangeFact, event: ChannelUpdated): Said {
  const was = before === null ? [] : ["; it was ", value(before)];
  const held = [" holds ", value(event.valueAfter), " now, put in place by the edit", ...was, ": "];
  const versions = versionChange(event.versionBefore, event.versionAfter);
  return { icon: "changed", words: [channel(event.channel), ...held, ...versions, "."] };
}

/** "Its update() returned True: version 3 to 4." */
function answered(event: ChannelUpdated): readonly Word[] {
  const asked = [" Its ", code("update()"), " returned "];
  return event.returned
    ? [...asked, code("True"), ": ", ...versionChange(event.versionBefore, event.versionAfter), "."]
    : [...asked, code("False"), ": no new version, so it wakes nobody."];
}

function notYet(event: ChannelUpdated): readonly Word[] {
  return event.available || event.valueAfter.kind === "missing" ? [] : [" It is kept and not yet available."];
}

function cleared(event: ChannelUpdated): Said {
  const emptied = event.available ? " changed" : " was emptied";
  const words = [channel(event.channel), `${emptied}: no write reached it.`, ...answered(event)];
  return { icon: event.returned ? "cleared" : "false", words };
}

function consumed(change: ChangeFact, event: ChannelConsumed): Said {
  const by = change.woke.length === 0 ? [] : [" by ", ...listed(change.woke.map(node))];
  const said = [channel(event.channel), " was consumed", ...by, ". Its ", code("consume()"), " returned "];
  return event.returned
    ? { icon: "cleared", words: [...said, code("True"), ": ", ...versions(event), "."] }
    : { icon: "false", words: [...said, code("False"), ": it stays as it was."] };
}

function finished(event: ChannelFinished): Said {
  const said = [
    "Nothing else is due, so ",
    code("finish()"),
    " was called on ",
    channel(event.channel),
    ": ",
  ];
  return event.returned
    ? {
        icon: "changed",
        words: [
          ...said,
          value(event.valueAfter),
          " is available now. It returned ",
          code("True"),
          ": ",
          ...versions(event),
          ".",
        ],
      }
    : { icon: "false", words: [...said, "it returned ", code("False"), ", nothing changed."] };
}

function versions(event: ChannelConsumed | ChannelFinished): readonly Word[] {
  return versionChange(event.versionBefore, event.versionAfter);
}

/** What a task wrote and no channel has taken yet: it waits for the other tasks, then for its turn. */
function waitingSaying(task: TaskFact, { tasks, changes }: StepFacts): readonly ChangeSaying[] {
  const taken = new Set(changes.map(({ event }) => event.channel));
  const left = new Set(task.writes.map((write) => write.channel).filter((name) => !taken.has(name)));
  if (left.size === 0) {
    return [];
  }
  const wait = tasks.every(({ end }) => ENDED.has(end))
    ? `; ${left.size === 1 ? "it waits" : "they wait"} to be applied.`
    : "; nobody sees it before all tasks have ended.";
  return [
    {
      icon: "waits",
      weight: "plain",
      words: [node(task.node), " wrote ", ...listed([...left].map(channel)), wait],
    },
  ];
}

const ENDED: ReadonlySet<TaskFact["end"]> = new Set(["done", "failed", "restored"]);
