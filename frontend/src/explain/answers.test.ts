import { expect, test } from "vitest";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import { textOf } from "./parts";
import { explanations } from "./testing/told";

const LOG = TRANSCRIPTS.find(({ name }) => name === "asking")?.events ?? [];

/** What is said of what an answer will do, superstep by superstep. */
function answersTold(): readonly string[] {
  return explanations(LOG).flatMap(({ sentences }) =>
    sentences.map(({ parts }) => textOf(parts)).filter((text) => text.startsWith("An answer")),
  );
}

test("a superstep that waits says which nodes an answer runs again, and from where", () => {
  const [several, one] = answersTold();

  expect(several).toMatch(
    /^An answer to any of them makes funds and permit run again, each from its first line: /,
  );
  expect(one).toMatch(/^An answer makes permit run again from its first line: /);
});

test("only a superstep that waits says it", () => {
  expect(answersTold()).toHaveLength(3);
});
