import { beforeEach, expect, test } from "vitest";
import { choose, ui } from "./ui";

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
