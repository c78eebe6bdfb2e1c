import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { isOtherPastIn } from "../store/document";
import { codePlace } from "../store/place";
import { compiled, logOf } from "../store/testing/log";
import { problemOf } from "../store/testing/server";
import { askFor, choose, ui } from "../store/ui";
import { END, START } from "./drawing";
import { ofCompiled, ofDrawn, PAST_NOTE, unseen } from "./pictured";
import { card, drawnCanvas, freshCanvas, placeOf, told } from "./testing/canvas";
import { documentFrame, drawnGraph, drawnNode } from "./testing/drawn";
import { edge, surveyGraph } from "./testing/graphs";

beforeEach(freshCanvas);

const CHAIN = drawnGraph(["a", "b"], [edge(START, "a"), edge("a", "b"), edge("b", END)]);
const SOURCE = { path: "graph.py", graph: CHAIN, revision: 3, readOnly: null };

test("the drawing takes triggers and breakpoints from what was compiled of it", () => {
  const graph = { ...compiled(["b"], []), interruptBefore: ["b"] };
  const nodes = graph.nodes.map((node) => ({ ...node, triggers: ["join:a+b:b"] }));

  const picture = ofDrawn(SOURCE, { ...graph, nodes });

  expect(picture.nodes.map(({ triggers }) => triggers)).toEqual([["branch:to:a"], ["join:a+b:b"]]);
  expect(picture.interruptBefore).toEqual(["b"]);
  expect(picture.blocked).toBeNull();
});

test("a past that another text made is the compiled graph of then, and cannot be drawn on", () => {
  const picture = ofCompiled(surveyGraph(), "past");

  expect(picture.note).toBe(PAST_NOTE);
  expect(picture.blocked).toMatch(/live end/);
  expect(picture.edges.every(({ isEditable }) => !isEditable)).toBe(true);
  expect(picture.id).not.toBe(ofCompiled(surveyGraph(), "now").id);
});

test("a past is another's only if its source is", async () => {
  const server = await drawnCanvas(CHAIN, logOf(compiled(["a", "b"], [])));
  const state = { ...server.page.state.get(), cursor: 0 };
  const { document } = state;

  expect(isOtherPastIn(state)).toBe(false);
  expect(document === null).toBe(false);
  const edited = document && { ...document, view: { ...document.view, sourceHash: "1" } };
  expect(isOtherPastIn({ ...state, document: edited })).toBe(true);
  expect(isOtherPastIn({ ...state, document: edited, cursor: "live" })).toBe(false);
});

test("an edge that a run took and that is declared meanwhile is drawn once", () => {
  const seen = [
    edge("a", "b", { kind: "command", origin: "observed" }),
    edge("b", "a", { kind: "command", origin: "observed" }),
  ];

  expect(unseen(ofDrawn(SOURCE, null), seen).map(({ source }) => source)).toEqual(["b"]);
});

test("while the text does not parse, the last drawing stays, greyed, with the fault and the way to its line", async () => {
  const user = userEvent.setup();
  const server = await drawnCanvas(CHAIN);

  const fault = { ...problemOf("This line never ends its bracket."), line: 4 };
  await told(server, { frame: "drawing", revision: 1, drawing: null, fault });

  expect(card("a")).toBeVisible();
  expect(document.querySelector("[data-stale=true]")).not.toBeNull();
  const note = screen.getByRole("status");
  expect(note).toHaveTextContent("This line never ends its bracket.");
  await user.click(within(note).getByRole("button", { name: "line 4" }));
  expect(codePlace.getState().line).toBe(4);
});

test("on a text that does not parse nothing is drawn, and tools and presses say why", async () => {
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["a"] }));
  const before = placeOf("a");

  await told(server, { frame: "drawing", revision: 1, drawing: null, fault: problemOf("A bracket.") });
  fireEvent.doubleClick(document.querySelector(".react-flow__pane") ?? document.body);

  const tools = within(screen.getByRole("toolbar", { name: "Node a" }));
  expect(tools.getByRole("button", { name: "Connect to…" })).toHaveAttribute("aria-disabled", "true");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(server.page.state.get().refusal).toMatch(/does not parse/);
  expect(placeOf("a")).toBe(before);
});

test("what the rules found is marked on cards and edges, with its sentence", async () => {
  const server = await drawnCanvas(CHAIN);
  const finding = {
    code: "lint.unreachable",
    severity: "warning" as const,
    sentence: "b is never reached.",
    graph: "graph",
    span: null,
    line: null,
    column: null,
    nodes: ["b"],
    channels: [],
    edges: ["a->b"],
    paths: [],
    mends: [],
  };

  await told(server, {
    frame: "findings",
    revision: 0,
    findings: [finding, { ...finding, severity: "error" }],
  });

  const mark = document.querySelector('[data-mark="error"][title]');
  expect(mark).toHaveAttribute("title", "b is never reached.\nb is never reached.");
  expect(mark).toHaveTextContent("2");
  expect(document.querySelector('[data-edge="a->b"]')).toHaveAttribute("data-found", "true");
  expect(document.querySelector('[data-edge="b->END"]')).not.toHaveAttribute("data-found");
});

test("Undo and Redo say what they would do, or why they cannot", async () => {
  const server = await drawnCanvas(CHAIN);
  expect(screen.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");

  await told(server, documentFrame({ revision: 1, undo: "Add node review" }));

  expect(screen.getByRole("button", { name: "Undo" })).toHaveAttribute("title", "Undo: Add node review");
  expect(screen.getByRole("button", { name: "Redo" })).toHaveAttribute("aria-disabled", "true");
});

test("the search finds nodes by name first, then by function and docstring", async () => {
  const user = userEvent.setup();
  const [other, called] = [drawnNode("survey"), drawnNode("other")];
  const doc = { ...other.code, doc: "Ask the other side." };
  await drawnCanvas(drawnGraph([], [], { nodes: [{ ...other, code: doc }, called] }));

  act(() => askFor("node.search"));
  await user.type(screen.getByRole("searchbox", { name: "Find a node" }), "other");
  const list = screen.getByRole("list", { name: "Nodes" });
  expect(
    within(list)
      .getAllByRole("button")
      .map((item) => item.firstElementChild?.nextSibling?.textContent),
  ).toEqual(["other", "survey"]);
  await user.keyboard("{Enter}");

  expect(ui.getState().selectedNodes).toEqual(["other"]);
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("the legend tells declared, inferred, observed and being drawn", async () => {
  await drawnCanvas(CHAIN);

  const legend = screen.getByRole("list", { name: "Legend" });
  expect(
    within(legend)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["declared", "inferred", "observed", "carried a write", "being drawn"]);
});
