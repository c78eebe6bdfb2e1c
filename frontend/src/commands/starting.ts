/** Starting a run with what stands in the boxes, on this thread or on a new one. */

import { placed, readJson } from "../base/json";
import type { RunStart } from "../protocol/generated";
import { isAnother, nextRun } from "../store/another";
import { type RunInput, typeMore } from "../store/input";
import type { PageState } from "../store/state";
import type { Context } from "./command";
import { noRun } from "./reasons";

export type Until = RunStart["until"] & string;

/** That a run is started, and with what; null where the run at hand goes on. */
export function startHint(state: PageState, input: RunInput): string | null {
  if (nextRun(state, input) === "goes on") {
    return null;
  }
  return state.live.run.status === "none" ? "Starts with the input" : "Starts a new run with the input";
}

/** Start a run with the boxes, or tell what is wrong with them. */
export function start({ page, input }: Context, until: Until): void {
  const command = startOf(input(), until);
  if (typeof command === "string") {
    page.refuse(command);
  } else {
    void page.order(command);
  }
}

/** On a thread that nobody has used: with the boxes, if they hold something else than the run at hand began with. */
export async function startAgain({ page, input, newThread }: Context): Promise<void> {
  const state = page.state.get();
  const command = isAnother(state, input())
    ? startOf({ ...input(), thread: newThread() }, "superstep")
    : ({ type: "run.restart", until: "superstep" } as const);
  if (typeof command === "string") {
    page.refuse(command);
    return;
  }
  // A thread that was named is the one that is left: the next run is not to go back to it.
  typeMore({ thread: null });
  if (command.type === "run.start" && noRun(state) === null) {
    await page.order({ type: "run.stop" });
  }
  await page.order(command);
}

/** What stands in the boxes as a command, or a sentence on what is wrong there. */
function startOf(input: RunInput, until: Until): RunStart | string {
  const read = readJson(input.text);
  if (!read.ok) {
    return `The input is not JSON. ${placed(read.problem)}`;
  }
  const context = input.contextText.trim() === "" ? null : readJson(input.contextText);
  if (context !== null && !context.ok) {
    return `The context is not JSON. ${placed(context.problem)}`;
  }
  return {
    type: "run.start",
    input: read.value,
    context: context?.value ?? null,
    recursionLimit: input.recursionLimit,
    thread: input.thread,
    until,
  };
}
