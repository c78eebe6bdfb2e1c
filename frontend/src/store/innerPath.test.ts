import { expect, test } from "vitest";
import { idIn, isInner, nameOfId, pathOf, pathOfId, pathsTo, ROOT, titleOf } from "./innerPath";

test("a namespace leads to the path of its graph, without ids of tasks and numbers of calls", () => {
  expect(["", "dig:9f2f", "dig:9f2f|sift:02ab", "dig:9f2f|2|sift:02ab", "dig"].map(pathOf)).toEqual([
    ROOT,
    "dig",
    "dig|sift",
    "dig|sift",
    "dig",
  ]);
});

test("a node may be called like a number, or have a colon in its name", () => {
  expect(["1", "1|2", "1:9f2f|2:02ab", "fetch:all:9f2f"].map(pathOf)).toEqual(["1", "1", "1|2", "fetch:all"]);
});

test("a graph inside a handler stands in the handler, whichever task failed before", () => {
  const inHandler = "dig:9f2f|__error_handler__dig:02ab";

  expect([inHandler, `top:1|${inHandler}|sift:3`, "dig|__default_error_handler__"].map(pathOf)).toEqual([
    "__error_handler__dig",
    "top|__error_handler__dig|sift",
    "__default_error_handler__",
  ]);
});

test("a node is known by its path and its name, and in the root by its name alone", () => {
  expect([idIn(ROOT, "dig"), idIn("dig", "sift")]).toEqual(["dig", "dig|sift"]);
  expect(["dig", "dig|sift"].map((id) => [pathOfId(id), nameOfId(id), isInner(id)])).toEqual([
    [ROOT, "dig", false],
    ["dig", "sift", true],
  ]);
  expect(titleOf("dig|sift")).toBe("dig › sift");
});

test("the graphs on the way come first", () => {
  expect([pathsTo(ROOT), pathsTo("dig|sift|weigh")]).toEqual([[], ["dig", "dig|sift", "dig|sift|weigh"]]);
});
