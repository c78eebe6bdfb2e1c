/** One line on how a run stands, for the bar. */

import type { RunView, SessionView } from "../protocol/generated";
import { pathOf, titleOf } from "../store/innerPath";

/** The line, and whether it tells of a refusal or of waiting. */
export interface RunLine {
  readonly line: string;
  readonly tone: "plain" | "refuse" | "wait";
}

const RECURSION_LIMIT = "GRAPH_RECURSION_LIMIT";

/** What more the line can tell: the graphs of a document that holds several, and the nodes that wait for an answer. */
export interface RunLineOptions {
  readonly candidates?: readonly string[];
  readonly asking?: string;
}

/** How the run stands. */
export function runLine(
  run: RunView,
  state: SessionView["state"],
  { candidates = [], asking = "" }: RunLineOptions = {},
): RunLine {
  switch (state) {
    case "untrusted":
      return { line: "not trusted yet, nothing runs", tone: "wait" };
    case "loading":
      return { line: "importing the file", tone: "plain" };
    case "rejected":
      return candidates.length > 0
        ? { line: "holds several graphs", tone: "wait" }
        : { line: "gives no graph to run", tone: "refuse" };
    case "ready":
      if (asking !== "") {
        return { line: `waiting for an answer of ${asking}`, tone: "wait" };
      }
      return { line: lineOf(run), tone: toneOf(run) };
  }
}

function lineOf(run: RunView): string {
  const step = run.step ?? 0;
  switch (run.status) {
    case "none":
      return "ready, nothing has run yet";
    case "running":
      return run.step === null ? "running" : `running, step ${step}`;
    case "paused":
      return pauseLine(run, step);
    case "finished":
      return `finished after step ${step}`;
    case "failed":
      // The limit is looked at before a superstep is planned: the one that it names never began.
      return run.reason === RECURSION_LIMIT
        ? `failed after step ${step - 1}, at its recursion limit`
        : `failed in step ${step}`;
    case "stopped":
      return run.step === null ? "stopped" : `stopped in step ${step}`;
    case "lost":
      return "its worker was lost; Step goes on";
  }
}

/** Before planning, the step named is one that has not begun: the last one is what people see. */
function pauseLine(run: RunView, step: number): string {
  if (run.reason === "question") {
    return `step ${step} asks, and waits for an answer`;
  }
  // The words of the timeline's bar: they are short, and the place for them is.
  const before = run.phase === "channel" ? `updating ${run.channel ?? "a channel"}` : (run.phase ?? "plan");
  if (run.ns !== "") {
    return `paused before ${before}, step ${step} of ${titleOf(pathOf(run.ns))}`;
  }
  if (run.phase === null || run.phase === "plan") {
    return `paused after step ${step - 1}`;
  }
  return `paused in step ${step}, before ${before}`;
}

function toneOf({ status }: RunView): RunLine["tone"] {
  return status === "failed" || status === "lost" ? "refuse" : "plain";
}
