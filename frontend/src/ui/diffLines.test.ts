import { expect, test } from "vitest";
import { diffLines, diffWords } from "./diffLines";

const DIFF = `--- survey.py
+++ survey.py
@@ -3,3 +3,4 @@
 a = 1
--- b
+++ c
+d = 4
 e = 5
@@ -40 +41 @@
-x
+y
\\ No newline at end of file
`;

test("each line has its kind, and its numbers in both texts", () => {
  const lines = diffLines(DIFF).map(({ kind, text, before, after }) => [kind, text, before, after]);

  expect(lines).toEqual([
    ["skipped", "line 3", null, null],
    ["kept", "a = 1", 3, 3],
    ["removed", "-- b", 4, null],
    ["added", "++ c", null, 4],
    ["added", "d = 4", null, 5],
    ["kept", "e = 5", 5, 6],
    ["skipped", "line 41", null, null],
    ["removed", "x", 40, null],
    ["added", "y", null, 41],
  ]);
});

test("how much changed is said in words", () => {
  expect(diffWords(diffLines(DIFF))).toBe("3 lines added, 2 removed");
  expect(diffWords(diffLines(""))).toBe("No line is another.");
});
