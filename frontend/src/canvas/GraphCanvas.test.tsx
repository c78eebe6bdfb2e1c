import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { TestServer } from "../store/testing/server";
import { TRANSCRIPTS } from "../store/testing/transcripts";
import { choose, ui } from "../store/ui";
import { PageStore } from "../store/useStore";
import { GraphCanvas } from "./GraphCanvas";

// There are no workers here: the provisional layout is what these tests look at, in a window that shows all of it.
beforeEach(() => {
  choose({ selectedNode: null });
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(4000);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(4000);
});

async function canvasOf(name: string, seq: number): Promise<TestServer> {
  const log = TRANSCRIPTS.find((one) => one.name === name)?.events ?? [];
  const server = new TestServer(log).welcome().tellLog(1, seq);
  await act(async () => {
    render(
      <PageStore value={server.page}>
        <GraphCanvas />
      </PageStore>,
    );
  });
  return server;
}

function card(name: string): HTMLElement {
  const found = document.querySelector(`[data-node="${name}"]`);
  if (!(found instanceof HTMLElement)) {
    throw new Error(`There is no card of ${name}.`);
  }
  return found;
}

function edge(name: string): Element | null {
  return document.querySelector(`[data-edge="${name}"]`);
}

test("each node is found by its name and says its status and why", async () => {
  await canvasOf("survey", 37);

  const graph = screen.getByRole("region", { name: "Graph" });
  const north = within(graph).getByRole("button", { name: "north" });
  expect(north).toBe(card("north"));
  expect(north).toHaveAttribute("data-status", "done");
  expect(north).toHaveTextContent("branch:to:north v3");
  expect(card("merge")).toHaveAttribute("data-status", "planned");
  expect(card("merge")).toHaveTextContent("join:north+south:merge v4");
  expect(card("report")).toHaveAttribute("data-status", "idle");
  expect(card("fan")).toHaveTextContent("step 1");
});

test("edges say what they are, and which carried a write", async () => {
  await canvasOf("survey", 24);

  expect(edge("fan->north")).toHaveAttribute("data-kind", "static");
  expect(edge("fan->north")).toHaveAttribute("data-origin", "declared");
  expect(edge("fan->north")).toHaveAttribute("data-look", "walked");
  expect(edge("north->merge")).toHaveAttribute("data-kind", "join");
  expect(edge("north->merge")).toHaveAttribute("data-look", "idle");
  expect(edge("START->fan")).not.toBeNull();
});

test("a join's bar shows which members arrived and which are missing", async () => {
  await canvasOf("unequal", 25);

  const parts = [...document.querySelectorAll("[data-member]")].map(
    (part) => `${part.getAttribute("data-member")} ${part.getAttribute("data-state")}`,
  );
  expect(parts.toSorted()).toEqual(["longer missing", "short arrived"]);
  expect(card("meet")).toHaveTextContent("1 of 2, needs longer");
});

test("a conflict shows both writers, the channel where they meet, and the ways there", async () => {
  await canvasOf("clash", 23);

  expect(document.querySelector('[data-clash="plan"]')).toHaveTextContent("plan, 2 values");
  expect(card("north")).toHaveTextContent("wrote plan");
  expect(edge("START->north")).toHaveAttribute("data-look", "path");
  expect(screen.getByRole("list", { name: "Legend" })).toHaveTextContent("path to the conflict");
});

test("a step changes the cards, not the nodes that the canvas was given", async () => {
  const server = await canvasOf("survey", 24);
  const before = card("north");

  act(() => void server.tellLog(25, 37));

  expect(card("north")).toBe(before);
  expect(before).toHaveAttribute("data-status", "done");
});

test("a click chooses a node, and arrow keys go along the edges", async () => {
  const user = userEvent.setup();
  await canvasOf("survey", 24);

  // Not the whole press of a pointer: the library's drag wants a window of it, and jsdom's presses have none.
  card("fan").focus();
  fireEvent.click(card("fan"));
  expect(ui.getState().selectedNode).toBe("fan");
  expect(card("fan")).toHaveAttribute("aria-pressed", "true");
  await user.keyboard("{ArrowDown}");
  expect(card("north")).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(card("south")).toHaveFocus();
  await user.keyboard("{Enter}");

  expect(ui.getState().selectedNode).toBe("south");
});

test("one card is in the order of tabs, however many there are", async () => {
  await canvasOf("survey", 24);

  expect(document.querySelectorAll('[data-node][tabindex="0"]').length).toBe(1);
});

test("the list of nodes finds one by a part of its name", async () => {
  const user = userEvent.setup();
  await canvasOf("survey", 37);

  await user.click(screen.getByRole("button", { name: "Find a node" }));
  await user.keyboard("rth");

  const list = screen.getByRole("list", { name: "Nodes" });
  expect(
    within(list)
      .getAllByRole("button")
      .map((item) => item.textContent),
  ).toEqual(["northdone"]);
  await user.keyboard("{Enter}");
  expect(ui.getState().selectedNode).toBe("north");
});

test("before a graph is known, the panel says what will be here", async () => {
  await canvasOf("survey", 0);

  expect(screen.getByText(/drawn here as soon as it is compiled/)).toBeVisible();
});
