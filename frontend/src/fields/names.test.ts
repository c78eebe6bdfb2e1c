import { expect, test } from "vitest";
import { functionProblem, nameProblem } from "./names";

test.each([
  ["", "Give the field a name."],
  ["2nd", "no digit first"],
  ["a b", "letters, digits and _"],
  ["<script>", "letters, digits and _"],
  ["class", "a word of Python"],
  ["__root__", "belong to Python"],
  ["plan", "already"],
])("%j is refused as a field's name, with the reason", (name, reason) => {
  expect(nameProblem(name, ["plan"])).toContain(reason);
});

test("a Python name is a field's name, in any script", () => {
  expect([nameProblem("notes_2", []), nameProblem("größe", []), nameProblem("_x", [])]).toEqual([
    null,
    null,
    null,
  ]);
});

test("a lambda or a dotted path is no function's name", () => {
  expect(functionProblem("merge_notes")).toBeNull();
  expect(functionProblem("lambda a, b: a")).toContain("Python name");
  expect(functionProblem("")).toContain("Choose a function");
});
