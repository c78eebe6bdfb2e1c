/** Cells, graphs of channels and events for tests of the table: what is left out is quiet. */

import type {
  Cell,
  ChannelWrite,
  GraphChannel,
  GraphCompiled,
  Preview,
  TaskFinished,
} from "../../protocol/generated";

/** A preview of a string. */
export function text(value: string): Preview {
  return { kind: "str", text: JSON.stringify(value) };
}

/** A cell that the shown superstep did not touch. */
export function cellOf(name: string, more: Partial<Cell> = {}): Cell {
  return {
    name,
    value: { kind: "missing", text: "" },
    previous: { kind: "missing", text: "" },
    version: null,
    versionBefore: null,
    available: false,
    changed: false,
    cause: null,
    returned: null,
    writes: [],
    seenBy: {},
    writers: [],
    conflict: null,
    ...more,
  };
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
    type: "graph.compiled",
    run: "",
    ns: "",
    document: "graph.py",
    graph: "graph",
    sourceHash: "0",
    changed: false,
    nodes: nodes.map((name) => ({
      name,
      triggers: [`branch:to:${name}`],
      defer: false,
      function: name,
      line: null,
      endLine: null,
      doc: null,
    })),
    channels,
    managed: managed.map((name) => ({ name, kind: "RemainingSteps" })),
    edges: [],
    inputKeys: [],
    outputKeys: [],
    inputSchema: null,
    contextSchema: null,
    prefill: null,
    interruptBefore: [],
    interruptAfter: [],
    checkpointerReplaced: false,
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
