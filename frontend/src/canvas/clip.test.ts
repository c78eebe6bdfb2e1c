import { describe, expect, test } from "vitest";
import { copied, pasted } from "./clip";
import { END, START } from "./drawing";
import { ofDrawn } from "./pictured";
import { codeOf, drawnGraph, drawnNode } from "./testing/drawn";
import { edge, joinEdge } from "./testing/graphs";

const TEXT = "# 𝒳\ndef a(state): ...\n";

function picture() {
  const graph = drawnGraph(
    ["b", "c"],
    [
      edge(START, "a"),
      edge("a", "b"),
      edge("b", END),
      joinEdge("a", "c", ["a", "b"]),
      joinEdge("b", "c", ["a", "b"]),
    ],
  );
  const nodes = [
    // The offsets count code points: the sign in the comment is one.
    drawnNode("a", { code: codeOf("a", { span: { start: 4, end: 21 } }) }),
    ...graph.nodes,
  ];
  return ofDrawn({ path: "graph.py", graph: { ...graph, nodes }, revision: 0, readOnly: null }, null);
}

test("nodes are copied with their functions' text, and pasted with the edges among them", () => {
  const gesture = pasted(copied(picture(), TEXT, ["a", "b", "c"]));

  expect(gesture).toMatchObject({
    type: "node.paste",
    nodes: [
      { name: "a", code: "def a(state): ...", expression: "a", options: {} },
      { name: "b" },
      { name: "c" },
    ],
    edges: [
      { sources: ["a"], target: "b" },
      { sources: ["a", "b"], target: "c" },
    ],
  });
});

test("a join of which a member is missing is not copied", () => {
  expect(pasted(copied(picture(), TEXT, ["a", "c"]))).toMatchObject({ edges: [] });
});

describe("what is on the clipboard is refused in a sentence", () => {
  const node = { name: "a", code: null, expression: "a", options: {} };
  const clip = (more: object) => JSON.stringify({ stepgraph: "clip", nodes: [node], edges: [], ...more });

  test.each([
    ["a text of another program", "hello"],
    ["JSON of another program", '{"nodes": []}'],
    ["null", "null"],
  ])("%s", (_, text) => {
    expect(pasted(text)).toMatch(/no nodes on the clipboard/);
  });

  test.each([
    ["no node", clip({ nodes: [] })],
    ["a node without a name", clip({ nodes: [{ ...node, name: "" }] })],
    ["a name that is no text", clip({ nodes: [{ ...node, name: 3 }] })],
    ["code that is no text", clip({ nodes: [{ ...node, code: {} }] })],
    ["an option that is no text", clip({ nodes: [{ ...node, options: { defer: true } }] })],
    ["too many nodes", clip({ nodes: Array.from({ length: 501 }, () => node) })],
    ["edges that are none", clip({ edges: "all" })],
    ["an edge without sources", clip({ edges: [{ sources: [], target: "a" }] })],
  ])("a clip with %s", (_, text) => {
    expect(pasted(text)).toMatch(/no clip that Stepgraph made/);
  });

  test("a clip that is larger than any", () => {
    expect(pasted(clip({ nodes: [{ ...node, code: "x".repeat(5_000_001) }] }))).toMatch(/too large/);
  });
});

test("what a clip says besides is left aside", () => {
  const text = JSON.stringify({
    stepgraph: "clip",
    nodes: [{ name: "a", code: null, expression: "a", options: {}, evil: true }],
    edges: [],
    type: "document.save",
  });

  expect(pasted(text)).toEqual({
    type: "node.paste",
    nodes: [{ name: "a", code: null, expression: "a", options: {} }],
    edges: [],
  });
});
