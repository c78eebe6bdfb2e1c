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
  type TaskRetried,
  type TaskStarted,
  WARNINGS_IN_SNAPSHOT,
  type Writer,
} from "../protocol/generated";
import {
  type Called,
  callChannel,
  compileCells,
  heldBy,
  putBackCells,
  refuseWrites,
  restCells,
  restoreCells,
  seeTriggers,
} from "./fold/cells";
import { clearUndo, type Draft, draftOf, pictureOf } from "./fold/draft";
import {
  compileNodes,
  failTask,
  finishTask,
  giveUpNodes,
  goBack,
  hearTask,
  interruptTask,
  joinTask,
  planNodes,
  restNodes,
  startTask,
  viaOf,
  wakesOf,
} from "./fold/nodes";
import { askQuestions, forgetQuestions, planQuestions, startQuestions } from "./fold/questions";
import { goOn, runAfter } from "./fold/runs";
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
  // What happens inside a subgraph is told in the log, and is not the root's.
  if (event.ns === "" || event.type === "engine.warned") {
    applyRoot(draft, event);
  }
}

type TaskEvent =
  | TaskCached
  | TaskFailed
  | TaskFinished
  | TaskHandled
  | TaskInterrupted
  | TaskOutput
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
      goOn(draft, event.step);
      startTask(draft, event.node);
      startQuestions(draft, event.task);
      break;
    case "task.retried":
    case "task.cached":
      // How the task ends tells all that the picture shows of it.
      break;
    case "task.handled":
      joinTask(draft, event.step, event.handler);
      joinStep(draft, event.handler);
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
      callChannel(draft, event, writersOf(draft, event));
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
  compileCells(draft, event);
  compileNodes(draft, event);
  draft.managed = {};
  draft.graph = event;
  draft.rejected = null;
}

function planned(draft: Draft, event: StepPlanned): void {
  goOn(draft, event.step);
  begin(draft, event.run, event.step);
  takePart(
    draft,
    planNodes(draft, event.step, event.tasks, (channel) => heldBy(draft, channel)),
  );
  planQuestions(draft, event.tasks);
  const managed = event.tasks[0]?.managed;
  draft.managed = managed === undefined ? draft.managed : { ...draft.managed, ...managed };
}

/** Who wrote, and how: a person's edit, or what the tasks told. */
function writersOf(draft: Draft, event: Called): readonly Writer[] {
  if (event.type !== "channel.updated") {
    return [];
  }
  const { step, channel } = event;
  const isEdit = draft.open?.source === "update";
  const nodes = new Set(event.writes.map(({ node }) => node));
  return [...nodes].map((node) => ({ node, via: isEdit ? "edit" : viaOf(draft, node, channel), step }));
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
  for (const node of draft.open?.nodes ?? []) {
    seeTriggers(draft, node, wakesOf(draft, node));
  }
  if (event.source === "input" && draft.open?.source !== "update") {
    // A new input throws away what was due, and that counts as seen.
    for (const { node, wakes } of draft.next) {
      seeTriggers(draft, node, wakes);
    }
  }
  clearUndo(draft);
  commitStep(draft, event);
  forgetQuestions(draft);
}

function aborted(draft: Draft, event: StepAborted): void {
  goOn(draft, event.step);
  if (draft.open === null) {
    begin(draft, event.run, event.step);
  }
  putBack(draft);
  abortStep(draft, draft.seq, event);
}

function restored(draft: Draft, event: StateRestored): void {
  giveUp(draft);
  restoreCells(draft, event.cells);
  goBack(draft, event.step);
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
  restCells(draft);
  restNodes(draft);
}

/** Nobody told how the open superstep ended. */
function giveUp(draft: Draft): void {
  if (draft.open !== null) {
    putBack(draft);
    abortStep(draft, draft.seq - 1, null);
  }
}

function putBack(draft: Draft): void {
  putBackCells(draft);
  giveUpNodes(draft, draft.open?.nodes ?? []);
}
