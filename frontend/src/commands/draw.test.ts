import { beforeEach, expect, test } from "vitest";
import type { DocumentView } from "../protocol/generated";
import { runInput } from "../store/input";
import type { PageState } from "../store/state";
import { documentFrame, drawingFrame, drawnGraph, drawnNode } from "../store/testing/document";
import { compiled } from "../store/testing/log";
import { problemOf, settled, TestServer } from "../store/testing/server";
import { choose, ui } from "../store/ui";
import type { Context } from "./command";
import { DRAW_COMMANDS } from "./draw";
import { offersOf } from "./registry";

beforeEach(() => choose({ selectedNodes: [] }));

const GRAPH = drawnGraph({ nodes: [drawnNode("plan"), drawnNode("write")] });

/** The commands over a document with two nodes. */
function over(view: Partial<DocumentView> = {}) {
  const server = new TestServer().welcome();
  server.tell(documentFrame({ text: "a", view }), drawingFrame(0, GRAPH));
  const asked: (string | undefined)[][] = [];
  const nothing = () => undefined;
  const context: Context = {
    page: server.page,
    input: runInput.getState,
    newThread: () => "t",
    window: {
      toggleRegion: nothing,
      focusRegion: nothing,
      showTab: nothing,
      resetLayout: nothing,
      switchTheme: nothing,
      openPalette: nothing,
      openShortcuts: nothing,
      openEditState: nothing,
      openStart: nothing,
      openAnotherWindow: nothing,
      openChange: () => void asked.push(["change"]),
      openNew: () => void asked.push(["new"]),
      ask: (...told) => void asked.push(told),
    },
  };
  const offer = (id: string) =>
    offersOf(DRAW_COMMANDS, server.page.state.get(), context).find((one) => one.id === id);
  return { server, asked, offer, run: (id: string) => offer(id)?.run() };
}

test("what needs a place is asked for where it is shown, about the node that was selected last", () => {
  const { asked, run } = over();
  choose({ selectedNodes: ["plan", "write"] });

  for (const id of ["node.add", "node.rename", "connect", "field.add"]) {
    run(id);
  }

  expect(asked).toEqual([["node.add"], ["node.rename", "write"], ["connect", "write"], ["field.add"]]);
});

test("what needs a node says so when none is selected", () => {
  const { server, asked, run } = over();

  run("node.rename");

  expect(asked).toEqual([]);
  expect(server.page.state.get().refusal).toMatch(/^Rename node: no node is chosen/);
});

test("Duplicate and Select all act at once", async () => {
  const { server, run } = over();

  run("node.selectAll");
  run("node.duplicate");

  await settled();

  expect(ui.getState().selectedNodes).toEqual(["plan", "write"]);
  expect(server.asked).toMatchObject([{ gesture: { type: "node.duplicate", names: ["plan", "write"] } }]);
});

test("Undo names what it would take back, and is blocked when there is nothing", () => {
  expect(over().offer("document.undo")?.blocked).toBe("There is nothing to undo.");
  expect(over({ undo: "Add plan" }).offer("document.undo")).toMatchObject({
    blocked: null,
    hint: "Add plan",
  });
});

test.each<[string, Partial<DocumentView>, RegExp]>([
  ["a read-only file", { readOnly: "It may not be written." }, /may not be written/],
  ["a conflict", { conflict: { text: "", diff: "" } }, /resolve the conflict/],
])("%s is not drawn on, and says why", (_what, view, reason) => {
  expect(over(view).offer("node.add")?.blocked).toMatch(reason);
});

test("a text that does not parse is not drawn on, but saved and undone", () => {
  const { server, offer } = over({ undo: "Typing" });
  server.tell({ frame: "drawing", revision: 1, drawing: null, fault: problemOf("A bracket.") });

  expect(offer("node.add")?.blocked).toMatch(/does not parse/);
  expect([offer("document.save")?.blocked, offer("document.undo")?.blocked]).toEqual([null, null]);
});

test("in a past that another text made no node is added, but fields are", () => {
  const { server } = over();
  const state = server.page.state.get();
  const graph = compiled(["plan"], []);
  const past: PageState = {
    ...state,
    cursor: 0,
    shown: {
      ...state.shown,
      snapshot: { ...state.shown.snapshot, graph: { ...graph, sourceHash: "of then" } },
    },
  };
  const blocked = (id: string) => DRAW_COMMANDS.find((command) => command.id === id)?.blocked(past);

  expect(blocked("node.add")).toMatch(/Go to the live end/);
  expect(blocked("connect")).toMatch(/Go to the live end/);
  expect(blocked("field.add")).toBeNull();
});

test("the switch for saving turns what is now", async () => {
  const { server, offer, run } = over({ autosave: false });

  expect(offer("document.autosave")?.hint).toBe("Off now");
  run("document.autosave");

  expect(server.asked).toEqual([{ type: "document.autosave", on: true }]);
});

test("a node of a graph inside is not drawn on, and says where it is drawn", () => {
  const { server, asked, run } = over();
  choose({ selectedNode: "plan|sift" });

  run("node.delete");

  expect(asked).toEqual([]);
  expect(server.page.state.get().refusal).toMatch(/drawn where the file builds it/);
});
