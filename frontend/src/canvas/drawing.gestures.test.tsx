import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { NOTHING_MORE } from "../protocol/asks";
import { settled } from "../store/testing/server";
import { askFor, choose, ui } from "../store/ui";
import { END, START } from "./drawing";
import { selectWire } from "./open";
import { card, drawnCanvas, freshCanvas, placeOf, told } from "./testing/canvas";
import { documentFrame, drawingFrame, drawnGraph, drawnNode } from "./testing/drawn";
import { branchEdge, edge, joinEdge } from "./testing/graphs";

beforeEach(freshCanvas);

// Which elements take the pointer is said by style sheets, which are not read here.
const ANYWHERE = { pointerEventsCheck: 0 };

const CHAIN = drawnGraph(["a", "b", "c"], [edge(START, "a"), edge("a", "b"), edge("b", "c"), edge("c", END)]);

/** What the server was asked to do with the document; what is only looked at left aside. */
function gestures(server: Awaited<ReturnType<typeof drawnCanvas>>): readonly object[] {
  return server.asked.flatMap((command) =>
    command.type === "document.edit" && command.dry !== true ? [command.gesture] : [],
  );
}

test("the document is drawn before anything is compiled, with START and END", async () => {
  await drawnCanvas(CHAIN);

  const graph = screen.getByRole("region", { name: "Graph" });
  expect(within(graph).getByRole("button", { name: "b" })).toHaveTextContent("writes notes");
  expect(card("b")).toHaveTextContent("b · line 7");
  expect(document.querySelector('[data-edge="c->END"]')).toHaveAttribute("data-origin", "declared");
});

test("the palette adds a node by its name", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);

  await user.click(screen.getByRole("button", { name: "Add node" }));
  const dialog = await screen.findByRole("dialog", { name: "Add node" });
  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "review{Enter}");

  expect(gestures(server)).toEqual([{ type: "node.add", name: "review", code: null, after: null }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a double click on empty canvas adds a node there, and its place is kept", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);
  server.accepted = { ...NOTHING_MORE, select: ["review"] };
  const pane = document.querySelector(".react-flow__pane") ?? document.body;

  fireEvent.doubleClick(pane, { clientX: 1600, clientY: 900 });
  await user.type(screen.getByRole("textbox", { name: "Name" }), "review{Enter}");
  const graph = drawnGraph(["a", "b", "c", "review"], CHAIN.edges);
  await told(server, documentFrame({ revision: 1 }), drawingFrame(graph, 1));

  expect(card("review")).toBeVisible();
  expect(server.asked.at(-1)).toMatchObject({
    type: "document.arrange",
    graph: "graph",
    boxes: [{ name: "review" }],
  });
});

test("a node that a person made gets the focus", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);
  server.accepted = { ...NOTHING_MORE, select: ["review"] };

  await user.click(screen.getByRole("button", { name: "Add node" }));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "review{Enter}");
  await told(server, drawingFrame(drawnGraph(["a", "b", "c", "review"], CHAIN.edges), 1));

  expect(card("review")).toHaveFocus();
});

test("a drawing that is edited keeps every card where it is", async () => {
  const server = await drawnCanvas(CHAIN);
  const before = ["a", "b", "c"].map(placeOf);

  const graph = drawnGraph(["first", "a", "b", "c"], [...CHAIN.edges, edge(START, "first")]);
  await told(server, documentFrame({ revision: 1 }), drawingFrame(graph, 1));

  expect(["a", "b", "c"].map(placeOf)).toEqual(before);
  expect(card("first")).toBeVisible();
});

test("keys alone connect a node: its toolbar opens the list of targets", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);

  card("b").focus();
  await user.keyboard("{Enter}{Tab}");
  const tools = screen.getByRole("toolbar", { name: "Node b" });
  expect(within(tools).getByRole("button", { name: "Connect to…" })).toHaveFocus();
  await user.keyboard("{Enter}");
  const dialog = screen.getByRole("dialog", { name: "Connect b to…" });
  const options = within(dialog).getAllByRole("option");
  expect(options.map((option) => option.getAttribute("aria-label"))).toEqual(["a", "c", "END", "b"]);
  expect(within(dialog).getByRole("option", { name: "c" })).toHaveAttribute("aria-disabled", "true");
  await user.keyboard("END{Enter}");

  expect(gestures(server)).toEqual([{ type: "edge.add", source: "b", target: END }]);
});

test("START is connected by its own button", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);

  await user.click(screen.getByRole("button", { name: "Connect START to…" }));
  await user.keyboard("c{Enter}");

  expect(gestures(server)).toEqual([{ type: "edge.add", source: START, target: "c" }]);
});

