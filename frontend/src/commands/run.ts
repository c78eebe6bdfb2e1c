/** The run controls. At the live end they ask the server; in the past, steps only move the cursor. */

import { isAnother, nextRun } from "../store/another";
import { nextTo } from "../store/cursor";
import type { RunInput } from "../store/input";
import { waitingQuestions } from "../store/questions";
import type { PageState } from "../store/state";
import { answer, asksAgainHint } from "./answer";
import type { Command, Context } from "./command";
import { atWork, firstReason, noRun, noServer, notReady, notRunnable, underWay } from "./reasons";
import { start, startAgain, startHint, type Until } from "./starting";

const runToEnd: Command = {
  id: "run.run",
  title: "Run",
  blocked: (state) => firstReason(notRunnable(state), atWork(state), underWay(state)),
  hint: (state, input) =>
    againHint(state) ?? startHint(state, input) ?? asksAgainHint(state) ?? "Goes on to the end",
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
  blocked: (state) => firstReason(noServer(state), noRun(state)),
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
  answer,
];

/** The id of the next sensible act: the one filled button. */
export function nextAct(state: PageState): string {
  const { shown, live } = state;
  if (!shown.isLive) {
    return goOn.id;
  }
  if (waitingQuestions(state).length > 0) {
    return answer.id; // its filled button is in the form
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

function stepBlocked(state: PageState): string | null {
  const { entry, isLive } = state.shown;
  if (!isLive) {
    const isEnd = entry === null || nextTo(state, entry, "forward") === null;
    return isEnd ? "This branch of history ends here; go on from here, or click a later superstep." : null;
  }
  return firstReason(notRunnable(state), atWork(state), underWay(state));
}

/** That a document which gave no graph is tried again. */
function againHint({ session }: PageState): string | null {
  return session?.state === "rejected" ? "Reads the document again" : null;
}

function stepHint(state: PageState, input: RunInput): string | null {
  return state.shown.isLive
    ? (againHint(state) ?? startHint(state, input) ?? asksAgainHint(state))
    : "Moves to the next superstep; runs nothing";
}

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
