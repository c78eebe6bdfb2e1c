import { expect, test } from "vitest";
import type { ChannelConflicted, DrawnEdge, Repair } from "../protocol/generated";
import { drawnField, drawnGraph, drawnNode, drawnSchema } from "../store/testing/drawn";
import { repairGesture } from "./repairGesture";

function repair(code: string, source: string): Repair {
  return { code, title: code, detail: "", source };
}

const CONFLICT: ChannelConflicted = {
  type: "channel.conflicted",
  run: "r",
  ns: "",
  step: 1,
  channel: "plan",
  kind: "LastValue",
  writes: ["north", "south"].map((node) => ({ task: node, node, value: { kind: "str", text: "x" } })),
  code: "INVALID_CONCURRENT_GRAPH_UPDATE",
  sentence: "",
  repairs: [],
};

function edge(source: string, target: string, more: Partial<DrawnEdge> = {}): DrawnEdge {
  return {
    source,
    target,
    kind: "static",
    origin: "declared",
    label: null,
    join: null,
    branch: null,
    span: null,
    line: null,
    lock: null,
    ...more,
  };
}

function graphWith(edges: readonly DrawnEdge[], plan = drawnField("plan")) {
  return drawnGraph({
    nodes: [drawnNode("north"), drawnNode("south")],
    edges,
    schemas: [drawnSchema("State", [plan])],
  });
}

const ADD = repair("channel.reducer", "plan: Annotated[str, operator.add]");
const ORDER = repair("graph.order", 'builder.add_edge("north", "south")');

test("a reducer that adds up is the field's new merge rule; another one is a function of one's own", () => {
  const either = repair("channel.reducer", "plan: Annotated[bool, operator.or_]");

  expect(repairGesture(ADD, CONFLICT, graphWith([]))).toEqual({
    type: "field.merge",
    name: "plan",
    merge: { kind: "add" },
  });
  expect(repairGesture(either, CONFLICT, graphWith([]))).toMatchObject({
    merge: { kind: "function", function: "merge_plan" },
  });
});

test("ordering the nodes moves the one edge that starts the second, so that they no longer run together", () => {
  const graph = graphWith([edge("__start__", "north"), edge("__start__", "south")]);

  expect(repairGesture(ORDER, CONFLICT, graph)).toEqual({
    type: "edge.move",
    source: "__start__",
    target: "south",
    toSource: "north",
    toTarget: "south",
  });
});

test("where more than one edge starts the second node, an edge is added and the others stay", () => {
  const several = graphWith([edge("__start__", "south"), edge("other", "south")]);
  const routed = graphWith([edge("fan", "south", { kind: "branch", branch: "route" })]);

  for (const graph of [several, routed]) {
    expect(repairGesture(ORDER, CONFLICT, graph)).toEqual({
      type: "edge.add",
      source: "north",
      target: "south",
    });
  }
});

test("a key of its own is declared with its type", () => {
  const other = repair("write.other_key", "south_plan: dict[str, int]");

  expect(repairGesture(other, CONFLICT, graphWith([]))).toMatchObject({
    type: "field.add",
    name: "south_plan",
    annotation: "dict[str, int]",
  });
});

test("what the file has already, or what stands elsewhere, is not offered", () => {
  const merged = graphWith([], drawnField("plan", { kind: "BinaryOperatorAggregate", reducer: REDUCER }));
  const locked = graphWith([], drawnField("plan", { lock: { sentence: "elsewhere", line: null } }));
  const ordered = graphWith([edge("north", "south")]);

  expect(repairGesture(ADD, CONFLICT, merged)).toBeNull();
  expect(repairGesture(ADD, CONFLICT, locked)).toBeNull();
  expect(repairGesture(ORDER, CONFLICT, ordered)).toBeNull();
  expect(repairGesture(ADD, { ...CONFLICT, ns: "inner:1" }, graphWith([]))).toBeNull();
  expect(repairGesture(ADD, CONFLICT, null)).toBeNull();
  expect(repairGesture(repair("channel.collect", "plan: list"), CONFLICT, graphWith([]))).toBeNull();
});

const REDUCER = {
  text: "operator.add",
  kind: "imported",
  name: "add",
  span: null,
  path: null,
  line: null,
  endLine: null,
  doc: null,
  graph: null,
} as const;