test("a toolbar is one tab stop, and arrow keys go through it", async () => {
  const user = userEvent.setup(ANYWHERE);
  await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["b"] }));

  const tools = screen.getByRole("toolbar", { name: "Node b" });
  const names = within(tools)
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));
  expect(names).toEqual([
    "Connect to…",
    "Rename",
    "Duplicate",
    "Delete",
    "Make conditional…",
    "Join into…",
    "Edges…",
    "Options…",
  ]);
  within(tools).getByRole("button", { name: "Connect to…" }).focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(within(tools).getByRole("button", { name: "Duplicate" })).toHaveFocus();
  expect(tools.querySelectorAll('[tabindex="0"]').length).toBe(1);
});

test("a name is written on the card itself, and Escape leaves it", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["b"] }));

  act(() => askFor("node.rename", "b"));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
  act(() => askFor("node.rename", "b"));
  await user.keyboard("better{Enter}");

  expect(gestures(server)).toEqual([{ type: "node.rename", name: "b", to: "better" }]);
});

test("a refused name stays to be mended, with the reason beside it", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["b"] }));
  act(() => askFor("node.rename", "b"));
  server.refusal = "A node is called that already.";

  await user.keyboard("a{Enter}");

  expect(await screen.findByRole("alert")).toHaveTextContent("A node is called that already.");
  expect(screen.getByRole("textbox")).toHaveValue("a");
});

test("deleting asks only when a function would be left over", async () => {
  const user = userEvent.setup(ANYWHERE);
  const shared = { ...drawnNode("b"), code: drawnNode("a").code };
  const graph = drawnGraph([], CHAIN.edges, { nodes: [drawnNode("a"), shared, drawnNode("c")] });
  const server = await drawnCanvas(graph);

  act(() => choose({ selectedNodes: ["b"] }));
  await act(async () => askFor("node.delete", "b"));
  await act(settled);
  expect(gestures(server)).toEqual([{ type: "node.delete", names: ["b"] }]);

  act(() => choose({ selectedNodes: ["c"] }));
  act(() => askFor("node.delete", "c"));
  const dialog = screen.getByRole("dialog", { name: "Delete node c" });
  await user.click(within(dialog).getByRole("switch", { name: "Delete the function too" }));
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(gestures(server).at(-1)).toEqual({ type: "node.delete", names: ["c"], functions: false });
});

test("several selected nodes are joined into one", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);

  fireEvent.click(card("a"));
  fireEvent.click(card("b"), { shiftKey: true });
  expect(ui.getState().selectedNodes).toEqual(["a", "b"]);
  const tools = screen.getByRole("toolbar", { name: "2 nodes" });
  await user.click(within(tools).getByRole("button", { name: "Join into…" }));
  await user.keyboard("c{Enter}");

  expect(gestures(server)).toEqual([{ type: "join.add", sources: ["a", "b"], target: "c" }]);
});

test("several selected nodes are put in line, and their places are kept", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["a", "b"] }));

  await user.click(screen.getByRole("button", { name: "Align top edges" }));

  const y = (name: string) => placeOf(name).split(",")[1];
  expect(y("a")).toBe(y("b"));
  expect(server.asked.at(-1)).toMatchObject({ type: "document.arrange", graph: "graph" });
});

test("where a node leads is made conditional: the router and its answers", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["b"] }));

  await user.click(screen.getByRole("button", { name: "Make conditional…" }));
  const dialog = screen.getByRole("dialog", { name: "Make b conditional" });
  const router = within(dialog).getByRole("combobox", { name: "Router" });
  expect(router).toHaveValue("route_b");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Target 2" }), "a");
  await user.click(within(dialog).getByRole("button", { name: "Make conditional" }));

  expect(gestures(server)).toEqual([
    {
      type: "branch.add",
      source: "b",
      router: "route_b",
      targets: [
        { label: "c", node: "c" },
        { label: "a", node: "a" },
      ],
    },
  ]);
});

