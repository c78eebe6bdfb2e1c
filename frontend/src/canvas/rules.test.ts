import { expect, test } from "vitest";
import { END, START } from "./drawing";
import { ofDrawn, type Pictured } from "./pictured";
import { edgeLock, edgeRefusal, joinRefusal, nodeLock, orphanedFunctions, targetChoices } from "./rules";
import { codeOf, drawnGraph, drawnNode } from "./testing/drawn";
import { edge } from "./testing/graphs";

function picture(graph = drawnGraph(["a", "b"], [edge("a", "b")]), readOnly: string | null = null): Pictured {
  return ofDrawn({ path: "graph.py", graph, revision: 0, readOnly }, null);
}

test("an edge may lead back, to itself and to END, but not to START, from END, or twice", () => {
  expect(edgeRefusal(picture(), "b", "a")).toBeNull();
  expect(edgeRefusal(picture(), "b", "b")).toBeNull();
  expect(edgeRefusal(picture(), "b", END)).toBeNull();
  expect(edgeRefusal(picture(), START, END)).toBeNull();
  expect(edgeRefusal(picture(), "b", START)).toMatch(/Nothing leads to START/);
  expect(edgeRefusal(picture(), END, "a")).toMatch(/Nothing leads on from END/);
  expect(edgeRefusal(picture(), "a", "b")).toMatch(/leads to b already/);
});

test("an edge that only a branch or a run has may still be declared", () => {
  const branch = edge("a", "b", { kind: "branch", branch: "route" });

  expect(edgeRefusal(picture(drawnGraph(["a", "b"], [branch])), "a", "b")).toBeNull();
});

test("every target says why it cannot be chosen; a loop to itself is the last thing offered", () => {
  const choices = targetChoices(picture(), "a");

  expect(choices.map(({ name }) => name)).toEqual(["b", END, "a"]);
  expect(choices.filter(({ refusal }) => refusal !== null).map(({ name }) => name)).toEqual(["b"]);
});

test("a join needs two members, and none of them is an end of the graph", () => {
  expect(joinRefusal(picture(), ["a", "b"], END)).toBeNull();
  expect(joinRefusal(picture(), ["a"], "b")).toMatch(/two nodes or more/);
  expect(joinRefusal(picture(), ["a", END], "b")).toMatch(/END/);
});

test("a document that cannot be edited refuses everything with its own sentence", () => {
  const locked = picture(undefined, "The file cannot be written.");

  expect(edgeRefusal(locked, "b", "a")).toBe("The file cannot be written.");
  expect(nodeLock(locked, "a")).toBe("The file cannot be written.");
});

test("a node and an edge that code builds refuse with their lock", () => {
  const lock = { sentence: "Read-only: built by code in line 12.", line: 12 };
  const graph = drawnGraph([], [], {
    nodes: [drawnNode("a", { lock })],
    edges: [{ ...edge("a", END), span: null, line: null, lock }],
  });

  expect(nodeLock(picture(graph), "a")).toBe(lock.sentence);
  expect(picture(graph).edges.map((one) => edgeLock(picture(graph), one))).toEqual([lock.sentence]);
});

test("what was inferred or observed is changed where it comes from", () => {
  const inferred = edge("a", "b", { kind: "command", origin: "inferred" });
  const seen = edge("a", "b", { kind: "command", origin: "observed" });

  expect(edgeLock(picture(), inferred)).toMatch(/Code tab/);
  expect(edgeLock(picture(), seen)).toMatch(/declared nowhere/);
});

test("a function is left over only if it is of this file and no other node or router uses it", () => {
  const graph = drawnGraph([], [], {
    nodes: [
      drawnNode("a", { code: codeOf("work") }),
      drawnNode("b", { code: codeOf("work") }),
      drawnNode("c", { code: codeOf("fetch", { span: null, path: "tools.py" }) }),
      drawnNode("d", { code: codeOf("choose") }),
      drawnNode("e", { code: codeOf("alone") }),
    ],
    branches: [
      {
        source: "b",
        name: "choose",
        code: codeOf("choose"),
        form: "none",
        targets: null,
        span: null,
        mapSpan: null,
        line: null,
        lock: null,
      },
    ],
  });

  expect(orphanedFunctions(picture(graph), ["a", "c", "d", "e"])).toEqual(["alone"]);
  expect(orphanedFunctions(picture(graph), ["a", "b"])).toEqual(["work"]);
});
