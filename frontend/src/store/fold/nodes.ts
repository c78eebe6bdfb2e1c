/** Nodes in the picture: what each event does to a node's view. The rules are those of `stepgraph.protocol.fold`. */

import { own, put } from "../../base/record";
import {
  type GraphNode,
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
import { type Board, putNode } from "./draft";

/** The graph's nodes; none has run. */
export function compileNodes(board: Board, nodes: readonly GraphNode[]): void {
  board.nodes = {};
  board.copied.add("nodes");
  board.atWork = new Set();
  for (const { name } of nodes) {
    putNode(board, blankNode(name));
  }
}

/** Every node is idle; what it did last stays told. */
export function restNodes(board: Board): void {
  for (const name of atWorkIn(board)) {
    const view = viewOf(board, name);
    putNode(board, view.status === "idle" ? view : { ...view, status: "idle" });
  }
  board.atWork = new Set();
}

/** Every node is idle, and what a node did after that superstep is of another branch, so it is forgotten. */
export function goBack(board: Board, step: number): void {
  restNodes(board);
  for (const view of Object.values(board.nodes)) {
    if (view.step !== null && view.step > step) {
      putNode(board, blankNode(view.name));
    }
  }
}

/** These tasks are due, all others at rest. The names of their nodes, each once. */
export function planNodes(
  board: Board,
  step: number,
  tasks: readonly PlannedTask[],
  writersOf: (channel: string) => readonly Writer[],
): readonly string[] {
  restNodes(board);
  const byNode = new Map<string, PlannedTask[]>();
  for (const task of tasks) {
    byNode.set(task.node, [...(byNode.get(task.node) ?? []), task]);
  }
  for (const [name, its] of byNode) {
    putNode(board, planned(viewOf(board, name), { step, tasks: its, writersOf }));
  }
  return [...byNode.keys()];
}

/** One more task is due in the superstep that runs. */
export function joinTask(board: Board, step: number, name: string): void {
  const view = viewOf(board, name);
  if (view.step === step && view.status !== "idle") {
    const status = view.status === "done" ? "running" : view.status;
    putNode(board, { ...view, status, tasks: view.tasks + 1 });
  } else {
    putNode(board, { ...blankNode(name), status: "planned", step, tasks: 1 });
  }
}

/** The triggers of the node's newest task, as it saw them. */
export function wakesOf(board: Board, node: string): readonly Wake[] {
  return viewOf(board, node).wakes;
}

/** How the node wrote to that channel in its newest superstep; "" where nobody told. */
export function viaOf(board: Board, node: string, channel: string): string {
  return node === "__input__" ? "input" : (own(viewOf(board, node).via, channel) ?? "");
}

/** One of the node's tasks runs. */
export function startTask(board: Board, node: string): void {
  const view = viewOf(board, node);
  if (view.status === "idle" || view.status === "planned") {
    putNode(board, { ...view, status: "running" });
  }
}

/** One of the node's tasks ended well. */
export function finishTask(board: Board, event: TaskFinished): void {
  const view = ended(viewOf(board, event.node), event.writes, event.durationMs);
  const keeps = view.status === "failed" || view.status === "interrupted";
  const status = view.ended >= view.tasks ? "done" : "running";
  putNode(board, keeps ? view : { ...view, status });
}

/** One of the node's tasks raised: that is told, whatever the others do. */
export function failTask(board: Board, event: TaskFailed): void {
  const view = ended(viewOf(board, event.node), event.writes, event.durationMs);
  putNode(board, { ...view, status: "failed", sentence: event.sentence });
}

/** One of the node's tasks asks a question. */
export function interruptTask(board: Board, event: TaskInterrupted): void {
  const view = ended(viewOf(board, event.node), [], event.durationMs);
  putNode(board, view.status === "failed" ? view : { ...view, status: "interrupted" });
}

/** One of the node's tasks printed; the end of it is kept. */
export function hearTask(board: Board, event: TaskOutput): void {
  const view = viewOf(board, event.node);
  putNode(board, { ...view, output: lastCharacters(view.output + event.text) });
}

/** The superstep came to nothing: who did not end is idle. */
export function giveUpNodes(board: Board, names: Iterable<string>): void {
  for (const name of names) {
    const view = viewOf(board, name);
    if (view.status === "planned" || view.status === "running") {
      putNode(board, { ...view, status: "idle" });
    }
  }
}

/** The nodes that are not idle: those of the newest superstep. */
export function atWorkIn(board: Board): ReadonlySet<string> {
  if (board.atWork === null) {
    const atWork = Object.values(board.nodes).filter((view) => view.status !== "idle");
    board.atWork = new Set(atWork.map((view) => view.name));
  }
  return board.atWork;
}

function viewOf(board: Board, name: string): NodeView {
  return own(board.nodes, name) ?? blankNode(name);
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
