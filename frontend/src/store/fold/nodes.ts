/** Nodes in the picture: what each event does to a node's view. The rules are those of `stepgraph.protocol.fold`. */

import { own, put } from "../../base/record";
import {
  type GraphCompiled,
  type NodeView,
  OUTPUT_CHARACTERS,
  type PlannedTask,
  type TaskFailed,
  type TaskFinished,
  type TaskInterrupted,
  type TaskOutput,
  type Wake,
  type Write,
  type Writer,
} from "../../protocol/generated";
import { type Draft, putNode } from "./draft";

/** The graph's nodes; none has run. */
export function compileNodes(draft: Draft, event: GraphCompiled): void {
  draft.nodes = {};
  draft.copied.add("nodes");
  draft.atWork = new Set();
  for (const { name } of event.nodes) {
    putNode(draft, blankNode(name));
  }
}

/** Every node is idle; what it did last stays told. */
export function restNodes(draft: Draft): void {
  for (const name of atWorkIn(draft)) {
    const view = viewOf(draft, name);
    putNode(draft, view.status === "idle" ? view : { ...view, status: "idle" });
  }
  draft.atWork = new Set();
}

/** Every node is idle, and what a node did after that superstep is of another branch, so it is forgotten. */
export function goBack(draft: Draft, step: number): void {
  restNodes(draft);
  for (const view of Object.values(draft.nodes)) {
    if (view.step !== null && view.step > step) {
      putNode(draft, blankNode(view.name));
    }
  }
}

/** These tasks are due, all others at rest. The names of their nodes, each once. */
export function planNodes(
  draft: Draft,
  step: number,
  tasks: readonly PlannedTask[],
  writersOf: (channel: string) => readonly Writer[],
): readonly string[] {
  restNodes(draft);
  const byNode = new Map<string, PlannedTask[]>();
  for (const task of tasks) {
    byNode.set(task.node, [...(byNode.get(task.node) ?? []), task]);
  }
  for (const [name, its] of byNode) {
    putNode(draft, planned(viewOf(draft, name), { step, tasks: its, writersOf }));
  }
  return [...byNode.keys()];
}

/** One more task is due in the superstep that runs. */
export function joinTask(draft: Draft, step: number, name: string): void {
  const view = viewOf(draft, name);
  if (view.step === step && view.status !== "idle") {
    const status = view.status === "done" ? "running" : view.status;
    putNode(draft, { ...view, status, tasks: view.tasks + 1 });
  } else {
    putNode(draft, { ...blankNode(name), status: "planned", step, tasks: 1 });
  }
}

/** The triggers of the node's newest task, as it saw them. */
export function wakesOf(draft: Draft, node: string): readonly Wake[] {
  return viewOf(draft, node).wakes;
}

/** How the node wrote to that channel in its newest superstep; "" where nobody told. */
export function viaOf(draft: Draft, node: string, channel: string): string {
  return node === "__input__" ? "input" : (own(viewOf(draft, node).via, channel) ?? "");
}

/** One of the node's tasks runs. */
export function startTask(draft: Draft, node: string): void {
  const view = viewOf(draft, node);
  if (view.status === "idle" || view.status === "planned") {
    putNode(draft, { ...view, status: "running" });
  }
}

/** One of the node's tasks ended well. */
export function finishTask(draft: Draft, event: TaskFinished): void {
  const view = ended(viewOf(draft, event.node), event.writes, event.durationMs);
  const keeps = view.status === "failed" || view.status === "interrupted";
  const status = view.ended >= view.tasks ? "done" : "running";
  putNode(draft, keeps ? view : { ...view, status });
}

/** One of the node's tasks raised: that is told, whatever the others do. */
export function failTask(draft: Draft, event: TaskFailed): void {
  const view = ended(viewOf(draft, event.node), event.writes, event.durationMs);
  putNode(draft, { ...view, status: "failed", sentence: event.sentence });
}

/** One of the node's tasks asks a question. */
export function interruptTask(draft: Draft, event: TaskInterrupted): void {
  const view = ended(viewOf(draft, event.node), [], event.durationMs);
  putNode(draft, view.status === "failed" ? view : { ...view, status: "interrupted" });
}

/** One of the node's tasks printed; the end of it is kept. */
export function hearTask(draft: Draft, event: TaskOutput): void {
  const view = viewOf(draft, event.node);
  putNode(draft, { ...view, output: lastCharacters(view.output + event.text) });
}

/** The superstep came to nothing: who did not end is idle. */
export function giveUpNodes(draft: Draft, names: readonly string[]): void {
  for (const name of names) {
    const view = viewOf(draft, name);
    if (view.status === "planned" || view.status === "running") {
      putNode(draft, { ...view, status: "idle" });
    }
  }
}

function atWorkIn(draft: Draft): ReadonlySet<string> {
  if (draft.atWork === null) {
    const atWork = Object.values(draft.nodes).filter((view) => view.status !== "idle");
    draft.atWork = new Set(atWork.map((view) => view.name));
  }
  return draft.atWork;
}

function viewOf(draft: Draft, name: string): NodeView {
  return own(draft.nodes, name) ?? blankNode(name);
}

/** A node that never ran. */
export function blankNode(name: string): NodeView {
  return {
    name,
    status: "idle",
    step: null,
    tasks: 0,
    ended: 0,
    wakes: [],
    wokenBy: {},
    wrote: [],
    via: {},
    durationMs: null,
    sentence: null,
    output: "",
  };
}

interface Plan {
  readonly step: number;
  readonly tasks: readonly PlannedTask[];
  readonly writersOf: (channel: string) => readonly Writer[];
}

function planned(view: NodeView, { step, tasks, writersOf }: Plan): NodeView {
  const restored = tasks.filter((task) => task.restored).length;
  const wakes = tasks.find((task) => task.wakes.length > 0)?.wakes ?? [];
  const wokenBy: Record<string, readonly Writer[]> = {};
  for (const { channel } of wakes.filter(({ fired }) => fired)) {
    put(wokenBy, channel, writersOf(channel));
  }
  return {
    ...blankNode(view.name),
    status: restored === tasks.length ? "done" : "planned",
    step,
    tasks: tasks.length,
    ended: restored,
    wakes,
    wokenBy,
    // The writes of a restored task are those of the attempt before.
    wrote: restored > 0 ? view.wrote : [],
    via: restored > 0 ? view.via : {},
  };
}

function ended(view: NodeView, writes: readonly Write[], durationMs: number): NodeView {
  const via = { ...view.via };
  for (const write of writes) {
    put(via, write.channel, write.via);
  }
  return {
    ...view,
    ended: view.ended + 1,
    wrote: [...new Set([...view.wrote, ...writes.map((write) => write.channel)])],
    via,
    durationMs: view.durationMs === null ? durationMs : Math.max(view.durationMs, durationMs),
  };
}

/** Characters as the server counts them: a pair of surrogates is one. */
function lastCharacters(text: string): string {
  if (text.length <= OUTPUT_CHARACTERS) {
    return text;
  }
  return [...text].slice(-OUTPUT_CHARACTERS).join("");
}
