/** What each event does to the run's view. The rules are those of `stepgraph.protocol.fold`. */

import type {
  AnyEvent,
  RunFailed,
  RunFinished,
  RunPaused,
  RunStarted,
  RunStatus,
  RunStopped,
  RunView,
  WorkerLost,
} from "../../protocol/generated";
import { type Draft, EMPTY } from "./draft";

export type RunEvent = RunFailed | RunFinished | RunPaused | RunStarted | RunStopped | WorkerLost;

/** A superstep is at work: a run that was paused goes on, which nothing else tells. */
export function goOn(draft: Draft, step: number): void {
  const { run } = draft;
  if (run.status === "paused" || (run.status === "running" && run.step !== step)) {
    draft.run = at(run, "running", step);
  }
}

/** What shows that a superstep is at work. */
const AT_WORK: ReadonlySet<AnyEvent["type"]> = new Set([
  "step.planned",
  "task.started",
  "channel.consumed",
  "channel.updated",
  "channel.finished",
  "channel.conflicted",
  "step.committed",
  "step.aborted",
]);

/** A task of the root starts; while the run waits in a graph inside, that is beside the node in which it waits. */
export function goOnStarted(draft: Draft, step: number): void {
  if (draft.run.status !== "paused" || draft.run.ns === "") {
    goOn(draft, step);
  }
}

/** What a superstep does in which the run waits shows that it goes on, in the root's open superstep. */
export function goOnInside(draft: Draft, { type, ns }: AnyEvent): void {
  const { run, open } = draft;
  if (run.status === "paused" && run.ns === ns && AT_WORK.has(type)) {
    draft.run = at(run, "running", open?.step ?? run.step);
  }
}

/** The run's view after an event of the run. */
export function runAfter(view: RunView, event: RunEvent): RunView {
  switch (event.type) {
    case "run.started":
      return started(event);
    case "run.paused": {
      const { run, ns, reason, phase, channel } = event;
      return { ...at(view, "paused", event.step), run, ns, reason, phase, channel };
    }
    case "run.finished":
      return { ...at(view, "finished", event.step), output: event.output };
    case "run.failed":
      return { ...at(view, "failed", event.step), reason: event.code, sentence: event.sentence };
    case "run.stopped":
      return { ...at(view, "stopped", event.step), reason: event.reason, phase: event.phase };
    case "worker.lost":
      return lost(view, event);
  }
}

/** Nothing of the run before is told any more. */
function started(event: RunStarted): RunView {
  const { run, kind, thread, step, recursionLimit } = event;
  return { ...EMPTY.run, run, kind, status: "running", thread, step, recursionLimit };
}

/** A run that had ended before has still ended as it did. */
function lost(view: RunView, event: WorkerLost): RunView {
  const atWork = view.status === "running" || view.status === "paused";
  return { ...(atWork ? at(view, "lost", view.step) : view), sentence: event.sentence };
}

function at(view: RunView, status: RunStatus, step: number | null): RunView {
  return { ...view, status, step, reason: null, phase: null, channel: null, sentence: null, ns: "" };
}
