/** Answering what nodes ask: a form has the boxes, and this leads to it. */

import { waitingNodes, waitingQuestions } from "../store/questions";
import type { PageState } from "../store/state";
import { askFor } from "../store/ui";
import type { Command } from "./command";
import { firstReason, notReady } from "./reasons";

/** Lead to the form. */
export const answer: Command = {
  id: "interrupt.answer",
  title: "Answer",
  blocked: (state) => firstReason(notReady(state), nobodyAsks(state)),
  hint: (state) => `Goes to the question of ${waitingNodes(waitingQuestions(state)).join(", ")}`,
  run: () => askFor("answer"),
};

/** What a step does while a question waits; null when none does. */
export function asksAgainHint(state: PageState): string | null {
  const nodes = waitingNodes(waitingQuestions(state));
  return nodes.length === 0 ? null : `Runs ${nodes.join(", ")} again without an answer`;
}

function nobodyAsks(state: PageState): string | null {
  return waitingQuestions(state).length === 0 ? "No node waits for an answer." : null;
}
