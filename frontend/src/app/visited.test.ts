import { expect, test } from "vitest";
import { entryOf, taking, visitedIn } from "./visited";

test.each([
  ["the first view takes the entry that the page was loaded into", null, "s-1", "replace"],
  ["an entry of somebody else's is taken over", { idx: 3 }, null, "replace"],
  ["the document behind the start screen is a new entry", entryOf(null), "s-1", "push"],
  ["the start screen before a document is a new entry", entryOf("s-1"), null, "push"],
  ["another document is a new entry", entryOf("s-1"), "s-2", "push"],
  ["what Back brought is in the history already", entryOf("s-1"), "s-1", "not"],
  ["so is the start screen", entryOf(null), null, "not"],
] as const)("%s", (_, entry, shown, expected) => {
  expect(taking(entry, shown)).toBe(expected);
});

test("an entry tells what it shows, and nothing else", () => {
  expect([entryOf("s-1"), entryOf(null)].map(visitedIn)).toEqual(["s-1", null]);
  expect([null, 3, {}, { stepgraph: 3 }].map(visitedIn)).toEqual(Array(4).fill(undefined));
});
