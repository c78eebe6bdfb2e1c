/** Graphs inside of nodes in the picture: of each the newest run, told by the rules of the root. */

import { own } from "../../base/record";
import type { AnyEvent, GraphCompiled, InnerGraph, RunStarted } from "../../protocol/generated";
import { pathOf, withoutFailed } from "../innerPath";
import { beginBoard, callBoard, commitBoard, planBoard, putBackBoard, restoreBoard } from "./board";
import { compileCells, refuseWrites } from "./cells";
import { boardOf, type Draft, type InnerDraft } from "./draft";
import { atWorkIn, failTask, finishTask, hearTask, interruptTask, joinTask, startTask } from "./nodes";

/** What is inside is not known. */
export function clearInside(draft: Draft): void {
  draft.inner = Object.keys(draft.inner).length === 0 ? draft.inner : {};
  draft.inside.clear();
}

/** Take an event of a graph inside: of an older run of it, only how graphs further inside ended counts. */
export function takeInside(draft: Draft, event: AnyEvent): void {
  const path = pathOf(event.ns);
  if (event.type === "run.started") {
    start(draft, path, event);
    return;
  }
  const told = viewOf(draft, path);
  if (told !== undefined && told.ns === event.ns && told.status !== "ended") {
    take(runOf(draft, path), event);
  }
  endInside(draft, event);
}

/** End the runs that an event of the graph around them ends: their node's task ended, or its superstep. */
export function endInside(draft: Draft, event: AnyEvent): void {
  switch (event.type) {
    case "task.finished":
    case "task.failed":
    case "task.interrupted":
      endOfTask(draft, event.ns, `${event.node}:${event.task}`);
      break;
    case "step.committed":
    case "step.aborted":
      endAll(draft, event.ns);
      break;
    default:
  }
}

function viewOf(draft: Draft, path: string): Pick<InnerDraft, "ns" | "status"> | undefined {
  return draft.inside.get(path) ?? own(draft.inner, path);
}

function pathsIn(draft: Draft): readonly string[] {
  return [...new Set([...Object.keys(draft.inner), ...draft.inside.keys()])];
}

/** The run of that path, ready to be changed. */
function runOf(draft: Draft, path: string): InnerDraft {
  const run = draft.inside.get(path) ?? boardOf(own(draft.inner, path) ?? blank(path, ""));
  draft.inside.set(path, run);
  return run;
}

function start(draft: Draft, path: string, event: RunStarted): void {
  const graph = innerGraph(draft.graph, path);
  if (graph === undefined) {
    return;
  }
  if (viewOf(draft, path)?.ns === event.ns && event.checkpoint !== null) {
    // It goes on from where it stood.
    const run = runOf(draft, path);
    giveUp(run);
    run.status = "committed";
    return;
  }
  const run = boardOf(blank(path, event.ns));
  compileCells(run, graph.channels);
  draft.inside.set(path, run);
}

function innerGraph(graph: GraphCompiled | null, path: string): InnerGraph | undefined {
  return graph?.inner.find((one) => one.path === path);
}

function blank(path: string, ns: string) {
  return {
    path,
    ns,
    step: null,
    status: "committed" as InnerDraft["status"],
    cells: {},
    undo: {},
    nodes: {},
    managed: {},
  };
}

function endOfTask(draft: Draft, around: string, task: string): void {
  const ns = withoutFailed(around === "" ? task : `${around}|${task}`);
  const path = pathOf(ns);
  const told = viewOf(draft, path);
  if (told === undefined || told.status === "ended") {
    return;
  }
  const own = withoutFailed(told.ns);
  // One that keeps its state for all its runs has no ids in its name.
  if (own === ns || own.startsWith(`${ns}|`) || !own.includes(":")) {
    end(runOf(draft, path));
  }
}

function endAll(draft: Draft, around: string): void {
  for (const path of pathsIn(draft)) {
    const told = viewOf(draft, path);
    const isInside = around === "" || told?.ns.startsWith(`${around}|`) === true;
    if (told !== undefined && told.status !== "ended" && isInside) {
      end(runOf(draft, path));
    }
  }
}

function end(run: InnerDraft): void {
  giveUp(run);
  run.status = "ended";
}

/** Nobody told how the open superstep ended. */
function giveUp(run: InnerDraft): void {
  if (run.status === "open") {
    putBackBoard(run, [...atWorkIn(run)]);
  }
}

function begin(run: InnerDraft, step: number): void {
  giveUp(run);
  beginBoard(run);
  run.step = step;
  run.status = "open";
}

function take(run: InnerDraft, event: AnyEvent): void {
  switch (event.type) {
    case "step.planned":
      begin(run, event.step);
      planBoard(run, event);
      break;
    case "step.committed":
      openFor(run, event.step);
      commitBoard(run, [...atWorkIn(run)]);
      run.status = "committed";
      break;
    case "step.aborted":
      openFor(run, event.step);
      putBackBoard(run, [...atWorkIn(run)]);
      run.status = "aborted";
      break;
    case "state.restored":
      giveUp(run);
      restoreBoard(run, event);
      run.step = event.step;
      run.status = "committed";
      break;
    default:
      work(run, event);
  }
}

function openFor(run: InnerDraft, step: number): void {
  if (run.status !== "open") {
    begin(run, step);
  }
}

function work(run: InnerDraft, event: AnyEvent): void {
  switch (event.type) {
    case "task.started":
      if (event.calledBy != null) {
        joinTask(run, event.step, event.node);
      }
      startTask(run, event.node);
      break;
    case "task.handled":
      joinTask(run, event.step, event.handler);
      break;
    case "task.output":
      hearTask(run, event);
      break;
    case "task.finished":
      finishTask(run, event);
      break;
    case "task.failed":
      failTask(run, event);
      break;
    case "task.interrupted":
      interruptTask(run, event);
      break;
    case "channel.consumed":
    case "channel.updated":
    case "channel.finished":
      callBoard(run, event, "tasks");
      break;
    case "channel.conflicted":
      refuseWrites(run, event);
      break;
    default:
  }
}
