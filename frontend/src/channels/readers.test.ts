import { expect, test } from "vitest";
import { dueByChannel, readersOf } from "./readers";
import { cellOf } from "./testing/cells";

test("a node is due because of the triggers that fired", () => {
  const wake = { version: 4, seen: null, fired: true };
  const next = [
    {
      node: "south",
      wakes: [
        { channel: "branch:to:south", ...wake },
        { channel: "quiet", ...wake, fired: false },
      ],
    },
  ];

  expect([...dueByChannel(next)]).toEqual([["branch:to:south", ["south"]]]);
});

test("readers that are due come first, then those who saw it, the latest first", () => {
  const cell = cellOf("c", { version: 4, seenBy: { early: 2, late: 3, south: 3 } });

  expect(readersOf(cell, ["south"])).toEqual([
    { node: "south", kind: "due", version: 4 },
    { node: "late", kind: "saw", version: 3 },
    { node: "early", kind: "saw", version: 2 },
  ]);
});
