/** Writes that tasks made and no channel took: while a step is open, or kept when it was aborted. Pure. */

import type { AnyEvent, ChannelWrite, Write } from "../protocol/generated";
import { rootEvents } from "../store/inside";

export type PendingWrites = ReadonlyMap<string, readonly ChannelWrite[]>;

/** The pending writes after the events of one superstep, by channel, in the order of the tasks. */
export function pendingWrites(all: readonly AnyEvent[]): PendingWrites {
  const events = rootEvents(all);
  const pending = new Map<string, ChannelWrite[]>();
  for (const event of events) {
    switch (event.type) {
      case "task.finished":
      case "task.failed":
        add(pending, event.task, event.node, event.writes);
        break;
      case "channel.updated":
      case "channel.conflicted":
        pending.delete(event.channel);
        break;
      case "step.committed":
        pending.clear();
        break;
      default:
        break;
    }
  }
  const aborted = events.findLast((event) => event.type === "step.aborted");
  return aborted === undefined ? pending : keptOf(aborted.kept, conflictedIn(events));
}

function add(
  pending: Map<string, ChannelWrite[]>,
  task: string,
  node: string,
  writes: readonly Write[],
): void {
  for (const write of writes) {
    const list = pending.get(write.channel) ?? [];
    list.push({ task, node, value: write.value });
    pending.set(write.channel, list);
  }
}

function conflictedIn(events: readonly AnyEvent[]): ReadonlySet<string> {
  const channels = new Set<string>();
  for (const event of events) {
    if (event.type === "channel.conflicted") {
      channels.add(event.channel);
    }
  }
  return channels;
}

/** What an aborted step keeps; a channel that refused shows its writes itself. */
function keptOf(
  kept: readonly { readonly task: string; readonly node: string; readonly writes: readonly Write[] }[],
  conflicted: ReadonlySet<string>,
): PendingWrites {
  const pending = new Map<string, ChannelWrite[]>();
  for (const { task, node, writes } of kept) {
    add(
      pending,
      task,
      node,
      writes.filter((write) => !conflicted.has(write.channel)),
    );
  }
  return pending;
}
