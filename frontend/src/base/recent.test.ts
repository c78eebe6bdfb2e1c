import { expect, test } from "vitest";
import { recent } from "./recent";

test("what was not used for longest goes first", () => {
  const cache = recent<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");

  cache.set("c", 3);

  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});
