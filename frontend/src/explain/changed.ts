/** What changed: the writes that reached each channel in their order, what the channel answered, and its version. */

import type { ChannelConsumed, ChannelFinished, ChannelUpdated, ChannelWrite } from "../protocol/generated";
import type { ChangeFact, StepFacts, TaskFact } from "./facts";
import {
  channel,
  code,
  counted,
  listed,
  node,
  type SentenceIcon,
  value,
  versionChange,
  type Word,
} from "./parts";

export interface ChangeSaying {
  readonly icon: SentenceIcon;
  readonly weight: "plain" | "quiet";
  readonly words: readonly Word[];
}

/** One sentence for each call on a channel; while the superstep is open, also for what waits to be applied. */
export function changedSayings(facts: StepFacts): readonly ChangeSaying[] {
  const waiting =
    facts.status === "open" && facts.changes.length === 0 ? facts.tasks.flatMap(waitingSaying) : [];
  const warnings = facts.warnings.map(({ sentence }): ChangeSaying => {
    return { icon: "false", weight: "plain", words: [sentence] };
  });
  return [...facts.changes.map(changeSaying), ...waiting, ...warnings];
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
  const words = [channel(event.channel), " ", ...took(change, event), ".", ...answered(event)];
  return { icon: event.returned ? "changed" : "false", words: [...words, ...notYet(event)] };
}

/** What the channel did with its writes, by its class. */
function took(change: ChangeFact, event: ChannelUpdated): readonly Word[] {
  const [first] = event.writes;
  const count = counted(event.writes.length, "write");
  const order = event.writes.length > 1 ? " in task order" : "";
  switch (event.kind) {
    case "BinaryOperatorAggregate":
      return [
        `folded ${count}${order}, from `,
        ...writesOf(event.writes),
        ", with ",
        reducer(change),
        ...became(event),
      ];
    case "Topic":
      return [`collected ${count}${order}, from `, ...writesOf(event.writes), ...became(event)];
    case "NamedBarrierValue":
    case "NamedBarrierValueAfterFinish":
      return ["was reached by ", ...listed(event.writes.map((write) => node(write.node)))];
    default:
      if (event.valueAfter.kind === "none" && change.channel?.role === "internal") {
        return ["was set by ", ...listed(event.writes.map((write) => node(write.node)))];
      }
      return event.writes.length === 1 && first !== undefined
        ? ["took ", value(first.value), " from ", node(first.node), ...was(change)]
        : [`got ${count}${order}, from `, ...writesOf(event.writes), ", and holds ", value(event.valueAfter)];
  }
}

function reducer(change: ChangeFact): Word {
  return code(change.channel?.argument ?? "its reducer");
}

function writesOf(writes: readonly ChannelWrite[]): readonly Word[] {
  return writes.flatMap((write, index) => [
    index === 0 ? "" : ", then ",
    node(write.node),
    " ",
    value(write.value),
  ]);
}

function became({ valueAfter }: ChannelUpdated): readonly Word[] {
  return valueAfter.kind === "missing" ? [] : [": ", value(valueAfter)];
}

function was({ before }: ChangeFact): readonly Word[] {
  return before === null ? [] : ["; it was ", value(before)];
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

/** What a task wrote while the others still run: it is applied when all have ended. */
function waitingSaying(task: TaskFact): readonly ChangeSaying[] {
  const channels = [...new Set(task.writes.map((write) => write.channel))].map(channel);
  if (channels.length === 0) {
    return [];
  }
  const words = [
    node(task.node),
    " wrote ",
    ...listed(channels),
    "; nobody sees it before all tasks have ended.",
  ];
  return [{ icon: "waits", weight: "plain", words }];
}
