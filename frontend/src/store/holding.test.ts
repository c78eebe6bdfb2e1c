import { expect, test } from "vitest";
import type { Preview } from "../protocol/generated";
import { holdingOf } from "./holding";

const none: Preview = { kind: "list", text: "[]", size: 0 };
const some: Preview = { kind: "list", text: "[1]", size: 1 };

test.each([
  ["LastValue", { kind: "missing", text: "" }, false, "nothing"],
  ["LastValue", none, true, "something"],
  ["Topic", none, false, "nothing"],
  ["Topic", some, true, "something"],
  ["LastValueAfterFinish", none, false, "stored"],
  ["NamedBarrierValue", none, false, "stored"],
  ["Own", some, false, "stored"],
] as const)("a %s with %j, available: %s, holds %s", (kind, value, available, expected) => {
  expect(holdingOf(kind, { value, available })).toBe(expected);
});
