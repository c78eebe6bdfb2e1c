/** What is told of graphs inside, beside what the recorded transcripts hold the page to. */

import { expect, test } from "vitest";
import type { AnyEvent } from "../../protocol/generated";
import { reduce } from "../reduce";
import { INTO_DIG, NS } from "../testing/inner";
import { committed, logOf, planned, runStarted, updated } from "../testing/log";
import { EMPTY } from "./draft";

function after(...events: readonly AnyEvent[]) {
  const log = logOf(...INTO_DIG, ...events);
  const before = reduce(EMPTY, log.slice(0, INTO_DIG.length));
  return { before, after: reduce(before, log.slice(INTO_DIG.length)) };
}

test("what happens in the root leaves the view of a graph inside the same object, so nothing of it draws anew", () => {
  const told = after(updated(1, "total", 3));

  expect(told.after.inner.dig).toBe(told.before.inner.dig);
});

test("what happens inside changes nothing of the root but how the run stands", () => {
  const told = after({ ...updated(1, "depth", 5), ns: NS });

  expect(told.after.inner.dig?.cells.depth?.value.text).toBe("5");
  expect(told.after.cells).toBe(told.before.cells);
  expect([told.before.run.ns, told.after.run.ns]).toEqual([NS, ""]);
});

test("the run that began last is shown, and what an older one goes on to do changes no view", () => {
  const other = { ns: "dig:02ab" };
  const told = after(
    { ...runStarted(), ...other },
    { ...planned(0, "__start__"), ...other },
    { ...updated(1, "depth", 9), ns: NS },
  );

  expect(told.after.inner.dig).toMatchObject({ ns: "dig:02ab", step: 0, status: "open" });
  expect(told.after.inner.dig?.cells.depth?.version).toBeNull();
});

test("with the superstep around it a run inside has ended, and what it left open is put back", () => {
  const told = after(committed(1, { at: "c1", from: "c0" }));

  expect(told.after.inner.dig?.status).toBe("ended");
  expect(told.after.inner.dig?.cells.depth?.value.kind).toBe("missing");
});
