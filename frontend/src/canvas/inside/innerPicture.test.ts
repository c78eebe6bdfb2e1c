import { expect, test } from "vitest";
import { compiledInside } from "../../store/scope";
import { drawnGraph, drawnNode } from "../../store/testing/drawn";
import { HOLDING } from "../../store/testing/inner";
import { innerPicture } from "./innerPicture";

const COMPILED = compiledInside(HOLDING, "dig");
const LOOP = { sentence: "read-only: built by code in line 8", line: 8 };
const WHOLE = [drawnNode("drill"), drawnNode("sift")];

/** The names of the nodes that are pictured inside, where the text has these. */
function pictured(nodes: typeof WHOLE, locks: readonly (typeof LOOP)[], compiled = COMPILED) {
  const drawn = drawnGraph({ name: "pit", nodes, edges: [], locks });
  return innerPicture("dig", { drawn, compiled })?.nodes.map(({ name }) => name);
}

test("a graph inside that a loop builds is pictured as it was compiled", () => {
  expect(pictured([], [LOOP])).toEqual(["drill", "sift"]);
});

test("what the text tells in full is pictured from it, even where it was changed since it was compiled", () => {
  expect(pictured([...WHOLE, drawnNode("new")], [LOOP])).toEqual(["drill", "sift", "new"]);
  expect(pictured([drawnNode("drill")], [])).toEqual(["drill"]);
});

test("before anything was compiled the text is all that is known", () => {
  expect(pictured([drawnNode("drill")], [LOOP], null)).toEqual(["drill"]);
});
