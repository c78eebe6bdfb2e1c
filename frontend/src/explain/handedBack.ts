/** What a graph that is used as a node hands back without having made it: it writes each key that holds a value. Pure. */

import type {
  AnyEvent,
  ChannelConflicted,
  ChannelUpdated,
  ChannelWrite,
  Snapshot,
} from "../protocol/generated";
import { channel, code, node } from "./parts";
import type { Saying } from "./ran";

/** A write of a node that holds a graph, to a channel whose value the graph was given. */
export interface EchoFact {
  readonly node: string;
  readonly channel: string;
  /** Whether a node inside wrote it at all, or only the input did. */
  readonly isChanged: boolean;
  /** What folds it in once more; null where the channel refused it. */
  readonly reducer: string | null;
}

const START = "__start__";
/** It knows messages by their ids, so that what it was given before changes nothing. */
const MERGES_AGAIN = "add_messages";

/** The writes that surprise: those that a channel refused, and those that a reducer counts twice. */
export function echoesIn(events: readonly AnyEvent[], { graph }: Snapshot): readonly EchoFact[] {
  const nodes = new Set((graph?.inner ?? []).filter(({ called }) => !called).map(({ path }) => path));
  if (nodes.size === 0) {
    return [];
  }
  const given = givenIn(events);
  return events.filter(isTrouble).flatMap((event) =>
    event.writes
      .filter((write) => nodes.has(write.node))
      .flatMap((write): readonly EchoFact[] => {
        const writers = given.get(`${write.node}:${write.task}`)?.get(event.channel);
        const isGiven = writers?.has(START) === true;
        return isGiven ? [echoOf(write, event, { isChanged: writers.size > 1, graph })] : [];
      }),
  );
}

function isTrouble(event: AnyEvent): event is ChannelConflicted | ChannelUpdated {
  const isOfRoot = event.ns === "";
  const isFolded = event.type === "channel.updated" && event.kind === "BinaryOperatorAggregate";
  return isOfRoot && (event.type === "channel.conflicted" || isFolded);
}

function echoOf(
  { node: name }: ChannelWrite,
  event: ChannelConflicted | ChannelUpdated,
  { isChanged, graph }: { isChanged: boolean; graph: Snapshot["graph"] },
): EchoFact {
  const declared = graph?.channels.find((one) => one.name === event.channel);
  const reducer = event.type === "channel.conflicted" ? null : (declared?.argument ?? "its reducer");
  return { node: name, channel: event.channel, isChanged, reducer };
}

type Writers = Map<string, Set<string>>;

/** For each run of a graph right inside a node: who wrote each of its channels. An empty value is given by nobody. */
function givenIn(events: readonly AnyEvent[]): ReadonlyMap<string, Writers> {
  const runs = new Map<string, Writers>();
  for (const event of events) {
    if (event.ns !== "" && event.type === "channel.updated" && event.cause === "write") {
      const writers: Writers = runs.get(event.ns) ?? new Map();
      runs.set(event.ns, writers);
      const names = writers.get(event.channel) ?? new Set();
      writers.set(event.channel, names);
      for (const write of event.writes.filter(({ value }) => value.size !== 0)) {
        names.add(write.node);
      }
    }
  }
  return runs;
}

const RULE = [
  " A graph used as a node writes each key of its output schema that holds a value; an ",
  code("output_schema"),
  " of its own without the key leaves it out.",
] as const;

/** One sentence for each, and the rule behind them after the last. */
export function echoSayings(echoes: readonly EchoFact[]): readonly Saying[] {
  return echoes
    .filter(({ reducer }) => reducer?.endsWith(MERGES_AGAIN) !== true)
    .map(({ node: name, channel: key, isChanged, reducer }, index, told) => ({
      icon: "next",
      words: [
        node(name),
        " holds a graph. It hands back ",
        channel(key),
        isChanged ? " with what it was given in it" : " as it was given it, though nothing inside wrote it",
        ...(reducer === null ? [""] : [": ", code(reducer), " counts that once more"]),
        ".",
        ...(index === told.length - 1 ? RULE : []),
      ],
    }));
}
