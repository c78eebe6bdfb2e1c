import { expect, test } from "vitest";
import { cellOf, text, write } from "./testing/cells";
import { verdictOf, versionMove } from "./verdict";

const conflict = { code: "INVALID_CONCURRENT_GRAPH_UPDATE", sentence: "", repairs: [] };

test("what update() returned is told, with who asked", () => {
  const told = [
    cellOf("c", { returned: true, cause: "write" }),
    cellOf("c", { returned: true, cause: "empty" }),
    cellOf("c", { returned: true, cause: "consume" }),
    cellOf("c", { returned: true, cause: "finish" }),
    cellOf("c", { returned: false, cause: "write" }),
    cellOf("c"),
  ].map((cell) => verdictOf(cell, 0, "committed"));

  expect(told).toEqual([
    { word: "True", note: null },
    { word: "True", note: "emptied" },
    { word: "True", note: "consumed" },
    { word: "True", note: "finished" },
    { word: "False", note: "no change" },
    { word: "not asked", note: null },
  ]);
});

test("a value that a person put in place of another was not asked for", () => {
  const edited = cellOf("c", { returned: true, cause: "write", writes: [write("__edit__", text("x"))] });

  expect(verdictOf(edited, 0, "committed")).toEqual({ word: "not asked", note: null });
});

test("a refused channel raised; those before it are taken back, those behind it were not reached", () => {
  expect(verdictOf(cellOf("c", { conflict }), 0, "aborted")).toEqual({ word: "raised", note: null });
  expect(verdictOf(cellOf("c", { returned: true, cause: "write" }), 0, "aborted")).toEqual({
    word: "True",
    note: "taken back",
  });
  expect(verdictOf(cellOf("c"), 1, "aborted")).toEqual({ word: "not reached", note: null });
});

test("before apply a write waits", () => {
  expect(verdictOf(cellOf("c"), 2, "open")).toEqual({ word: "waits", note: "for apply" });
});

test("the old version is shown only where it moved", () => {
  expect(versionMove(cellOf("c", { version: 4, versionBefore: 3, changed: true }))).toEqual({
    before: "3",
    now: "4",
  });
  expect(versionMove(cellOf("c", { version: 4, versionBefore: null, changed: true }))).toEqual({
    before: "–",
    now: "4",
  });
  expect(versionMove(cellOf("c", { version: 4 }))).toEqual({ before: null, now: "4" });
  expect(versionMove(cellOf("c"))).toEqual({ before: null, now: "–" });
});
