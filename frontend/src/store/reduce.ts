/** The picture as a fold of events. It comes from here and nowhere else; `stepgraph.protocol.fold` has the rules. */

import { unreachable } from "../base/unreachable";
import {
  type AnyEvent,
  type ChannelConflicted,
  type GraphCompiled,
  type Snapshot,
  type StateEdited,
  type StateRestored,
  type StepAborted,
  type StepCommitted,
  type StepPlanned,
  type TaskCached,
  type TaskFailed,
  type TaskFinished,
  type TaskHandled,
  type TaskInterrupted,
  type TaskOutput,
  type TaskPlaced,
  type TaskRetried,
  type TaskStarted,
  WARNINGS_IN_SNAPSHOT,
} from "../protocol/generated";
import { beginBoard, callBoard, commitBoard, planBoard, putBackBoard, restoreBoard } from "./fold/board";
import { type Called, compileCells, refuseWrites, seeTriggers } from "./fold/cells";
import { type Draft, draftOf, pictureOf } from "./fold/draft";
import { clearInside, endInside, takeInside } from "./fold/inside";
import {
  compileNodes,
  failTask,
  finishTask,
  hearTask,
  interruptTask,
  joinTask,
  startTask,
} from "./fold/nodes";
import { askQuestions, forgetQuestions, planQuestions, startQuestions } from "./fold/questions";
import { goOn, goOnInside, goOnStarted, runAfter } from "./fold/runs";
import {
  abortStep,
  beginStep,
  commitStep,
  joinStep,
  markEdited,
  markFailed,
  moveEnd,
  takePart,
} from "./fold/timeline";

/** An event with its number in the log. */
export interface Numbered {
  readonly seq: number;
  readonly event: AnyEvent;
}

/** The picture after these events. What none of them touches is the same object as before. */
export function reduce(before: Snapshot, frames: readonly Numbered[]): Snapshot {
  const draft = draftOf(before);
  for (const frame of frames) {
    apply(draft, frame);
  }
  return frames.length === 0 ? before : pictureOf(draft);
}

/** Take one more event into the draft. */
export function apply(draft: Draft, { seq, event }: Numbered): void {
  draft.seq = seq;
  if (event.ns === "" || isOfTheRun(event)) {
    applyRoot(draft, event);
    endInside(draft, event);
  } else {
    goOnInside(draft, event);
    takeInside(draft, event);
  }
}

/** What is told of the whole run, wherever it happens. */
function isOfTheRun({ type }: AnyEvent): boolean {
  return type === "engine.warned" || type === "run.paused";
}

type TaskEvent =
  | TaskCached
  | TaskFailed
  | TaskFinished
  | TaskHandled
  | TaskInterrupted
  | TaskOutput
  | TaskPlaced
  | TaskRetried
  | TaskStarted;
type ChannelEvent = Called | ChannelConflicted;
type StepEvent = StateEdited | StateRestored | StepAborted | StepCommitted | StepPlanned;

function applyRoot(draft: Draft, event: AnyEvent): void {
  switch (event.type) {
    case "graph.compiled":
      compiled(draft, event);
      break;
    case "graph.rejected":
      draft.rejected = event;
      break;
    case "engine.warned":
      draft.warnings = [...draft.warnings, event].slice(-WARNINGS_IN_SNAPSHOT);
      break;
    case "run.started":
    case "run.paused":
    case "run.finished":
    case "run.failed":
    case "run.stopped":
    case "worker.lost":
      draft.run = runAfter(draft.run, event);
      break;
    case "step.planned":
    case "state.edited":
    case "step.committed":
    case "step.aborted":
    case "state.restored":
      applyStep(draft, event);
      break;
    default:
      applyWork(draft, event);
  }
}

function applyStep(draft: Draft, event: StepEvent): void {
  switch (event.type) {
    case "step.planned":
      planned(draft, event);
      break;
    case "state.edited":
      edited(draft, event);
      break;
    case "step.committed":
      committed(draft, event);
      break;
    case "step.aborted":
      aborted(draft, event);
      break;
    case "state.restored":
      restored(draft, event);
      break;
    default:
      unreachable(event);
  }
}

