/** What a channel did with the writes that reached it, by its class: took, folded, collected, was overwritten. */

import { isJsonObject, readJson } from "../base/json";
import { own } from "../base/record";
import type { ChannelUpdated, ChannelWrite, Preview } from "../protocol/generated";
import type { ChangeFact } from "./facts";
import { code, counted, listed, node, value, type Word } from "./parts";

/** The words after the channel's name. */
export function took(change: ChangeFact, event: ChannelUpdated): readonly Word[] {
  switch (event.kind) {
    case "BinaryOperatorAggregate": {
      const replacing = event.writes.find(isOverwrite);
      return replacing === undefined ? folded(change, event) : overwritten(change, event, replacing);
    }
    case "Topic":
      return [`collected ${howMany(event)}, from `, ...writesOf(event.writes), ...became(event)];
    case "NamedBarrierValue":
    case "NamedBarrierValueAfterFinish":
      return ["was reached by ", ...listed(event.writes.map((write) => node(write.node)))];
    default:
      return kept(change, event);
  }
}

/** A channel that keeps one value. */
function kept(change: ChangeFact, event: ChannelUpdated): readonly Word[] {
  if (event.valueAfter.kind === "none" && change.channel?.role === "internal") {
    return ["was set by ", ...listed(event.writes.map((write) => node(write.node)))];
  }
  const [first] = event.writes;
  return event.writes.length === 1 && first !== undefined
    ? ["took ", value(first.value), " from ", node(first.node), ...was(change), ...wrapped(event, first)]
    : [`got ${howMany(event)}, from `, ...writesOf(event.writes), ", and holds ", value(event.valueAfter)];
}

function folded(change: ChangeFact, event: ChannelUpdated): readonly Word[] {
  const reducer = code(change.channel?.argument ?? "its reducer");
  const words = [`folded ${howMany(event)}, from `, ...writesOf(event.writes), ", with ", reducer];
  return [...words, ...began(change, event), ...became(event)];
}

/** One Overwrite decides: the reducer is not asked, and the other writes of the superstep count for nothing. */
function overwritten(change: ChangeFact, event: ChannelUpdated, replacing: ChannelWrite): readonly Word[] {
  const others = event.writes.filter((write) => write !== replacing);
  const dropped: readonly Word[] =
    others.length === 0
      ? []
      : [
          `; the other ${others.length === 1 ? "write" : "writes"} of the superstep, from `,
          ...writesOf(others),
          `, ${others.length === 1 ? "is" : "are"} dropped, in whichever order they came`,
        ];
  return [
    "was replaced by the Overwrite from ",
    node(replacing.node),
    ": it ",
    ...(change.before === null ? [] : ["was ", value(change.before), " and "]),
    "is ",
    value(event.valueAfter),
    ...dropped,
  ];
}

/** The seed of the first fold. A default that the schema declares is never that, which surprises people. */
function began({ channel: declared }: ChangeFact, event: ChannelUpdated): readonly Word[] {
  if (event.versionBefore !== null || declared === null || declared.initial.kind === "missing") {
    return [];
  }
  return [
    ", beginning with ",
    value(declared.initial),
    ", the empty value of ",
    code(declared.type),
    " (a default in the schema does not count)",
  ];
}

function wrapped(event: ChannelUpdated, write: ChannelWrite): readonly Word[] {
  return isOverwrite(write)
    ? [`. Only a reducer's channel unwraps an Overwrite: this ${event.kind} holds the wrapper itself`]
    : [];
}

const OVERWRITE = "__overwrite__";

function isOverwrite({ value: written }: ChannelWrite): boolean {
  return written.type === "Overwrite" || isOverwriteFromJson(written);
}

/** The two forms in which one comes back from JSON. */
function isOverwriteFromJson({ kind, json }: Preview): boolean {
  if (kind !== "dict" || json === undefined) {
    return false;
  }
  const reading = readJson(json);
  if (!(reading.ok && isJsonObject(reading.value))) {
    return false;
  }
  const keys = Object.keys(reading.value);
  const isTagged = own(reading.value, "type") === OVERWRITE && keys.includes("value");
  return isTagged || (keys.length === 1 && keys[0] === OVERWRITE);
}

/** "one write", or "two writes in task order". */
function howMany({ writes }: ChannelUpdated): string {
  return counted(writes.length, "write") + (writes.length > 1 ? " in task order" : "");
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
