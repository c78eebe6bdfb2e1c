import { beforeEach, expect, test } from "vitest";
import { closeInside, lookAtRoot, openInside, toggleInside } from "./insideActs";
import { documentKeyIn, opened, openPaths } from "./opened";
import { HOLDING } from "./testing/inner";
import { logOf } from "./testing/log";
import { TestServer } from "./testing/server";
import { choose, ui } from "./ui";

beforeEach(() => {
  opened.setState({ open: new Map() });
  choose({ selectedNode: null });
});

function pageOf(document = "graph.py") {
  const server = new TestServer(logOf(HOLDING)).welcome({ document });
  server.tellLog(1, 1);
  server.draw();
  const { page } = server;
  return { page, open: () => openPaths(opened.getState(), documentKeyIn(page.state.get())) };
}

test("a graph is opened with those that it is in, and the panels tell of it", () => {
  const { page, open } = pageOf();

  openInside(page, "dig|sift");

  expect(open()).toEqual(["dig", "dig|sift"]);
  expect(ui.getState()).toMatchObject({ inside: "dig|sift", selectedNode: "dig|sift" });
});

test("what was chosen in a graph that is closed is so no more: the node that holds it is", () => {
  const { page, open } = pageOf();
  openInside(page, "dig");
  choose({ selectedNode: "dig|drill" });

  closeInside(page, "dig");

  expect(open()).toEqual([]);
  expect(ui.getState()).toMatchObject({ inside: "", selectedNode: "dig" });
});

test("what is open belongs to its document", () => {
  const [one, other] = [pageOf("one.py"), pageOf("other.py")];

  openInside(one.page, "dig");

  expect([one.open(), other.open()]).toEqual([["dig"], []]);
});

test("what is open is kept in the browser", async () => {
  openInside(pageOf().page, "dig");
  const kept = localStorage.getItem("stepgraph.inside") ?? "";
  opened.setState({ open: new Map() });
  localStorage.setItem("stepgraph.inside", kept);

  await opened.persist.rehydrate();

  expect([...opened.getState().open.values()]).toEqual([["dig"]]);
});

test.each(["no JSON", '{"state":{"open":[["a"],7,["b",["c",1]]]},"version":1}'])(
  "what the storage holds may be anything: %s",
  async (kept) => {
    localStorage.setItem("stepgraph.inside", kept);

    await opened.persist.rehydrate();

    expect([...opened.getState().open].flat(2).every((part) => typeof part === "string")).toBe(true);
  },
);

test("a node without a graph has nothing to open", () => {
  const { page, open } = pageOf();

  expect([toggleInside(page, "report"), toggleInside(page, "dig")]).toEqual([false, true]);
  expect(open()).toEqual(["dig"]);
});

test("the way back leaves the node chosen that was looked into", () => {
  openInside(pageOf().page, "dig|sift");

  lookAtRoot();

  expect(ui.getState()).toMatchObject({ inside: "", selectedNode: "dig" });
});

test("choosing a node lets the panels tell of the graph that it stands in", () => {
  choose({ selectedNode: "dig|drill" });
  const before = ui.getState().inside;
  choose({ selectedNode: "report" });

  expect([before, ui.getState().inside]).toEqual(["dig", ""]);
});
