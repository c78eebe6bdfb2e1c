import { expect, test } from "vitest";
import type { TaskFinished } from "../protocol/generated";
import { observedEdges } from "./observed";
import { edge, graphOf } from "./testing/graphs";

const graph = graphOf(["fan", "north", "south"], [edge("fan", "north")]);

function finished(node: string, writes: readonly (readonly [string, string])[]): TaskFinished {
  return {
    type: "task.finished",
    run: "r",
    ns: "",
    step: 1,
    task: "t",
    node,
    writes: writes.map(([channel, via]) => ({ channel, via, value: { kind: "none", text: "None" } })),
    ignored: [],
    durationMs: 1,
  };
}

test("a goto to a node that no edge leads to is observed", () => {
  const found = observedEdges(
    graph,
    [
      finished("fan", [
        ["branch:to:south", "goto"],
        ["branch:to:north", "edge"],
      ]),
    ],
    [],
  );

  expect(found).toEqual([edge("fan", "south", { kind: "command", origin: "observed" })]);
});

test("a branch without known targets is seen to take one", () => {
  const found = observedEdges(graph, [finished("north", [["branch:to:south", "branch:route"]])], []);

  expect(found).toEqual([edge("north", "south", { kind: "branch", branch: "route", origin: "observed" })]);
});

test("what was observed before is not told again, and state is no edge", () => {
  const known = [edge("fan", "south", { kind: "command", origin: "observed" })];

  expect(
    observedEdges(
      graph,
      [
        finished("fan", [
          ["branch:to:south", "goto"],
          ["plan", "state"],
        ]),
      ],
      known,
    ),
  ).toEqual([]);
});
