/** The run controls. At the live end they ask the server; in the past, steps only move the cursor. */

import { placed, readJson } from "../base/json";
import type { RunStart } from "../protocol/generated";
import { isAnother, nextRun } from "../store/another";
import { nextTo } from "../store/cursor";
import { type RunInput, typeMore } from "../store/input";
import type { PageState } from "../store/state";
import type { Command, Context } from "./command";
import { atWork, firstReason, noServer, notReady, underWay } from "./reasons";

const runToEnd: Command = {
  id: "run.run",
  title: "Run",
  blocked: (state) => firstReason(notReady(state), atWork(state), underWay(state)),
  hint: (state, input) => startHint(state, input) ?? "Goes on to the end",
  run(context) {
    if (nextRun(context.page.state.get(), context.input()) === "starts") {
      start(context, "end");
    } else {
      void context.page.order({ type: "run.continue" });
    }
  },
};

const pause: Command = {
  id: "run.pause",
  title: "Pause",
  blocked: (state) =>
    firstReason(noServer(state), state.live.run.status === "running" ? null : "The run is not running."),
  run: ({ page }) => void page.order({ type: "run.pause" }),
};

const step: Command = {
  id: "run.step",
  title: "Step",
  blocked: stepBlocked,
  hint: stepHint,
  run: (context) => stepForward(context, "superstep"),
};

const stepPhase: Command = {
  id: "run.stepPhase",
  title: "Step phase",
  blocked: stepBlocked,
  hint: stepHint,
  run: (context) => stepForward(context, "phase"),
};

const stepBack: Command = {
  id: "run.stepBack",
  title: "Step back",
  blocked(state) {
    const { entry } = state.shown;
    if (entry === null) {
      return "Nothing has run yet.";
    }
    const isLoaded = nextTo(state, entry, "back") !== null;
    const isMore = (state.steps[0]?.key ?? 0) > 0;
    return isLoaded || isMore ? null : "This is the first superstep.";
  },
  run: ({ page }) => void page.step("back"),
};

const goOn: Command = {
  id: "run.goOn",
  title: "Go on from here",
  blocked: (state) =>
    firstReason(
      notReady(state),
      state.shown.isLive ? "This is the live end; Step goes on from here." : null,
      atWork(state),
      underWay(state),
      checkpointShown(state) === null ? "Nothing was kept before this superstep." : null,
    ),
  hint(state) {
    const due = [...new Set(state.shown.snapshot.next.map(({ node }) => node))];
    return due.length === 0
      ? "Forks here; nothing is due"
      : `Forks here and waits; due: ${due.join(", ")}. Step or Run goes on`;
  },
  run({ page }) {
    const checkpoint = checkpointShown(page.state.get());
    if (checkpoint !== null) {
      void page.order({ type: "run.fork", checkpoint, until: "superstep" });
    }
  },
};

const stop: Command = {
  id: "run.stop",
  title: "Stop",
  blocked: (state) => firstReason(noServer(state), isUnderWay(state) ? null : "No run is under way."),
  run: ({ page }) => void page.order({ type: "run.stop" }),
};

const restart: Command = {
  id: "run.restart",
  title: "Restart",
  blocked: (state) =>
    firstReason(notReady(state), state.live.run.status === "none" ? "Nothing has run yet." : null),
  hint: (state, input) =>
    isAnother(state, input)
      ? "A new thread with what stands in the boxes"
      : "A new thread with the same input",
  run: (context) => void startAgain(context),
};

/** All run controls, in the order of the toolbar. */
export const RUN_COMMANDS: readonly Command[] = [
  runToEnd,
  pause,
  stepBack,
  step,
  stepPhase,
  goOn,
  stop,
  restart,
];

/** The id of the next sensible act: the one filled button. */
export function nextAct({ shown, live }: PageState): string {
  if (!shown.isLive) {
    return goOn.id;
  }
  switch (live.run.status) {
    case "running":
      return pause.id;
    case "finished":
      return runToEnd.id;
    default:
      return step.id;
  }
}

/** The checkpoint to go on from at the cursor: an aborted superstep left the one before it. */
export function checkpointShown({ shown }: PageState): string | null {
  return shown.entry?.checkpoint ?? shown.entry?.parent ?? null;
}

function isUnderWay({ live }: PageState): boolean {
  return live.run.status === "running" || live.run.status === "paused";
}

function stepBlocked(state: PageState): string | null {
  const { entry, isLive } = state.shown;
  if (!isLive) {
    const isEnd = entry === null || nextTo(state, entry, "forward") === null;
    return isEnd ? "This branch of history ends here; go on from here, or click a later superstep." : null;
  }
  return firstReason(notReady(state), atWork(state), underWay(state));
}

function stepHint(state: PageState, input: RunInput): string | null {
  return state.shown.isLive ? startHint(state, input) : "Moves to the next superstep; runs nothing";
}

/** That a run is started, and with what; null where the run at hand goes on. */
function startHint(state: PageState, input: RunInput): string | null {
  if (nextRun(state, input) === "goes on") {
    return null;
  }
  return state.live.run.status === "none" ? "Starts with the input" : "Starts a new run with the input";
}

type Until = RunStart["until"] & string;

function stepForward(context: Context, until: Exclude<Until, "end">): void {
  const { page } = context;
  const state = page.state.get();
  if (!state.shown.isLive) {
    void page.step("forward");
  } else if (nextRun(state, context.input()) === "starts") {
    start(context, until);
  } else {
    void page.order({ type: until === "phase" ? "run.stepPhase" : "run.step" });
  }
}

function start({ page, input }: Context, until: Until): void {
  const command = startOf(input(), until);
  if (typeof command === "string") {
    page.refuse(command);
  } else {
    void page.order(command);
  }
}

/** On a thread that nobody has used: with the boxes, if they hold something else than the run at hand began with. */
async function startAgain({ page, input, newThread }: Context): Promise<void> {
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
  if (command.type === "run.start" && isUnderWay(state)) {
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
