import { expect, test } from "vitest";
import { indentIn } from "./indent";

test.each([
  ["def f():\n    pass\n", "    "],
  ["def f():\n  pass\n", "  "],
  ["def f():\n\tpass\n", "\t"],
  ["x = 1\n", "    "],
  ["", "    "],
])("%j is indented on with %j", (text, indent) => {
  expect(indentIn(text)).toBe(indent);
});