function applyWork(draft: Draft, event: TaskEvent | ChannelEvent): void {
  switch (event.type) {
    case "task.started":
      goOnStarted(draft, event.step);
      if (event.calledBy != null) {
        join(draft, event.step, event.node);
      }
      startTask(draft, event.node);
      startQuestions(draft, event.task);
      break;
    case "task.retried":
    case "task.cached":
    case "task.placed":
      // How the task ends tells all that the picture shows of it.
      break;
    case "task.handled":
      join(draft, event.step, event.handler);
      break;
    case "task.output":
      hearTask(draft, event);
      break;
    case "task.finished":
      finishTask(draft, event);
      break;
    case "task.failed":
      failTask(draft, event);
      markFailed(draft, event.node);
      break;
    case "task.interrupted":
      interruptTask(draft, event);
      askQuestions(draft, event);
      break;
    case "channel.consumed":
    case "channel.updated":
    case "channel.finished":
      goOn(draft, event.step);
      callBoard(draft, event, draft.open?.source === "update" ? "edit" : "tasks");
      break;
    case "channel.conflicted":
      goOn(draft, event.step);
      refuseWrites(draft, event);
      break;
    default:
      unreachable(event);
  }
}

function compiled(draft: Draft, event: GraphCompiled): void {
  compileCells(draft, event.channels, draft.graph?.channels);
  compileNodes(draft, event.nodes);
  clearInside(draft);
  draft.managed = {};
  draft.graph = event;
  draft.rejected = null;
}

/** One more task is in the superstep than it was planned with. */
function join(draft: Draft, step: number, node: string): void {
  joinTask(draft, step, node);
  joinStep(draft, node);
}

function planned(draft: Draft, event: StepPlanned): void {
  goOn(draft, event.step);
  begin(draft, event.run, event.step);
  takePart(draft, planBoard(draft, event));
  planQuestions(draft, event.tasks);
}

function edited(draft: Draft, event: StateEdited): void {
  begin(draft, event.run, event.step);
  markEdited(draft, event);
}

function committed(draft: Draft, event: StepCommitted): void {
  goOn(draft, event.step);
  if (draft.open === null) {
    begin(draft, event.run, event.step);
  }
  commitBoard(draft, draft.open?.nodes ?? []);
  if (event.source === "input" && draft.open?.source !== "update") {
    // A new input throws away what was due, and that counts as seen.
    for (const { node, wakes } of draft.next) {
      seeTriggers(draft, node, wakes);
    }
  }
  commitStep(draft, event);
  forgetQuestions(draft);
}

function aborted(draft: Draft, event: StepAborted): void {
  goOn(draft, event.step);
  if (draft.open === null) {
    begin(draft, event.run, event.step);
  }
  putBackBoard(draft, draft.open?.nodes ?? []);
  abortStep(draft, draft.seq, event);
}

function restored(draft: Draft, event: StateRestored): void {
  giveUp(draft);
  restoreBoard(draft, event);
  clearInside(draft);
  if (event.checkpoint !== draft.checkpoint) {
    forgetQuestions(draft);
  }
  moveEnd(draft, event.checkpoint);
  draft.next = event.next;
}

function begin(draft: Draft, run: string, step: number): void {
  const { open } = draft;
  if (open !== null && open.step === step && open.seqFrom + 1 === draft.seq) {
    return; // an edit and the plan of its superstep, one right after the other, are one
  }
  giveUp(draft);
  beginStep(draft, run, step);
  beginBoard(draft);
}

/** Nobody told how the open superstep ended. */
function giveUp(draft: Draft): void {
  if (draft.open !== null) {
    putBackBoard(draft, draft.open.nodes);
    abortStep(draft, draft.seq - 1, null);
  }
}