test("a branch's targets are edited at its diamond", async () => {
  const user = userEvent.setup(ANYWHERE);
  const branch = {
    source: "a",
    name: "route",
    code: drawnNode("route").code,
    form: "dict" as const,
    targets: [
      { label: "yes", target: "b" },
      { label: "no", target: END },
    ],
    span: null,
    mapSpan: null,
    line: 12,
    lock: null,
  };
  const graph = drawnGraph(["a", "b"], [branchEdge("a", "b", "route"), branchEdge("a", END, "route")], {
    branches: [branch],
  });
  const server = await drawnCanvas(graph);

  fireEvent.click(document.querySelector('[data-branch="route"]') ?? document.body);
  const dialog = screen.getByRole("dialog", { name: "Where route leads" });
  await user.click(within(dialog).getByRole("button", { name: "Take answer 2 away" }));
  await user.click(within(dialog).getByRole("button", { name: "Set targets" }));

  expect(gestures(server)).toEqual([
    { type: "branch.targets", source: "a", branch: "route", targets: [{ label: "yes", node: "b" }] },
  ]);
});

test("an edge is selected by a press on its line, and Delete takes it away", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);

  const line = document.querySelector('[data-edge="a->b"] [data-wire]') ?? document.body;
  fireEvent.click(line);
  expect(document.querySelector('[data-edge="a->b"]')).toHaveAttribute("data-selected", "true");
  expect(screen.getByRole("toolbar", { name: "Edge a->b" })).toBeVisible();
  await user.keyboard("{Delete}");

  expect(gestures(server)).toEqual([
    { type: "edge.delete", source: "a", target: "b", join: null, branch: null },
  ]);
});

test("with keys, the edges of a card are a list: each can go or lead elsewhere", async () => {
  const user = userEvent.setup(ANYWHERE);
  const graph = drawnGraph(["a", "b", "c"], [joinEdge("a", "c", ["a", "b"]), joinEdge("b", "c", ["a", "b"])]);
  const server = await drawnCanvas(graph);
  act(() => choose({ selectedNodes: ["c"] }));

  await user.click(screen.getByRole("button", { name: "Edges…" }));
  await user.click(screen.getByRole("button", { name: "Delete a to c, joined" }));
  await user.click(screen.getByRole("button", { name: "Lead elsewhere… b to c, joined" }));
  await user.keyboard("END{Enter}");

  expect(gestures(server)).toEqual([
    { type: "edge.delete", source: "a", target: "c", join: "join:a+b:c", branch: null },
    {
      type: "edge.move",
      source: "b",
      target: "c",
      toSource: "b",
      toTarget: END,
      join: "join:a+b:c",
      branch: null,
    },
  ]);
});

test("options of a node are set one by one, as source", async () => {
  const user = userEvent.setup(ANYWHERE);
  const server = await drawnCanvas(CHAIN);
  act(() => choose({ selectedNodes: ["b"] }));

  await user.click(screen.getByRole("button", { name: "Options…" }));
  await user.click(screen.getByRole("switch", { name: "Defer: run when nothing else is due" }));
  await user.click(screen.getByRole("button", { name: "Set" }));

  expect(gestures(server)).toEqual([{ type: "node.option", name: "b", option: "defer", value: "True" }]);
});

test("a node that code builds says so and refuses to be renamed, deleted or duplicated", async () => {
  const lock = { sentence: "Read-only: built by code in line 12.", line: 12 };
  const graph = drawnGraph([], [], { nodes: [drawnNode("a", { lock })] });
  const server = await drawnCanvas(graph);
  act(() => choose({ selectedNodes: ["a"] }));

  expect(screen.getByTitle(lock.sentence)).toBeVisible();
  const tools = within(screen.getByRole("toolbar", { name: "Node a" }));
  for (const name of ["Rename", "Duplicate", "Delete", "Options…"]) {
    expect(tools.getByRole("button", { name })).toHaveAttribute("aria-disabled", "true");
  }
  act(() => askFor("node.delete", "a"));
  expect(gestures(server)).toEqual([]);
  expect(server.page.state.get().refusal).toBe(lock.sentence);
});

test("a wire that was selected is so no more when a node is", async () => {
  await drawnCanvas(CHAIN);
  act(() => selectWire("a b static"));
  expect(screen.getByRole("toolbar", { name: "Edge a->b" })).toBeVisible();

  fireEvent.click(card("c"));

  expect(screen.queryByRole("toolbar", { name: "Edge a->b" })).toBeNull();
});

test("a press on empty canvas or on a line gives the canvas the keys", async () => {
  await drawnCanvas(CHAIN);
  const region = screen.getByRole("region", { name: "Graph" });

  fireEvent.click(document.querySelector(".react-flow__pane") ?? document.body);
  expect(region.contains(document.activeElement)).toBe(true);
  act(() => card("a").focus());
  fireEvent.click(document.querySelector('[data-edge="a->b"] [data-wire]') ?? document.body);

  expect(card("a")).not.toHaveFocus();
  expect(region.contains(document.activeElement)).toBe(true);
});
