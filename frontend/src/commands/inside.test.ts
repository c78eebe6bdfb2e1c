import { beforeEach, expect, test } from "vitest";
import { runInput } from "../store/input";
import { documentKeyIn, opened, openPaths } from "../store/opened";
import { HOLDING } from "../store/testing/inner";
import { logOf } from "../store/testing/log";
import { TestServer } from "../store/testing/server";
import { choose, ui } from "../store/ui";
import type { Context } from "./command";
import { KEYS, keyPlaceOf } from "./keys";
import { runCommand } from "./registry";
import { VIEW_COMMANDS } from "./view";

beforeEach(() => {
  choose({ selectedNodes: [] });
  opened.setState({ open: new Map() });
});

function over() {
  const server = new TestServer(logOf(HOLDING)).welcome().tellLog(1, 1);
  const context = { page: server.page, input: runInput.getState } as unknown as Context;
  const run = (id: string) => {
    const command = VIEW_COMMANDS.find((one) => one.id === id);
    if (command !== undefined) {
      runCommand(command, context);
    }
  };
  const state = () => server.page.state.get();
  return {
    run,
    refusal: () => state().refusal,
    open: () => openPaths(opened.getState(), documentKeyIn(state())),
  };
}

test("one command opens the graph inside of the chosen node and closes it again", () => {
  const { run, open } = over();
  choose({ selectedNode: "dig" });

  run("graph.inside");
  const before = open();
  run("graph.inside");

  expect([before, open()]).toEqual([["dig"], []]);
});

test("its key counts on the canvas alone", () => {
  expect([KEYS["graph.inside"], keyPlaceOf("graph.inside")]).toEqual(["O", "graph"]);
});

test("without a node, or with one that holds no graph, it says so", () => {
  const { run, refusal } = over();

  run("graph.inside");
  const first = refusal();
  choose({ selectedNode: "report" });
  run("graph.inside");

  expect([first, refusal()]).toEqual([
    "No node is chosen. Choose one on the canvas that holds a graph.",
    '"report" holds no graph that is known. A graph that its function calls is known once it is compiled.',
  ]);
});

test("another leads the panels back to the whole graph", () => {
  const { run } = over();
  choose({ selectedNode: "dig|drill" });

  run("graph.whole");

  expect(ui.getState()).toMatchObject({ inside: "", selectedNode: "dig" });
});
