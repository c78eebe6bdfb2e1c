/** Cells, graphs of channels and events for tests of the table: what is left out is quiet. */

import type {
  Cell,
  ChannelWrite,
  GraphChannel,
  GraphCompiled,
  Preview,
  TaskFinished,
} from "../../protocol/generated";
import { blankCell } from "../../store/fold/cells";
import { compiled } from "../../store/testing/log";

/** A preview of a string. */
export function text(value: string): Preview {
  return { kind: "str", text: JSON.stringify(value) };
}

/** A cell that the shown superstep did not touch. */
export function cellOf(name: string, more: Partial<Cell> = {}): Cell {
  return { ...blankCell(name), ...more };
}

/** One write of a node to a channel. */
export function write(node: string, value: Preview): ChannelWrite {
  return { task: `task-${node}`, node, value };
}

/** A channel of the state, or an internal one by its name. */
export function channelOf(name: string, more: Partial<GraphChannel> = {}): GraphChannel {
  const role = /^(branch:|join:|__start__|__pregel)/.test(name) ? "internal" : "state";
  return {
    name,
    kind: "LastValue",
    type: "str",
    argument: null,
    role,
    io: "none",
    initial: { kind: "missing", text: "" },
    ...more,
  };
}

/** A graph with these channels and managed values, without nodes. */
export function graphWith(
  channels: readonly GraphChannel[],
  managed: readonly string[] = [],
  nodes: readonly string[] = [],
): GraphCompiled {
  return {
    ...compiled(nodes, []),
    channels,
    managed: managed.map((name) => ({ name, kind: "RemainingSteps" })),
  };
}

/** A task that ended with writes of one value to these channels. */
export function finished(node: string, channels: readonly string[], value: Preview): TaskFinished {
  return {
    type: "task.finished",
    run: "r",
    ns: "",
    step: 1,
    task: `task-${node}`,
    node,
    writes: channels.map((channel) => ({ channel, value, via: "state" })),
    ignored: [],
    durationMs: 1,
  };
}
