import { expect, test } from "vitest";
import { freshAfter } from "./useFresh";

test("a superstep committed at the live end moves, in turn under two names", () => {
  expect(freshAfter("3 committed live e1", "4 committed live e1")).toBe("even");
  expect(freshAfter("4 committed live e1", "5 committed live e1")).toBe("odd");
  expect(freshAfter("-1 committed live e1", "0 committed live e1")).toBe("even");
});

test("nothing moves in the past, after a load, in another log, or while steps run by", () => {
  expect(freshAfter("4 committed live e1", "4 committed 2 e1")).toBeNull();
  expect(freshAfter("4 committed 2 e1", "4 committed live e1")).toBeNull();
  expect(freshAfter("-1 committed live e1", "57 committed live e1")).toBeNull();
  expect(freshAfter("4 committed live e1", "5 committed live e2")).toBeNull();
  expect(freshAfter("4 committed live e1", "9 committed live e1")).toBeNull();
});

test("a refused superstep is still", () => {
  expect(freshAfter("4 committed live e1", "5 aborted live e1")).toBeNull();
});
