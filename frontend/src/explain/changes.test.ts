import { describe, expect, test } from "vitest";
import { type AnyEvent, EVENTS } from "../protocol/generated";
import type { Numbered } from "../store/reduce";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import { readAloud } from "./sentences";
import { MENDED } from "./testing/attempts";
import { ASKING, EDITING, OPEN } from "./testing/byHand";
import { changesOf, TOLD_ELSEWHERE } from "./testing/changes";
import { explanations, withEvent } from "./testing/told";

const LOGS: readonly (readonly [name: string, log: readonly Numbered[]])[] = [
  ...TRANSCRIPTS.filter(({ name }) => !name.startsWith("odd")).map(
    ({ name, events }) => [name, events] as const,
  ),
  ["a question, by hand", ASKING],
  ["an edit, by hand", EDITING],
  ["an open superstep, by hand", OPEN],
  ["retries, a handler and a cache, by hand", MENDED],
];

/** Everything that is said of a log. */
function told(log: readonly Numbered[]): readonly string[] {
  return explanations(log).map(readAloud);
}

describe.each(LOGS)("in the log %s", (_name, log) => {
  const before = told(log);

  test("whatever changes in an event changes what is said", () => {
    for (const [at, { event }] of log.entries()) {
      if (event.ns !== "") {
        continue; // what graphs inside do is told beside it, shorter
      }
      for (const [what, changed] of changesOf(event)) {
        expect({ at, event: event.type, what, told: told(withEvent(log, at, changed)) }).not.toEqual({
          at,
          event: event.type,
          what,
          told: before,
        });
      }
    }
  });
});

test("a task that was not told to start is planned, not running", () => {
  const [at] = OPEN.flatMap(({ event }, index) =>
    event.type === "task.started" && event.node === "b" ? [index] : [],
  );

  expect(told(OPEN.filter((_, index) => index !== at))).not.toEqual(told(OPEN));
});

test("every kind of event that belongs to a superstep was changed in some way", () => {
  const changed = new Set(
    LOGS.flatMap(([, log]) => log.flatMap(({ event }) => (changesOf(event).length > 0 ? [event.type] : []))),
  );
  const isTold = (type: AnyEvent["type"]) =>
    changed.has(type) || type === "task.started" || TOLD_ELSEWHERE.includes(type);

  expect(EVENTS.filter((type) => !isTold(type))).toEqual([]);
});
