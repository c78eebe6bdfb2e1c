import { expect, test } from "vitest";
import { runInput } from "../store/input";
import { TestServer } from "../store/testing/server";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import { ui } from "../store/ui";
import { answer } from "./answer";
import type { Context } from "./command";
import { nextAct, RUN_COMMANDS } from "./run";

const LOG = TRANSCRIPTS.find(({ name }) => name === "asking")?.events ?? [];
const ASKED = LOG.find(({ event }) => event.type === "run.paused" && event.reason === "question")?.seq ?? 0;

test("a run that asks is answered next, and a step only asks again", () => {
  const state = new TestServer(LOG).welcome().tellLog(1, ASKED).page.state.get();
  const step = RUN_COMMANDS.find(({ id }) => id === "run.step");

  expect(nextAct(state)).toBe(answer.id);
  expect(answer.blocked(state)).toBeNull();
  expect(step?.hint?.(state, runInput.getState())).toBe("Runs permit, funds again without an answer");
});

test("the command leads to the form", () => {
  answer.run(Object.create(null) as Context);

  expect(ui.getState().asked?.what).toBe("answer");
});

test("nothing can be answered when nobody asks", () => {
  const state = new TestServer(LOG)
    .welcome()
    .tellLog(1, ASKED - 1)
    .page.state.get();

  expect(answer.blocked(state)).toBe("No node waits for an answer.");
});
