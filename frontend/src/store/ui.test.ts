import { beforeEach, expect, test } from "vitest";
import { askFor, choose, ui } from "./ui";

beforeEach(() => {
  localStorage.clear();
  ui.setState(ui.getInitialState());
});

test("choices are kept in this browser; what is selected is not", () => {
  choose({ internalChannels: "shown", selectedNode: "fan" });

  expect(JSON.parse(localStorage.getItem("stepgraph.ui") ?? "").state).toEqual({
    internalChannels: "shown",
    motion: "on",
    sideTab: "explain",
  });
});

test("what someone else wrote into the storage is left out", async () => {
  const state = { internalChannels: "pink", motion: "off", sideTab: 3, selectedNode: "fan" };
  localStorage.setItem("stepgraph.ui", JSON.stringify({ state, version: 1 }));

  await ui.persist.rehydrate();

  expect(ui.getState()).toEqual({ ...ui.getInitialState(), motion: "off" });
});

test("one selected node is the whole selection, and of several the last one is the one", () => {
  choose({ selectedNodes: ["fan", "north"] });
  expect(ui.getState().selectedNode).toBe("north");

  choose({ selectedNode: "south" });
  expect(ui.getState().selectedNodes).toEqual(["south"]);

  choose({ selectedNode: null });
  expect(ui.getState().selectedNodes).toEqual([]);
});

test("the same wish twice is two wishes", () => {
  askFor("node.rename", "fan");
  const first = ui.getState().asked;
  askFor("node.rename", "fan");

  expect(ui.getState().asked).toMatchObject({ what: "node.rename", node: "fan" });
  expect(ui.getState().asked?.serial).not.toBe(first?.serial);
});
