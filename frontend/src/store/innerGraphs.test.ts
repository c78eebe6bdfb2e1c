import { expect, test } from "vitest";
import type { AnyEvent } from "../protocol/generated";
import { holdsGraphIn, innerSourceIn } from "./innerGraphs";
import { codePlaceOf, documentFrame, drawingFrame, drawnGraph, drawnNode } from "./testing/document";
import { HOLDING } from "./testing/inner";
import { logOf } from "./testing/log";
import { TestServer } from "./testing/server";

/** The root's dig holds the file's pit, whose sift holds pit again. */
const PIT = drawnGraph({
  name: "pit",
  builder: null,
  compiled: null,
  function: "pit",
  nodes: [
    drawnNode("drill"),
    { ...drawnNode("sift"), code: codePlaceOf("pit", { kind: "graph", graph: "pit" }) },
  ],
});
const MAIN = drawnGraph({
  name: "graph",
  nodes: [
    { ...drawnNode("dig"), code: codePlaceOf("pit", { kind: "graph", graph: "pit" }) },
    { ...drawnNode("far"), code: codePlaceOf("other", { kind: "graph", graph: "elsewhere" }) },
  ],
});

function stateWith(...events: readonly AnyEvent[]) {
  const server = new TestServer(logOf(...events)).welcome().tellLog(1, events.length);
  server.tell(documentFrame({ text: "a" }), drawingFrame(0, MAIN, PIT));
  server.draw();
  return server.page.state.get();
}

test("the text tells which graph of the file a node holds, as deep as one looks", () => {
  const state = stateWith();

  const held = ["dig", "dig|sift", "dig|sift|sift"].map((path) => innerSourceIn(state, path)?.drawn?.name);

  expect(held).toEqual(["pit", "pit", "pit"]);
});

test("a node without a graph, and one whose graph is not in the file, hold none that is known", () => {
  const state = stateWith();

  expect(["dig|drill", "far", "nobody"].map((id) => holdsGraphIn(state, id))).toEqual([false, false, false]);
});

test("what was compiled is known beside the text, and where the text does not tell", () => {
  const source = innerSourceIn(stateWith(HOLDING), "dig");

  expect(source?.drawn?.name).toBe("pit");
  expect(source?.compiled?.nodes.map(({ name }) => name)).toEqual(["drill", "sift"]);
});
